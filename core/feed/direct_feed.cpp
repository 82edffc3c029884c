#include "core/feed/direct_feed.h"

#include "core/feed/stand_ins.h"

#include <numeric>
#include <utility>

namespace belfry {

DirectFeed::DirectFeed(FeedOptions options, Carry carry)
    : options_(std::move(options)), carry_(carry), orders_(options_) {
    for (int i = 0; i <= options_.keepAlive; ++i)
        batches_.push_back(emptyBatch(options_));
}

const Batch& DirectFeed::next(std::stop_token) {
    const BatchCut cut = cutAt(options_, position_);
    newest_ = (newest_ + 1) % batches_.size();
    fillBatch(options_, cut, orders_.of(cut.at.epoch), carry_, batches_[newest_]);
    position_ = cut.after;
    return batches_[newest_];
}

void DirectFeed::restore(FeedPosition position) {
    checkPosition(options_, position);
    position_ = position;
}

ResidentFeed::ResidentFeed(const FeedOptions& options)
    : DirectFeed(options, Carry::IdsOnly), store_(options.store), whole_(store_->contiguous()) {
    for (std::int64_t i = 0; i < store_->size(); ++i)
        labels_.push_back(store_->label(i));
    if (whole_)
        return;
    std::vector<std::int64_t> all(static_cast<std::size_t>(store_->size()));
    std::iota(all.begin(), all.end(), std::int64_t{0});
    read_.resize(all.size() * static_cast<std::size_t>(options.shape.bytes()));
    readWithStandIns(*store_, all, options.shape.bytes(), read_.data());
    whole_ = read_.data();
}

} // namespace belfry

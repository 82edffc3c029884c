#include "core/feed/direct_feed.h"

#include <utility>

namespace belfry {

DirectFeed::DirectFeed(FeedOptions options, Carry carry)
    : options_(std::move(options)), carry_(carry), orders_(options_.store->size(), options_.seed),
      batch_(emptyBatch(options_)) {}

const Batch& DirectFeed::next(std::stop_token) {
    const BatchCut cut = cutAt(options_, position_);
    fillBatch(options_, cut, *orders_.of(cut.at.epoch), carry_, batch_);
    position_ = cut.after;
    return batch_;
}

void DirectFeed::restore(FeedPosition position) {
    checkPosition(options_, position);
    position_ = position;
}

} // namespace belfry

#include "core/feed/resident_feed.h"

#include <numeric>

namespace belfry {

ResidentFeed::ResidentFeed(const FeedOptions& options)
    : DirectFeed(options, Carry::IdsOnly), store_(options.store), whole_(store_->contiguous()) {
    if (whole_)
        return;
    std::vector<std::int64_t> all(static_cast<std::size_t>(store_->size()));
    std::iota(all.begin(), all.end(), std::int64_t{0});
    read_.resize(all.size() * static_cast<std::size_t>(options.shape.bytes()));
    store_->read(all, read_.data());
    whole_ = read_.data();
}

} // namespace belfry

// The direct feed: the caller's thread reads the batch when it is asked for, as the seeds' feed_dict did.
#pragma once

#include "core/feed/feed.h"

namespace belfry {

class DirectFeed : public Feed {
public:
    explicit DirectFeed(FeedOptions options);
    const Batch& next(std::stop_token stop) override;
    FeedPosition position() const override { return position_; }
    void restore(FeedPosition position) override;

private:
    void fill(Share& share, std::int64_t first, std::int64_t count);

    FeedOptions options_;
    FeedPosition position_;
    std::vector<std::int64_t> order_; // of the current epoch
    std::int64_t orderEpoch_ = -1;
    Batch batch_;
};

} // namespace belfry

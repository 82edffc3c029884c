// The direct feed: next() reads the batch on the caller's thread, like feed_dict in the public examples.
#pragma once

#include "core/feed/batch_cut.h"

namespace belfry {

class DirectFeed : public Feed {
public:
    explicit DirectFeed(FeedOptions options, Carry carry = Carry::Images);
    const Batch& next(std::stop_token stop) override;
    FeedPosition position() const override { return position_; }
    void restore(FeedPosition position) override;

private:
    FeedOptions options_;
    Carry carry_;
    FeedPosition position_;
    EpochOrders orders_;
    std::vector<Batch> batches_; // the newest and those that are held, in turn
    std::size_t newest_ = 0;
};

} // namespace belfry

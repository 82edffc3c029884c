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

// The resident feed: a batch carries only ids and labels. The images are on the towers' devices, where the input stage
// gathers them.
class ResidentFeed : public DirectFeed {
public:
    // Reads the whole store, unless it is contiguous in memory. Blocks for the data.
    explicit ResidentFeed(const FeedOptions& options);
    const std::uint8_t* wholeSet() const override { return whole_; }
    std::span<const std::uint8_t> wholeLabels() const override { return labels_; }

private:
    std::shared_ptr<const ImageStore> store_; // owns what whole_ points to
    std::vector<std::uint8_t> read_;          // copy of a store that is not contiguous
    const std::uint8_t* whole_;
    std::vector<std::uint8_t> labels_;
};

} // namespace belfry

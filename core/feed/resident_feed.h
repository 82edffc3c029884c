// The resident feed: a batch carries only ids and labels. The images are on the towers' devices, where the input stage
// gathers them.
#pragma once

#include "core/feed/direct_feed.h"

namespace belfry {

class ResidentFeed : public DirectFeed {
public:
    // Reads the whole store, unless it is contiguous in memory. Blocks for the data.
    explicit ResidentFeed(const FeedOptions& options);
    const std::uint8_t* wholeSet() const override { return whole_; }

private:
    std::shared_ptr<const ImageStore> store_; // owns what whole_ points to
    std::vector<std::uint8_t> read_;          // copy of a store that is not contiguous
    const std::uint8_t* whole_;
};

} // namespace belfry

// The resident feed: a step carries ids and labels alone; the images lie on the towers' devices, where the input stage
// gathers them.
#pragma once

#include "core/feed/direct_feed.h"

namespace belfry {

class ResidentFeed : public DirectFeed {
public:
    // Reads the store whole when it does not lie in memory already. Blocks for the data.
    explicit ResidentFeed(const FeedOptions& options);
    const std::uint8_t* wholeSet() const override { return whole_; }

private:
    std::shared_ptr<const ImageStore> store_; // keeps what whole_ points to
    std::vector<std::uint8_t> read_;          // of a store that does not lie in memory
    const std::uint8_t* whole_;
};

} // namespace belfry

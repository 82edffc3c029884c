#include "core/feed/feed.h"

#include "core/base/error.h"
#include "core/base/suggest.h"
#include "core/feed/direct_feed.h"

namespace belfry {

std::int64_t Batch::images() const {
    std::int64_t sum = 0;
    for (const Share& share : shares)
        sum += share.count();
    return sum;
}

std::int64_t shareOf(std::int64_t images, int towers, int index) {
    return images / towers + (index < images % towers ? 1 : 0);
}

std::vector<std::string> feedNames() {
    return {"direct"};
}

std::unique_ptr<Feed> makeFeed(const std::string& name, FeedOptions options) {
    if (name == "direct")
        return std::make_unique<DirectFeed>(std::move(options));
    throw Error(ErrorCategory::Usage, unknownName("feed", name, feedNames()));
}

} // namespace belfry

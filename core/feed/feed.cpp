#include "core/feed/feed.h"

#include "core/base/error.h"
#include "core/base/suggest.h"
#include "core/feed/direct_feed.h"
#include "core/feed/queue_feed.h"

#include <cmath>
#include <numeric>

namespace belfry {

std::int64_t Batch::images() const {
    std::int64_t sum = 0;
    for (const Share& share : shares)
        sum += share.count();
    return sum;
}

std::int64_t shareOf(std::int64_t images, int towers, int index, std::span<const double> fractions) {
    if (!fractions.empty()) { // differences of rounded cumulative sums, so that the shares add up to `images`
        const auto endOf = [&](int count) {
            const auto part = fractions.first(static_cast<std::size_t>(count));
            const double all = std::accumulate(fractions.begin(), fractions.end(), 0.0);
            return std::llround(static_cast<double>(images) * std::accumulate(part.begin(), part.end(), 0.0) / all);
        };
        return endOf(index + 1) - endOf(index);
    }
    return images / towers + (index < images % towers ? 1 : 0);
}

std::vector<std::string> feedNames() { return {"direct", "queue", "resident"}; }

std::unique_ptr<Feed> makeFeed(const std::string& name, FeedOptions options) {
    if (options.towers < 1 || options.imagesPerStep < 1 || options.store->size() < 1)
        throw usageError(
            Text::tr("The batch is %1, the number of towers %2 and the number of images %3; each must be at least 1.",
                     options.imagesPerStep, options.towers, options.store->size()));
    if (options.queueCapacity < 1 || options.queueWorkers < 1)
        throw usageError(Text::tr("The queue's capacity is %1 and its number of workers %2; each must be at least 1.",
                                  options.queueCapacity, options.queueWorkers));
    if (name == "direct")
        return std::make_unique<DirectFeed>(std::move(options));
    if (name == "queue")
        return std::make_unique<QueueFeed>(std::move(options));
    if (name == "resident")
        return std::make_unique<ResidentFeed>(options);
    throw usageError(unknownName(Text::tr("feed"), name, feedNames()));
}

} // namespace belfry

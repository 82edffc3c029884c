#include "core/feed/direct_feed.h"

#include "core/base/error.h"
#include "core/base/random.h"

#include <algorithm>
#include <span>
#include <utility>

namespace belfry {

DirectFeed::DirectFeed(FeedOptions options) : options_(std::move(options)) {
    batch_.shares.resize(static_cast<std::size_t>(options_.towers));
}

const Batch& DirectFeed::next(std::stop_token) {
    if (orderEpoch_ != position_.epoch) {
        order_ = permutation(options_.store->size(), RandomStream(options_.seed, Purpose::Shuffle,
                                                                  static_cast<std::uint64_t>(position_.epoch)));
        orderEpoch_ = position_.epoch;
    }
    const std::int64_t total = options_.store->size();
    const std::int64_t images = std::min(options_.imagesPerStep, total - position_.image);
    batch_.epoch = position_.epoch;
    batch_.firstImage = position_.image;
    std::int64_t first = position_.image;
    for (int tower = 0; tower < options_.towers; ++tower) {
        const std::int64_t count = shareOf(images, options_.towers, tower);
        fill(batch_.shares[static_cast<std::size_t>(tower)], first, count);
        first += count;
    }
    position_.image = first;
    batch_.lastOfEpoch = first == total;
    if (batch_.lastOfEpoch)
        position_ = {position_.epoch + 1, 0};
    return batch_;
}

void DirectFeed::fill(Share& share, std::int64_t first, std::int64_t count) {
    const std::span<const std::int64_t> ids(order_.data() + first, static_cast<std::size_t>(count));
    share.ids.assign(ids.begin(), ids.end());
    share.images.resize(static_cast<std::size_t>(count * options_.shape.bytes()));
    options_.store->read(ids, share.images.data());
    share.labels.resize(ids.size());
    std::transform(ids.begin(), ids.end(), share.labels.begin(),
                   [this](std::int64_t id) { return options_.store->label(id); });
}

void DirectFeed::restore(FeedPosition position) {
    if (position.epoch < 0 || position.image < 0 || position.image >= options_.store->size())
        throw Error(ErrorCategory::Data, "Found the position epoch " + std::to_string(position.epoch) + ", image " +
                                             std::to_string(position.image) + "; the data set has images 0 to " +
                                             std::to_string(options_.store->size() - 1) +
                                             ". Is it another data set than the one the run was started with?");
    position_ = position;
}

} // namespace belfry

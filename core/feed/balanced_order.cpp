#include "core/feed/balanced_order.h"

#include "core/base/random.h"

#include <limits>
#include <unordered_map>

namespace belfry {

BalancedOrder::BalancedOrder(std::span<const std::uint8_t> labels, std::uint64_t seed)
    : images_(static_cast<std::int64_t>(labels.size())), seed_(seed),
      classes_(std::size_t{std::numeric_limits<std::uint8_t>::max()} + 1) {
    for (std::size_t image = 0; image < labels.size(); ++image)
        classes_[labels[image]].push_back(static_cast<std::int64_t>(image));
    std::erase_if(classes_, [](const auto& images) { return images.empty(); });
}

std::vector<std::int64_t> BalancedOrder::of(std::int64_t epoch) const {
    std::vector<std::int64_t> draws;
    draws.reserve(static_cast<std::size_t>(images_));
    for (std::size_t place = 0; place < classes_.size(); ++place)
        addClass(place, epoch, draws);
    std::vector<std::int64_t> order;
    order.reserve(draws.size());
    const RandomStream shuffled(seed_, Purpose::Shuffle, static_cast<std::uint64_t>(epoch));
    for (const std::int64_t at : permutation(images_, shuffled))
        order.push_back(draws[static_cast<std::size_t>(at)]);
    return order;
}

// The next draws of one class, from where the epoch before left its passes.
void BalancedOrder::addClass(std::size_t place, std::int64_t epoch, std::vector<std::int64_t>& order) const {
    const std::vector<std::int64_t>& images = classes_[place];
    const auto classes = static_cast<std::int64_t>(classes_.size()), size = static_cast<std::int64_t>(images.size());
    const auto dealtBefore = [&](std::int64_t dealt) { // to this class, of the first `dealt` images of the run
        return (dealt + classes - 1 - static_cast<std::int64_t>(place)) / classes;
    };
    std::unordered_map<std::int64_t, std::int64_t> shown; // in this epoch, by image
    std::vector<std::int64_t> pass;
    const std::int64_t first = dealtBefore(epoch * images_), last = dealtBefore((epoch + 1) * images_);
    for (std::int64_t at = first; at < last; ++at) {
        if (at == first || at % size == 0)
            pass = permutation(size, RandomStream(seed_, Purpose::Balance, static_cast<std::uint64_t>(at / size),
                                                  static_cast<std::uint32_t>(place)));
        const std::int64_t image = images[static_cast<std::size_t>(pass[static_cast<std::size_t>(at % size)])];
        order.push_back(image + images_ * shown[image]++);
    }
}

} // namespace belfry

// Balanced sampling: which images an epoch shows so that every class appears equally often. Internal to the feeds; any
// thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace belfry {

// The images are dealt to the classes that have some in turn, without end: image i of the run is of class i modulo
// their number. So the classes of an epoch, and of all epochs so far, differ by one image at most. Each class goes
// through its own images in passes, each in another order: none is shown again before all of its class were, and a
// class too large for one epoch goes on in the next. An epoch is these images, shuffled.
//
// It follows from seed and epoch alone: towers, feed and a resumed run do not change it.
class BalancedOrder {
public:
    BalancedOrder(std::span<const std::uint8_t> labels, std::uint64_t seed);

    // As many draws as there are images. A draw is image + n * images: the image that is shown for the n-th time
    // beyond the first in this epoch. So no draw occurs twice, and image and draw are equal where none is repeated.
    std::vector<std::int64_t> of(std::int64_t epoch) const;

private:
    void addClass(std::size_t place, std::int64_t epoch, std::vector<std::int64_t>& order) const;

    std::int64_t images_;
    std::uint64_t seed_;
    std::vector<std::vector<std::int64_t>> classes_; // the images of each class that has some
};

} // namespace belfry

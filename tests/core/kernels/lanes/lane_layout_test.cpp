#include "core/base/random.h"
#include "core/kernels/lanes/lane_layout.h"
#include "tests/core/kernels/lanes/lanes_reference.h"

#include <gtest/gtest.h>

#include <memory>

namespace belfry::lanes::test {
namespace {

const LaneImage kImages[] = {{28, 28, 1}, {32, 32, 3}, {5, 5, 16}, {3, 5, 1}, {1, 1, 7}, {7, 3, 3}};

std::size_t laneIndex(const LaneImage& image, std::size_t element, int lane) {
    const std::size_t channels = std::size_t(image.channels), pixels = image.elements() / channels;
    return (element % channels * pixels + element / channels) * kLanes + std::size_t(lane);
}

// Each image in a block of its own size: a sanitizer sees a read beyond the last byte.
TEST(LaneLayout, gathersBytesAndClearsUnusedLanes) {
    onEveryTarget([] {
        for (const LaneImage& image : kImages) {
            for (const int count : {1, 7, 15, 16}) {
                std::vector<std::unique_ptr<std::uint8_t[]>> images;
                const std::uint8_t* pointers[kLanes] = {};
                for (int i = 0; i < count; ++i) {
                    images.push_back(std::make_unique<std::uint8_t[]>(image.elements()));
                    for (std::size_t e = 0; e < image.elements(); ++e) {
                        images.back()[e] = std::uint8_t(e * 37 + std::size_t(i) * 101);
                    }
                    pointers[i] = images.back().get();
                }
                std::vector<float> scale, shift, lanes(image.elements() * kLanes, -7);
                for (int c = 0; c < image.channels; ++c) {
                    scale.push_back(0.5F + float(c));
                    shift.push_back(0.25F * float(c) - 1);
                }
                gather(image, pointers, count, scale.data(), shift.data(), lanes.data());
                for (std::size_t i = 0; i < lanes.size(); ++i) {
                    const std::size_t e = i / kLanes;
                    const int lane = int(i % kLanes);
                    const std::size_t c = e % std::size_t(image.channels);
                    const float expected = lane < count ? float(images[std::size_t(lane)][e]) * scale[c] + shift[c] : 0;
                    ASSERT_EQ(lanes[laneIndex(image, e, lane)], expected) << e << " " << lane; // exact: few bits
                }
            }
        }
    });
}

TEST(LaneLayout, writesRowsInTheOrderDenseLayersRead) {
    onEveryTarget([] {
        for (const LaneImage& image : kImages) {
            for (const int count : {1, 6, 16}) {
                const std::size_t stride = image.elements() + 3;
                std::vector<float> lanes(image.elements() * kLanes), rows(stride * kLanes, -7);
                for (std::size_t i = 0; i < lanes.size(); ++i) {
                    lanes[i] = float(i);
                }
                lanesToRows(image, lanes.data(), count, rows.data(), stride);
                for (std::size_t i = 0; i < rows.size(); ++i) {
                    const bool inside = int(i / stride) < count && i % stride < image.elements();
                    ASSERT_EQ(rows[i], inside ? float(laneIndex(image, i % stride, int(i / stride))) : -7);
                }
            }
        }
    });
}

TEST(LaneLayout, restoresRowsAndClearsUnusedLanes) {
    onEveryTarget([] {
        for (const LaneImage& image : kImages) {
            for (const int count : {1, 6, 16}) {
                const std::size_t stride = image.elements() + 3;
                std::vector<float> rows(stride * std::size_t(count)), lanes(image.elements() * kLanes, -7);
                for (std::size_t i = 0; i < rows.size(); ++i) {
                    rows[i] = float(i + 1);
                }
                rowsToLanes(image, rows.data(), stride, count, lanes.data());
                for (std::size_t e = 0; e < image.elements(); ++e) {
                    for (int lane = 0; lane < kLanes; ++lane) {
                        const float expected = lane < count ? float(std::size_t(lane) * stride + e + 1) : 0;
                        ASSERT_EQ(lanes[laneIndex(image, e, lane)], expected);
                    }
                }
            }
        }
    });
}

} // namespace
} // namespace belfry::lanes::test

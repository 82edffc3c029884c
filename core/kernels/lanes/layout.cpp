// Images to lanes, lanes to rows and back, borders, sums over lanes: moves of data without arithmetic to speak of.
// clang-format off
#include "core/kernels/lanes/targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/lanes/layout.cpp"
#include <hwy/foreach_target.h> // this file once per instruction set; before any other of its headers
// clang-format on

#include "core/kernels/lanes/lane_kernels.h"
#include "core/kernels/lanes/lane_layout.h"
#include "core/kernels/lanes/vector_inl.h"
#include "core/kernels/transpose_inl.h"

#include <algorithm>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace belfry::lanes::HWY_NAMESPACE {

// transposed[element][lane] = images[lane][first + element] for 16 elements.
HWY_INLINE void transposeBytes(const std::uint8_t* const* images, int count, std::size_t first,
                               std::uint8_t (&transposed)[kLanes][kLanes]) {
#if HWY_TARGET == HWY_SCALAR
    for (int i = 0; i < kLanes * kLanes; ++i) {
        transposed[i / kLanes][i % kLanes] =
            i % kLanes < count ? images[i % kLanes][first + std::size_t(i / kLanes)] : 0;
    }
#else
    const hn::FixedTag<std::uint8_t, kLanes> bytes;
    hn::Vec<decltype(bytes)> rows[kLanes];
    BELFRY_UNROLL for (int i = 0; i < kLanes; ++i) {
        rows[i] = i < count ? hn::LoadU(bytes, images[i] + first) : hn::Zero(bytes);
    }
    BELFRY_UNROLL for (int round = 0; round < 4; ++round) { // four perfect shuffles transpose 16 x 16
        hn::Vec<decltype(bytes)> shuffled[kLanes];
        BELFRY_UNROLL for (int i = 0; i < kLanes / 2; ++i) {
            shuffled[2 * i] = hn::InterleaveLower(bytes, rows[i], rows[i + kLanes / 2]);
            shuffled[2 * i + 1] = hn::InterleaveUpper(bytes, rows[i], rows[i + kLanes / 2]);
        }
        BELFRY_UNROLL for (int i = 0; i < kLanes; ++i) { rows[i] = shuffled[i]; }
    }
    BELFRY_UNROLL for (int i = 0; i < kLanes; ++i) { hn::StoreU(rows[i], bytes, transposed[i]); }
#endif
}

HWY_INLINE void storeElement(const std::uint8_t (&values)[kLanes], float scale, float shift,
                             const Vector (&present)[kLanes / kWidth], float* to) {
    for (int lane = 0; lane < kLanes; lane += kWidth) {
        const auto whole = hn::PromoteTo(Integers(), hn::LoadU(Bytes(), values + lane));
        const Vector value =
            hn::MulAdd(hn::ConvertTo(Floats(), whole), hn::Set(Floats(), scale), hn::Set(Floats(), shift));
        store(hn::And(value, present[lane / kWidth]), to + lane);
    }
}

// Where an element of a row (height x width x channels) is in lanes.
class Walk {
public:
    explicit Walk(const LaneImage& image)
        : channels_(std::size_t(image.channels)), pixels_(image.elements() / channels_) {}
    std::size_t channel() const { return channel_; } // of the element that next() finds
    std::size_t next() {
        const std::size_t at = (channel_ * pixels_ + pixel_) * kLanes;
        if (++channel_ == channels_) {
            channel_ = 0;
            ++pixel_;
        }
        return at;
    }

private:
    std::size_t channels_, pixels_, channel_ = 0, pixel_ = 0;
};

void Gathered(const LaneImage& image, const std::uint8_t* const* images, int count, const float* scale,
              const float* shift, float* lanes) {
    Vector present[kLanes / kWidth]; // all bits set in lanes that hold an image
    for (int lane = 0; lane < kLanes; lane += kWidth) {
        const auto mask = hn::FirstN(Floats(), std::size_t(std::clamp(count - lane, 0, kWidth)));
        present[lane / kWidth] = hn::VecFromMask(Floats(), mask);
    }
    const std::size_t elements = image.elements();
    Walk walk(image);
    alignas(64) std::uint8_t block[kLanes][kLanes];
    const std::uint8_t* ends[kLanes] = {};
    alignas(64) std::uint8_t tails[kLanes][kLanes] = {}; // the last elements of each image, so that no load leaves it
    for (std::size_t first = 0; first < elements; first += kLanes) {
        const std::size_t here = std::min<std::size_t>(kLanes, elements - first);
        if (here == kLanes) {
            transposeBytes(images, count, first, block);
        } else {
            for (int i = 0; i < count; ++i) {
                std::memcpy(tails[i], images[i] + first, here);
                ends[i] = tails[i];
            }
            transposeBytes(ends, count, 0, block);
        }
        for (std::size_t i = 0; i < here; ++i) {
            const std::size_t channel = walk.channel();
            storeElement(block[i], scale[channel], shift[channel], present, lanes + walk.next());
        }
    }
}

#if HWY_TARGET != HWY_SCALAR
using belfry::HWY_NAMESPACE::Four;
using belfry::HWY_NAMESPACE::FourVector;
using belfry::HWY_NAMESPACE::transposeFour;
#endif

void RowsFromLanes(const LaneImage& image, const float* lanes, int count, float* rows, std::size_t stride) {
    const std::size_t elements = image.elements();
    Walk walk(image);
    std::size_t i = 0;
#if HWY_TARGET != HWY_SCALAR
    for (; i + 4 <= elements; i += 4) {
        const std::size_t at[4] = {walk.next(), walk.next(), walk.next(), walk.next()};
        for (int lane = 0; lane < count; lane += 4) {
            FourVector v[4];
            BELFRY_UNROLL for (int j = 0; j < 4; ++j) { v[j] = hn::LoadU(Four(), lanes + at[j] + lane); }
            transposeFour(v[0], v[1], v[2], v[3]);
            BELFRY_UNROLL for (int j = 0; j < 4; ++j) {
                if (lane + j < count)
                    hn::StoreU(v[j], Four(), rows + std::size_t(lane + j) * stride + i);
            }
        }
    }
#endif
    for (; i < elements; ++i) {
        const std::size_t at = walk.next();
        for (int lane = 0; lane < count; ++lane)
            rows[std::size_t(lane) * stride + i] = lanes[at + std::size_t(lane)];
    }
}

void LanesFromRows(const LaneImage& image, const float* rows, std::size_t stride, int count, float* lanes) {
    const std::size_t elements = image.elements();
    Walk walk(image);
    std::size_t i = 0;
#if HWY_TARGET != HWY_SCALAR
    for (; i + 4 <= elements; i += 4) {
        const std::size_t at[4] = {walk.next(), walk.next(), walk.next(), walk.next()};
        for (int lane = 0; lane < kLanes; lane += 4) {
            FourVector v[4];
            BELFRY_UNROLL for (int j = 0; j < 4; ++j) {
                const bool present = lane + j < count;
                v[j] = present ? hn::LoadU(Four(), rows + std::size_t(lane + j) * stride + i) : hn::Zero(Four());
            }
            transposeFour(v[0], v[1], v[2], v[3]);
            BELFRY_UNROLL for (int j = 0; j < 4; ++j) { hn::StoreU(v[j], Four(), lanes + at[j] + lane); }
        }
    }
#endif
    for (; i < elements; ++i) {
        const std::size_t at = walk.next();
        for (int lane = 0; lane < kLanes; ++lane)
            lanes[at + std::size_t(lane)] = lane < count ? rows[std::size_t(lane) * stride + i] : 0.0F;
    }
}

// Pairs of lanes 8 apart, then 4, 2, 1: the same tree on every set.
HWY_INLINE float foldOne(const float* laned) {
    float tree[kLanes];
    std::memcpy(tree, laned, sizeof tree);
    for (int half = kLanes / 2; half > 0; half /= 2)
        for (int j = 0; j < half; ++j)
            tree[j] += tree[j + half];
    return tree[0];
}

void FoldedLanes(const float* laned, std::size_t count, float* sums) {
    std::size_t i = 0;
#if HWY_TARGET != HWY_SCALAR
    const Four four;
    for (; i + 4 <= count; i += 4) {
        FourVector v[4];
        BELFRY_UNROLL for (int j = 0; j < 4; ++j) {
            const float* from = laned + (i + std::size_t(j)) * kLanes;
            v[j] = hn::Add(hn::Add(hn::LoadU(four, from), hn::LoadU(four, from + 8)),
                           hn::Add(hn::LoadU(four, from + 4), hn::LoadU(four, from + 12)));
        }
        transposeFour(v[0], v[1], v[2], v[3]);
        const FourVector folded = hn::Add(hn::Add(v[0], v[2]), hn::Add(v[1], v[3]));
        hn::StoreU(hn::Add(hn::LoadU(four, sums + i), folded), four, sums + i);
    }
#endif
    for (; i < count; ++i)
        sums[i] += foldOne(laned + i * kLanes);
}

} // namespace belfry::lanes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace belfry::lanes {

HWY_EXPORT(Gathered);
void gather(const LaneImage& image, const std::uint8_t* const* images, int count, const float* scale,
            const float* shift, float* lanes) {
    HWY_DYNAMIC_DISPATCH(Gathered)(image, images, count, scale, shift, lanes);
}

HWY_EXPORT(RowsFromLanes);
void lanesToRows(const LaneImage& image, const float* lanes, int count, float* rows, std::size_t stride) {
    HWY_DYNAMIC_DISPATCH(RowsFromLanes)(image, lanes, count, rows, stride);
}

HWY_EXPORT(LanesFromRows);
void rowsToLanes(const LaneImage& image, const float* rows, std::size_t stride, int count, float* lanes) {
    HWY_DYNAMIC_DISPATCH(LanesFromRows)(image, rows, stride, count, lanes);
}

HWY_EXPORT(FoldedLanes);
void foldLanes(const float* laned, std::size_t count, float* sums) {
    HWY_DYNAMIC_DISPATCH(FoldedLanes)(laned, count, sums);
}

void addBorder(const float* from, const Planes& to, float* data) {
    const std::size_t row = std::size_t(to.width) * kLanes, edge = std::size_t(to.border) * kLanes;
    const std::size_t edgeRows = std::size_t(to.border) * to.rowStride();
    for (int c = 0; c < to.channels; ++c) {
        data = std::fill_n(data, edgeRows, 0.0F);
        for (int y = 0; y < to.height; ++y, from += row) {
            data = std::fill_n(data, edge, 0.0F);
            data = std::copy_n(from, row, data);
            data = std::fill_n(data, edge, 0.0F);
        }
        data = std::fill_n(data, edgeRows, 0.0F);
    }
}

void removeBorder(const Planes& from, float* to) {
    for (int i = 0; i < from.channels * from.height; ++i) {
        const float* row = from.data + std::size_t(i / from.height) * from.planeStride() +
                           std::size_t(i % from.height + from.border) * from.rowStride() +
                           std::size_t(from.border) * kLanes;
        to = std::copy_n(row, std::size_t(from.width) * kLanes, to);
    }
}

} // namespace belfry::lanes
#endif

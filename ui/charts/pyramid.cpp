#include "ui/charts/pyramid.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace belfry {
namespace {

constexpr unsigned kShift = 4; // log2(kFanOut)
constexpr std::size_t kNonFiniteLimit = 64 * 1024;
constexpr float kMissing = std::numeric_limits<float>::quiet_NaN();

} // namespace

void Pyramid::append(float value) {
    if (!std::isfinite(value)) [[unlikely]] {
        nonFinite_.push_back(size());
        ++nonFiniteCount_;
        if (nonFinite_.size() >= kNonFiniteLimit) {
            for (std::size_t i = 0; 2 * i < nonFinite_.size(); ++i)
                nonFinite_[i] = nonFinite_[2 * i];
            nonFinite_.resize((nonFinite_.size() + 1) / 2);
        }
        value = kMissing;
    }
    store(value);
}

void Pyramid::store(float value) {
    points_.push(value);
    if (points_.size() % kFanOut == 0)
        propagate();
}

// Adds the block just completed on level 1, and on every level above whose block it completes.
void Pyramid::propagate() {
    for (unsigned level = 1; levelSize(level - 1) % kFanOut == 0; ++level) {
        if (levels_.size() < level)
            levels_.emplace_back();
        levels_[level - 1].push(summary(level, levelSize(level - 1) - kFanOut));
        levels_[level - 1].keepNewest(keepPoints_ / (kFanOut / 2));
    }
    points_.keepNewest(keepPoints_);
}

Pyramid::Block Pyramid::summary(unsigned level, std::size_t firstChild) const {
    float low = kMissing, high = kMissing;
    unsigned lowAt = 0, highAt = 0;
    for (unsigned i = 0; i < kFanOut; ++i) {
        const Block child = block(level - 1, firstChild + i);
        if (!(child.min() >= low) && !std::isnan(child.min())) { // the first is true also while low is NaN
            low = child.min();
            lowAt = 2 * i + (child.first == low ? 0 : 1);
        }
        if (!(child.max() <= high) && !std::isnan(child.max())) {
            high = child.max();
            highAt = 2 * i + (child.first == high ? 0 : 1);
        }
    }
    return lowAt <= highAt ? Block{low, high} : Block{high, low};
}

float Pyramid::at(std::size_t index) const {
    unsigned level = 0;
    while (index >> (kShift * level) < firstKept(level))
        ++level;
    const Block found = block(level, index >> (kShift * level));
    return level == 0 ? found.first : 0.5F * (found.first + found.second);
}

// Blocks [first, last) of one level, one by one.
void Pyramid::scanFlat(unsigned level, std::size_t first, std::size_t last, Extremes& found) const {
    const auto consider = [&](float low, float high, std::size_t i) {
        if (low < found.low.value)
            found.low = {low, level, i};
        if (high > found.high.value)
            found.high = {high, level, i};
    };
    if (level == 0) {
        for (std::size_t i = first; i < last; ++i)
            consider(points_[i], points_[i], i);
        return;
    }
    const auto& blocks = levels_[level - 1];
    for (std::size_t i = first; i < last; ++i)
        consider(blocks[i].min(), blocks[i].max(), i);
}

// Blocks [first, last) of a level and what lies below them: the ragged ends on this level, the middle on coarser ones;
// where this level was forgotten, the coarser blocks around.
void Pyramid::scan(unsigned level, std::size_t first, std::size_t last, Extremes& found) const {
    if (const std::size_t kept = firstKept(level); first < kept) {
        const std::size_t end = std::min(last, kept);
        scan(level + 1, first / kFanOut, (end + kFanOut - 1) / kFanOut, found);
        first = end;
    }
    const std::size_t coarseFirst = (first + kFanOut - 1) / kFanOut;
    const std::size_t coarseLast = last / kFanOut;
    if (coarseFirst >= coarseLast || level == levels_.size()) {
        scanFlat(level, first, last, found);
        return;
    }
    scanFlat(level, first, coarseFirst * kFanOut, found);
    scan(level + 1, coarseFirst, coarseLast, found);
    scanFlat(level, coarseLast * kFanOut, last, found);
}

// Descends to the first point (or finest block kept) that holds the extreme value.
std::size_t Pyramid::locate(const Extreme& extreme) const {
    unsigned level = extreme.level;
    std::size_t index = extreme.block;
    while (level > 0 && index * kFanOut >= firstKept(level - 1)) {
        --level;
        index *= kFanOut;
        for (unsigned i = 0; i + 1 < kFanOut; ++i, ++index) {
            const Block child = block(level, index);
            if (child.first == extreme.value || child.second == extreme.value)
                break;
        }
    }
    const std::size_t span = std::size_t{1} << (kShift * level);
    const bool late = level > 0 && block(level, index).first != extreme.value;
    return index * span + (level > 0 ? (late ? 3 : 1) * span / 4 : 0);
}

void Pyramid::queryColumn(std::size_t first, std::size_t last, std::vector<Point>& out) const {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    Extremes found{{kInfinity}, {-kInfinity}};
    scan(0, first, last, found);
    if (found.low.value == kInfinity)
        return;
    Point a{locate(found.low), found.low.value};
    Point b{locate(found.high), found.high.value};
    if (b.index < a.index)
        std::swap(a, b);
    out.push_back(a);
    if (b != a)
        out.push_back(b);
}

void Pyramid::query(std::span<const std::size_t> edges, std::vector<Point>& out) const {
    for (std::size_t column = 0; column + 1 < edges.size(); ++column)
        queryColumn(edges[column], std::min(edges[column + 1], size()), out);
}

std::size_t Pyramid::bytes() const {
    std::size_t total = points_.bytes() + nonFinite_.capacity() * sizeof(std::size_t);
    for (const auto& level : levels_)
        total += level.bytes();
    return total;
}

} // namespace belfry

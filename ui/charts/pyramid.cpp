#include "ui/charts/pyramid.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace belfry {
namespace {

constexpr unsigned shift = 4; // log2(fanOut)
constexpr std::size_t nonFiniteLimit = 64 * 1024;
constexpr float nothing = std::numeric_limits<float>::quiet_NaN();

} // namespace

void Pyramid::append(float value) {
    if (!std::isfinite(value)) [[unlikely]] {
        nonFinite_.push_back(size());
        ++nonFiniteCount_;
        if (nonFinite_.size() >= nonFiniteLimit) {
            for (std::size_t i = 0; 2 * i < nonFinite_.size(); ++i)
                nonFinite_[i] = nonFinite_[2 * i];
            nonFinite_.resize((nonFinite_.size() + 1) / 2);
        }
        value = nothing;
    }
    store(value);
}

void Pyramid::appendMissing() {
    store(nothing);
}

void Pyramid::store(float value) {
    points_.push(value);
    if (points_.size() % fanOut == 0)
        propagate();
}

// Adds the block just completed on level 1, and on every level above whose block it completes.
void Pyramid::propagate() {
    for (unsigned level = 1; levelSize(level - 1) % fanOut == 0; ++level) {
        if (levels_.size() < level)
            levels_.emplace_back();
        levels_[level - 1].push(summary(level, levelSize(level - 1) - fanOut));
        levels_[level - 1].keepNewest(keepPoints_ / (fanOut / 2));
    }
    points_.keepNewest(keepPoints_);
}

Pyramid::Block Pyramid::summary(unsigned level, std::size_t firstChild) const {
    float low = nothing, high = nothing;
    unsigned lowAt = 0, highAt = 0;
    for (unsigned i = 0; i < fanOut; ++i) {
        const Block child = block(level - 1, firstChild + i);
        if (!(child.min() >= low)) { // true also while low is NaN
            if (!std::isnan(child.min())) {
                low = child.min();
                lowAt = 2 * i + (child.first == low ? 0 : 1);
            }
        }
        if (!(child.max() <= high)) {
            if (!std::isnan(child.max())) {
                high = child.max();
                highAt = 2 * i + (child.first == high ? 0 : 1);
            }
        }
    }
    return lowAt <= highAt ? Block{low, high} : Block{high, low};
}

Pyramid::Block Pyramid::block(unsigned level, std::size_t index) const {
    return level == 0 ? Block{points_[index], points_[index]} : levels_[level - 1][index];
}

std::size_t Pyramid::firstKept(unsigned level) const {
    return level == 0 ? points_.firstKept() : levels_[level - 1].firstKept();
}

std::size_t Pyramid::levelSize(unsigned level) const {
    return level == 0 ? points_.size() : levels_[level - 1].size();
}

float Pyramid::at(std::size_t index) const {
    if (index >= firstExact())
        return points_[index];
    const unsigned level = levelFor(index, index + 1);
    const Block found = block(level, index >> (shift * level));
    return 0.5F * (found.first + found.second);
}

// The coarsest level with a complete block that starts at `index` and ends by `last`; where points were forgotten, the
// finest level that still has the block around `index`.
unsigned Pyramid::levelFor(std::size_t index, std::size_t last) const {
    unsigned level = 0;
    while (level < levels_.size() && (index >> (shift * level)) < firstKept(level))
        ++level;
    while (level < levels_.size()) {
        const std::size_t span = std::size_t{1} << (shift * (level + 1));
        const bool fits = index % span == 0 && index + span <= last && index / span < levelSize(level + 1);
        if (!fits)
            break;
        ++level;
    }
    return level;
}

// Descends to the first point (or finest block kept) that holds the extreme value.
std::size_t Pyramid::locate(const Extreme& extreme) const {
    unsigned level = extreme.level;
    std::size_t index = extreme.block;
    while (level > 0 && index * fanOut >= firstKept(level - 1)) {
        --level;
        index *= fanOut;
        for (unsigned i = 0; i + 1 < fanOut; ++i, ++index) {
            const Block child = block(level, index);
            if (child.first == extreme.value || child.second == extreme.value)
                break;
        }
    }
    const std::size_t span = std::size_t{1} << (shift * level);
    const bool late = level > 0 && block(level, index).first != extreme.value;
    return index * span + (level > 0 ? (late ? 3 : 1) * span / 4 : 0);
}

void Pyramid::queryColumn(std::size_t first, std::size_t last, std::vector<Point>& out) const {
    Extreme low, high;
    for (std::size_t i = first; i < last;) {
        const unsigned level = levelFor(i, last);
        const std::size_t index = i >> (shift * level);
        const Block here = block(level, index);
        if (!std::isnan(here.first)) {
            if (!low.found || here.min() < low.value)
                low = {here.min(), level, index, true};
            if (!high.found || here.max() > high.value)
                high = {here.max(), level, index, true};
        }
        i = (index + 1) << (shift * level);
    }
    if (!low.found)
        return;
    Point a{locate(low), low.value};
    Point b{locate(high), high.value};
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

std::vector<Pyramid::Point> Pyramid::query(std::size_t first, std::size_t last, std::size_t columns) const {
    last = std::min(last, size());
    std::vector<Point> out;
    if (first >= last || columns == 0)
        return out;
    std::vector<std::size_t> edges(columns + 1);
    for (std::size_t column = 0; column <= columns; ++column)
        edges[column] = first + (last - first) * column / columns;
    out.reserve(2 * columns);
    query(edges, out);
    return out;
}

std::size_t Pyramid::bytes() const {
    std::size_t total = points_.bytes() + nonFinite_.capacity() * sizeof(std::size_t);
    for (const auto& level : levels_)
        total += level.bytes();
    return total;
}

} // namespace belfry

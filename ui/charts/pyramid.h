// Min/max pyramid over one line of a chart, so that a redraw costs the same for a thousand points as for ten million
// and spikes survive. Level 0 holds the points, each higher level blocks of 16 of the level below, as two values in
// order of occurrence. Only completed blocks propagate. Plain data, no Qt; one thread.
//
// Memory: 4 bytes per point and 8/16 + 8/256 + ... for the levels: 45.3 MB for ten million points. The newest
// `keepPoints` (16 Mi: 67 MB) stay point by point; older ones remain as blocks, each level bounded in turn, so that a
// run of any length stays near 110 MB.
#pragma once

#include "ui/charts/chunked_array.h"

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace belfry {

class Pyramid {
public:
    static constexpr std::size_t kFanOut = 16;
    static constexpr std::size_t kChunkPoints = 16 * 1024;
    static constexpr std::size_t kDefaultKeep = std::size_t{16} << 20;

    struct Point {
        std::size_t index = 0;
        float value = 0;
        bool operator==(const Point&) const = default;
    };

    explicit Pyramid(std::size_t keepPoints = kDefaultKeep) : keepPoints_(keepPoints) {}

    void append(float value); // NaN and infinities are remembered as such and drawn as marks
    void appendMissing() { store(std::numeric_limits<float>::quiet_NaN()); } // at this index nothing is drawn

    std::size_t size() const { return points_.size(); }
    std::size_t firstExact() const { return points_.firstKept(); } // older points are only kept as blocks

    // The value at an index; NaN when there is none. Before firstExact() the middle of its block's range.
    float at(std::size_t index) const;

    // For parts [edges[i], edges[i+1]) of the indices: the smallest and the largest value of each part in order of
    // occurrence, once when they are the same point; appended to `out`. Before firstExact() the places are those of
    // block quarters.
    void query(std::span<const std::size_t> edges, std::vector<Point>& out) const;

    // Indices of non-finite values, ascending. From 64 Ki on every second one is forgotten; nonFiniteCount() is exact.
    const std::vector<std::size_t>& nonFinite() const { return nonFinite_; }
    std::size_t nonFiniteCount() const { return nonFiniteCount_; }

    std::size_t bytes() const; // all memory held

private:
    struct Block { // both NaN when no point has a value
        float first;
        float second;
        float min() const { return first < second ? first : second; }
        float max() const { return first < second ? second : first; }
    };
    struct Extreme { // where a column's smallest or largest value lies
        float value;
        unsigned level = 0;
        std::size_t block = 0;
    };
    struct Extremes {
        Extreme low, high; // infinite when there is no value
    };

    void store(float value);
    void propagate();
    Block block(unsigned level, std::size_t index) const {
        return level == 0 ? Block{points_[index], points_[index]} : levels_[level - 1][index];
    }
    Block summary(unsigned level, std::size_t firstChild) const;
    std::size_t firstKept(unsigned level) const {
        return level == 0 ? points_.firstKept() : levels_[level - 1].firstKept();
    }
    std::size_t levelSize(unsigned level) const { return level == 0 ? points_.size() : levels_[level - 1].size(); }
    void scan(unsigned level, std::size_t first, std::size_t last, Extremes& found) const;
    void scanFlat(unsigned level, std::size_t first, std::size_t last, Extremes& found) const;
    std::size_t locate(const Extreme& extreme) const;
    void queryColumn(std::size_t first, std::size_t last, std::vector<Point>& out) const;

    std::size_t keepPoints_;
    ChunkedArray<float, kChunkPoints> points_;
    std::vector<ChunkedArray<Block, kChunkPoints / 8>> levels_; // levels_[0] is level 1
    std::vector<std::size_t> nonFinite_;
    std::size_t nonFiniteCount_ = 0;
};

} // namespace belfry

// Which pixels a line of a depthwise convolution adds up. Internal to the kernels.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace belfry {

// One of the terms of a line's sums: result j gets weights[channel] x line[column + j step][channel].
template <typename T>
struct DepthwiseTap {
    const T* line; // of pixels
    int column;
    const float* weights; // by channel
};

// All terms of a line of results. Where a tap leaves its line of `width` pixels there is a zero.
template <typename T>
struct DepthwiseTaps {
    std::vector<DepthwiseTap<T>> at;
    int step = 1, width = 0;

    bool reaches(const DepthwiseTap<T>& tap, int j) const {
        const int column = tap.column + j * step;
        return column >= 0 && column < width;
    }
    // The results [first, last) of `count` that have all terms.
    std::pair<int, int> whole(int count) const {
        int first = 0, last = count;
        for (const DepthwiseTap<T>& tap : at) {
            while (first < last && tap.column + first * step < 0)
                ++first;
            while (first < last && tap.column + (last - 1) * step >= width)
                --last;
        }
        return {first, last};
    }
};

// Where a line of results goes: pixels of `channels` numbers, `spacing` pixels apart.
template <typename T>
struct DepthwiseLine {
    T* out;
    int spacing, channels;
    const float* bias; // by channel, or null

    T* result(int j) const { return out + std::int64_t{j} * spacing * channels; }
};

} // namespace belfry

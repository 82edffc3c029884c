// Where a front's kernels keep what in shared memory, in floats. Internal to kernels/fused.
#pragma once

#include "core/kernels/fused/fused_front.h"

namespace belfry::fused {

inline constexpr int kSharedFloats = 48 * 1024 / 4; // what a block of threads may have without asking
inline constexpr int kBlockThreads = 256;           // cuda_launch.h's, which host code does not include
inline constexpr int kMostPartials = 512;           // rows; at most four blocks on each of an H100's 132 processors
inline constexpr int kMostParts = 8;

// LeNet on 28x28 grey: the sizes that are compiled as constants.
BELFRY_HD constexpr Front lenetFront() { return {2, {{1, 28, 28, 6, 5, 2, true}, {6, 14, 14, 16, 5, 0, true}}}; }

BELFRY_HD constexpr bool same(const Block& a, const Block& b) {
    return a.channels == b.channels && a.height == b.height && a.width == b.width && a.filters == b.filters &&
           a.kernel == b.kernel && a.padding == b.padding && a.relu == b.relu;
}
BELFRY_HD constexpr bool isLenet(const Front& front) {
    return front.blocks == 2 && same(front.block[0], lenetFront().block[0]) &&
           same(front.block[1], lenetFront().block[1]);
}

// ---- forward: a block's input as one padded plane for each channel, its weights with the filters last

// Neighbouring threads read pairs of pixels of neighbouring windows. Rows are so long that the windows of the next row
// follow in the next banks; even, so that a pair is aligned.
BELFRY_HD constexpr int planeRow(const Block& block) {
    const int wanted = (block.pooledWidth() + 1) / 2 * 2 % 16;
    int row = (block.width + 2 * block.padding + 1) / 2 * 2;
    while (row % 16 != wanted)
        row += 2;
    return row;
}
BELFRY_HD constexpr int planeFloats(const Block& block) { return planeRow(block) * (block.height + 2 * block.padding); }
// Of the filters' numbers at one place of the kernel: pairs, and not a multiple of four, so that writing them across
// meets half of the banks.
BELFRY_HD constexpr int filterRow(const Block& block) {
    const int even = (block.filters + 1) / 2 * 2;
    return even % 4 == 0 ? even + 2 : even;
}

struct ForwardPlaces {
    int planes[2], weights[2], floats;
};
BELFRY_HD constexpr ForwardPlaces forwardPlaces(const Front& front) {
    ForwardPlaces places{};
    for (int b = 0; b < front.blocks; ++b) {
        places.planes[b] = places.floats;
        places.weights[b] = places.planes[b] + front.block[b].channels * planeFloats(front.block[b]);
        places.floats = places.weights[b] + front.block[b].filterNumbers() * filterRow(front.block[b]);
    }
    return places;
}

// ---- backward: every output's gradient with its winner's place, a block's input as padded rows, the sums of gradients

// Threads that share a filter's number, each with a part of the positions.
BELFRY_HD constexpr int partsOf(const Block& block) {
    const int parts = kBlockThreads / (block.filters * block.kernel * block.channels);
    return parts < 1 ? 1 : parts > kMostParts ? kMostParts : parts;
}
BELFRY_HD constexpr int paddedNumbers(const Block& block) {
    return (block.height + 2 * block.padding) * (block.width + 2 * block.padding) * block.channels;
}
BELFRY_HD constexpr int evenOf(int floats) { return (floats + 1) / 2 * 2; }

struct BackwardPlaces {
    int entries[2], inputs[2], sums[2], weights, floats;
};
BELFRY_HD constexpr BackwardPlaces backwardPlaces(const Front& front) {
    BackwardPlaces places{};
    for (int b = 0; b < front.blocks; ++b) {
        const Block& block = front.block[b];
        places.entries[b] = places.floats;
        places.inputs[b] = places.entries[b] + 2 * block.outNumbers();
        places.sums[b] = places.inputs[b] + evenOf(paddedNumbers(block));
        places.floats = places.sums[b] + evenOf(partsOf(block) * (block.weightNumbers() + block.filters));
    }
    places.weights = places.floats;
    if (front.blocks == 2)
        places.floats += evenOf(front.block[1].weightNumbers());
    return places;
}

} // namespace belfry::fused

// Follows the steps of one tower with N towers: from the same weights at every step the gradients must agree.
#pragma once

#include "tests/support/rig.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace belfry::test {

// What one tower did: weights before and after each step, gradients, sums.
struct Trace {
    double rate = 0;
    std::vector<std::vector<float>> before, gradient, after;
    std::vector<TowerStep> sums;
};

inline Trace traceOf(Rig rig, int steps, double rate) {
    Trace trace{.rate = rate};
    for (int step = 0; step < steps; ++step) {
        trace.before.push_back(rig.replica(0));
        trace.sums.push_back(rig.step(rate));
        trace.gradient.push_back(rig.exchange().meanGradient());
        trace.after.push_back(rig.replica(0));
    }
    return trace;
}

// Returns the largest relative distance of the gradients over the steps. Expects equal replicas, the weights that plain
// SGD gives (within `tolerance`, relative) and the sums over the images.
inline double follow(const Trace& one, Rig rig, double tolerance) {
    double largest = 0;
    for (std::size_t step = 0; step < one.before.size(); ++step) {
        rig.start(one.before[step]);
        const TowerStep sums = rig.step(one.rate);
        largest = std::max(largest, relativeDistance(rig.exchange().meanGradient(), one.gradient[step]));
        const std::vector<float> weights = rig.exchange().weights();
        for (int tower = 0; tower < rig.team().size(); ++tower)
            EXPECT_EQ(rig.replica(tower), weights) << "tower " << tower << ", step " << step;
        EXPECT_LT(relativeDistance(weights, one.after[step]), tolerance) << "step " << step;
        EXPECT_EQ(sums.images, one.sums[step].images);
        EXPECT_NEAR(static_cast<double>(sums.correct), static_cast<double>(one.sums[step].correct), 1); // a tie
        EXPECT_NEAR(sums.lossSum, one.sums[step].lossSum, 10 * tolerance * one.sums[step].lossSum);
    }
    return largest;
}

} // namespace belfry::test

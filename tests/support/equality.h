// Follows the steps of one tower with N towers: from the same weights at every step the gradients must agree.
#pragma once

#include "tests/support/rig.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
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
        trace.gradient.push_back(rig.variables().meanGradient());
        trace.after.push_back(rig.replica(0));
    }
    return trace;
}

// Whether every ReLU and every pool decides as for the one tower. Where sums differ in their last bits, some do not now
// and then: the numbers that they let through are the same but for those bits, the gradients of that step are not.
enum class Decisions { Same, MayDiffer };

// Returns the relative distances of the gradients, step by step. Expects equal replicas, the weights that plain SGD
// gives (within `tolerance`, relative, beside what the gradient's own distance moves) and the sums over the images.
inline std::vector<double> distancesOf(const Trace& one, Rig&& rig, double tolerance,
                                       Decisions decisions = Decisions::Same) {
    std::vector<double> distances;
    for (std::size_t step = 0; step < one.before.size(); ++step) {
        if (step == 0 || !rig.variables().optimizerState().empty())
            rig.start(one.before[step]);
        else // a new exchange for every step would be new communicators, too
            rig.variables().setWeights(one.before[step]);
        const TowerStep sums = rig.step(one.rate);
        distances.push_back(relativeDistance(rig.variables().meanGradient(), one.gradient[step]));
        const std::vector<float> weights = rig.variables().weights();
        for (int tower = 0; tower < rig.team().size(); ++tower)
            EXPECT_EQ(rig.replica(tower), weights) << "tower " << tower << ", step " << step;
        const double moved = one.rate * distances.back() * norm(one.gradient[step]) / norm(one.after[step]);
        EXPECT_LT(relativeDistance(weights, one.after[step]), tolerance + (decisions == Decisions::Same ? 0 : moved))
            << "step " << step;
        EXPECT_EQ(sums.images, one.sums[step].images);
        const double ties = 1 + tolerance * static_cast<double>(sums.images);
        EXPECT_NEAR(static_cast<double>(sums.correct), static_cast<double>(one.sums[step].correct), ties);
        EXPECT_NEAR(sums.lossSum, one.sums[step].lossSum, 10 * tolerance * one.sums[step].lossSum);
    }
    return distances;
}

inline double median(std::vector<double> values) {
    std::ranges::sort(values);
    return values.at(values.size() / 2);
}

// The largest of those distances.
inline double follow(const Trace& one, Rig rig, double tolerance) {
    return std::ranges::max(distancesOf(one, std::move(rig), tolerance));
}

} // namespace belfry::test

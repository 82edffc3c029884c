#include "core/kernels/lanes/lane_convolution.h"
#include "tests/core/kernels/lanes/lanes_reference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <thread>

namespace belfry::lanes::test {
namespace {

constexpr double kTolerance = 1e-5; // of the largest gradient

TEST(LaneBackward, agreesWithDoublePrecisionOnEveryInstructionSet) {
    double largest = 0;
    onEveryTarget([&] {
        for (const LaneConvolution& shape : testShapes()) {
            for (const int count : {kLanes, 3}) {
                SCOPED_TRACE(describe(shape));
                Layer layer = makeLayer(shape, count, 11);
                runForward(layer);
                runBackward(layer);
                const Gradients expected = backwardReference(layer);
                for (const double error : {worst(layer.gradIn, expected.in), worst(layer.gradWeights, expected.weights),
                                           worst(layer.gradBias, expected.bias)}) {
                    EXPECT_LT(error, kTolerance);
                    largest = worse(largest, error);
                }
            }
        }
    });
    std::printf("largest relative error of a gradient: %.2g\n", largest);
}

// Sum of outputs x gradOut in double precision, for a pooled layer.
double objective(const Layer& layer) {
    const LaneConvolution& s = layer.shape;
    double sum = 0;
    for (int lane = 0; lane < kLanes; ++lane) {
        const Doubles before = convolveOne(layer, lane);
        for (int i = 0; i < s.filters * s.outHeight() * s.outWidth(); ++i) {
            const int f = i / (s.outHeight() * s.outWidth()), y = i / s.outWidth() % s.outHeight();
            const double* corner =
                &before[std::size_t((f * s.convHeight() + 2 * y) * s.convWidth() + 2 * (i % s.outWidth()))];
            const double largest = std::max({corner[0], corner[1], corner[s.convWidth()], corner[s.convWidth() + 1]});
            sum += largest * layer.gradOut[std::size_t(i * kLanes + lane)];
        }
    }
    return sum;
}

// Holds kernels and reference alike to the definition of a derivative. The tolerance is for maxima that change place.
TEST(LaneBackward, agreesWithFiniteDifferences) {
    Layer layer = makeLayer({2, 8, 8, 3, 3, 1, true, true}, kLanes, 12);
    runForward(layer);
    runBackward(layer);
    constexpr float kStep = 1.0F / 16384;
    const auto slope = [&](std::vector<float> Layer::*member, std::size_t i) {
        Layer up = layer, down = layer;
        (up.*member)[i] += kStep;
        (down.*member)[i] -= kStep;
        return (objective(up) - objective(down)) / (double{(up.*member)[i]} - (down.*member)[i]);
    };
    for (std::size_t i = 0; i < layer.weights.size(); i += 5) {
        EXPECT_NEAR(slope(&Layer::weights, i), layer.gradWeights[i], 0.02) << i;
    }
    for (std::size_t i = 3; i < layer.in.size(); i += 101) {
        EXPECT_NEAR(slope(&Layer::in, i), layer.gradIn[i], 0.02) << i;
    }
}

TEST(LaneBackward, leavesGradientsOfUnusedLanesAtZero) {
    onEveryTarget([] {
        Layer layer = makeLayer({6, 14, 14, 16, 5, 0, true, true}, 5, 13);
        runForward(layer);
        runBackward(layer);
        for (std::size_t i = 0; i < layer.gradIn.size(); ++i) {
            ASSERT_TRUE(int(i % kLanes) < 5 || layer.gradIn[i] == 0);
        }
        for (std::size_t i = 0; i < layer.laned.size(); ++i) {
            ASSERT_TRUE(int(i % kLanes) < 5 || layer.laned[i] == 0);
        }
    });
}

TEST(LaneBackward, needsNoInputGradientInTheFirstLayer) {
    onEveryTarget([] {
        for (const LaneConvolution& shape : testShapes()) {
            Layer layer = makeLayer(shape, kLanes, 14);
            runForward(layer);
            runBackward(layer);
            const std::vector<float> weights = layer.gradWeights;
            runBackward(layer, false);
            EXPECT_EQ(weights, layer.gradWeights) << describe(shape);
            EXPECT_TRUE(std::isnan(layer.gradIn[0])); // untouched
        }
    });
}

TEST(LaneBackward, propagatesNaNInTheGradient) {
    onEveryTarget([] {
        Layer layer = makeLayer({1, 28, 28, 6, 5, 2, false, true}, kLanes, 15);
        runForward(layer);
        layer.gradOut[100 * kLanes] = std::numeric_limits<float>::quiet_NaN(); // first filter
        runBackward(layer);
        EXPECT_TRUE(std::isnan(layer.gradWeights[0]));
        EXPECT_TRUE(std::isnan(layer.gradBias[0]));
        EXPECT_FALSE(std::isnan(layer.gradBias[1]));
    });
}

TEST(LaneBackward, accumulatesIntoTheSums) {
    onEveryTarget([] {
        for (const LaneConvolution& shape : testShapes()) {
            Layer layer = makeLayer(shape, kLanes, 16);
            runForward(layer);
            runBackward(layer);
            std::vector<float> once = layer.gradWeights, twice = once;
            foldGradient(shape, layer.laned.data(), twice.data(), layer.gradBias.data());
            for (std::size_t i = 0; i < once.size(); ++i) {
                ASSERT_EQ(twice[i], 2 * once[i]) << describe(shape);
            }
        }
    });
}

TEST(LaneBackward, foldsBitwiseEquallyOnEveryInstructionSet) {
    const LaneConvolution shape{3, 8, 8, 5, 3, 0, true, true}; // 135 weights: not a multiple of four
    const Layer layer = makeLayer({1, 1, int(shape.lanedFloats()), 1, 1, 0, false, false}, kLanes, 17);
    std::vector<float> first;
    onEveryTarget([&] {
        std::vector<float> sums(shape.weights() + std::size_t(shape.filters));
        foldGradient(shape, layer.in.data(), sums.data(), sums.data() + shape.weights());
        first = first.empty() ? sums : first;
        EXPECT_EQ(first, sums);
    });
}

// The gradient of a batch by any number of threads: chunks are fixed, threads only share them out.
std::vector<float> batchGradient(const std::vector<Layer>& groups, int threads) {
    constexpr int kChunks = 4;
    const LaneConvolution& shape = groups[0].shape;
    std::vector<float> partial(kChunks * shape.weights());
    const auto work = [&](int thread) {
        for (int chunk = thread; chunk < kChunks; chunk += threads) {
            const GroupRange range = chunkOfGroups(int(groups.size()), kChunks, chunk);
            for (int group = range.begin; group < range.end; ++group) {
                Layer layer = groups[std::size_t(group)];
                runForward(layer);
                runBackward(layer);
                for (std::size_t i = 0; i < shape.weights(); ++i) {
                    partial[std::size_t(chunk) * shape.weights() + i] += layer.gradWeights[i];
                }
            }
        }
    };
    std::vector<std::jthread> pool;
    for (int thread = 0; thread < threads; ++thread) {
        pool.emplace_back(work, thread);
    }
    pool.clear();
    std::vector<float> sum(shape.weights());
    for (std::size_t i = 0; i < partial.size(); ++i) {
        sum[i % shape.weights()] += partial[i];
    }
    return sum;
}

TEST(LaneBackward, isBitwiseIndependentOfTheNumberOfThreads) {
    std::vector<Layer> groups;
    for (int i = 0; i < 7; ++i) {
        groups.push_back(makeLayer({6, 14, 14, 16, 5, 0, true, true}, i == 6 ? 3 : kLanes, std::uint64_t(20 + i)));
    }
    const std::vector<float> one = batchGradient(groups, 1);
    EXPECT_EQ(one, batchGradient(groups, 2));
    EXPECT_EQ(one, batchGradient(groups, 3));
}

TEST(LaneConvolution, assignsEveryGroupToOneChunk) {
    for (int groups = 0; groups < 40; ++groups) {
        int next = 0;
        for (int chunk = 0; chunk < 8; ++chunk) {
            const GroupRange range = chunkOfGroups(groups, 8, chunk);
            EXPECT_EQ(range.begin, next);
            EXPECT_LE(range.end - range.begin, groups / 8 + 1);
            next = range.end;
        }
        EXPECT_EQ(next, groups);
    }
}

} // namespace
} // namespace belfry::lanes::test

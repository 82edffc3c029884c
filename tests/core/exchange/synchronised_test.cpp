// With synchronised batch norm N towers compute what one tower does with the whole batch; a tower that fails leaves
// nobody waiting.
#include "core/base/random.h"
#include "tests/support/rig.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <span>

namespace belfry {
namespace {

constexpr ImageShape kShape{1, 12, 12};

test::RigOptions options(const std::string& layers, int towers, std::int64_t imagesPerStep) {
    const Architecture network = architectureFromText("net", layers);
    return {.blueprint = std::make_shared<const Blueprint>(makeBlueprint(network, kShape, 10)),
            .store = test::syntheticStore(3 * imagesPerStep + 4, kShape, 10), // last step: fewer images than 5 towers
            .imagesPerStep = imagesPerStep,
            .devices = std::vector<at::Device>(static_cast<std::size_t>(towers), at::kCPU),
            .optimizer = {.name = "sgd"}};
}

std::string network(const std::string& option) {
    return "conv 8 3x3 linear\nbatchnorm" + option + " relu\nmaxpool 2x2\nconv 12 3x3 same tanh\nbatchnorm no-scale" +
           option + " linear\ndropout 0.2\ndense classes linear";
}

struct Distances {
    double gradient = 0, statistics = 0; // largest relative distances over the steps
};

// Steps of one tower, followed by `towers` from the same weights.
Distances distances(const std::string& layers, int towers, std::int64_t imagesPerStep) {
    test::Rig one(options(layers, 1, imagesPerStep)), several(options(layers, towers, imagesPerStep));
    const auto trained = static_cast<std::size_t>(one.team().tower(0).blueprint().trainableSize);
    const auto part = [](const std::vector<float>& flat, std::size_t first, std::size_t last) {
        return std::vector<float>(flat.begin() + static_cast<std::ptrdiff_t>(first),
                                  flat.begin() + static_cast<std::ptrdiff_t>(last));
    };
    Distances largest;
    for (int step = 0; step < 12; ++step) {
        several.start(one.replica(0));
        one.step(0.05);
        several.step(0.05);
        const std::vector<float> expected = one.variables().meanGradient(), found = several.variables().meanGradient();
        const std::size_t all = expected.size();
        largest.gradient =
            std::max(largest.gradient, test::relativeDistance(part(found, 0, trained), part(expected, 0, trained)));
        largest.statistics = std::max(largest.statistics,
                                      test::relativeDistance(part(found, trained, all), part(expected, trained, all)));
        for (int tower = 0; tower < towers; ++tower)
            EXPECT_EQ(several.replica(tower), several.variables().weights());
    }
    return largest;
}

TEST(SynchronisedBatchNorm, MatchesOneTower) {
    for (const std::int64_t images : {30, 31})
        for (const int towers : {1, 2, 3, 5}) {
            const Distances found = distances(network(" synchronised"), towers, images);
            std::printf("%d towers, %d images a step: gradient %.2g, statistics %.2g\n", towers,
                        static_cast<int>(images), found.gradient, found.statistics);
            EXPECT_LE(found.gradient, 1e-5);
            EXPECT_LE(found.statistics, 1e-5);
        }
}

TEST(SynchronisedBatchNorm, MayBeTheFirstLayer) {
    const Distances found =
        distances("batchnorm synchronised\ndense 20 tanh\nbatchnorm synchronised\ndense classes linear", 3, 31);
    EXPECT_LE(found.gradient, 1e-5);
    EXPECT_LE(found.statistics, 1e-5);
}

// What the option is for: towers by themselves see other statistics, and have another gradient.
TEST(SynchronisedBatchNorm, DiffersFromPerTowerStatistics) { EXPECT_GT(distances(network(""), 3, 31).gradient, 1e-2); }

TEST(SynchronisedBatchNorm, IsBitwiseReproducible) {
    test::Rig first(options(network(" synchronised"), 3, 31)), second(options(network(" synchronised"), 3, 31));
    for (int step = 0; step < 9; ++step) {
        first.step(0.01);
        second.step(0.01);
    }
    EXPECT_EQ(first.variables().weights(), second.variables().weights());
}

// Any tower, at any moment: in forward (its share's images are no images), or in backward.
TEST(SynchronisedBatchNorm, ReportsWhyATowerFailedAndContinues) {
    test::Rig rig(options(network(" synchronised"), 4, 32));
    RandomStream random(5, Purpose::Sample);
    const std::size_t slices = rig.team().tower(0).blueprint().slices.size();
    for (int round = 0; round < 200; ++round) {
        const auto who = static_cast<int>(random.below(4));
        const auto when = static_cast<int>(random.below(slices + 1));
        const Batch& batch = rig.feed().next({});
        try {
            rig.team().run([&](Tower& tower) {
                int announced = 0;
                const auto fail = [&] {
                    if (tower.index() == who && announced++ == when)
                        throw std::runtime_error("broken");
                };
                fail();
                tower.compute(batch.shares[static_cast<std::size_t>(tower.index())], batch.epoch, [&](int) { fail(); });
            });
            ADD_FAILURE() << "nothing was thrown";
        } catch (const std::runtime_error& error) {
            EXPECT_STREQ(error.what(), "broken");
        }
    }
    const TowerStep step = rig.step(0.01);
    EXPECT_TRUE(step.finite);
}

} // namespace
} // namespace belfry

// Towers of several processes compute what one tower computes, bucket by bucket over the loopback. Each rank is a
// thread with a group of its own.
#include "core/exchange/rank_exchange.h"
#include "core/model/zoo.h"
#include "tests/support/equality.h"
#include "tests/support/ranks_on_threads.h"
#include "tests/support/smooth.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <set>

namespace belfry {
namespace {

constexpr double kRate = 0.05;
constexpr ImageShape kDigit{1, 28, 28}, kPhoto{3, 32, 32}, kLarge{3, 96, 96};

struct Layout {
    std::vector<int> towers; // by rank
    std::int64_t bucketFloats = RankExchange::kBucketFloats;
    RankExchange::Wire wire = RankExchange::Wire::Fp32;
    bool sharesMemory = false;
};

struct Problem {
    Architecture architecture;
    std::int64_t imagesPerStep = 31;
    int steps = 4;
    ImageShape shape = kDigit;
    std::string optimizer = "sgd";

    test::RigOptions options(int towers) const {
        const std::int64_t wholeSteps = std::clamp(steps - 1, 1, 3);
        return {.blueprint = std::make_shared<const Blueprint>(makeBlueprint(architecture, shape, 10)),
                // The epoch's last batch has two images: fewer than towers.
                .store = test::syntheticStore(wholeSteps * imagesPerStep + 2, shape, 10),
                .imagesPerStep = imagesPerStep,
                .devices = std::vector<at::Device>(static_cast<std::size_t>(towers), at::kCPU),
                .optimizer = optimizerInfo(optimizer).defaults};
    }
};

// Of a rank.
test::RigOptions optionsOf(const Problem& problem, const Layout& layout, const std::shared_ptr<RankGroup>& group) {
    const int rank = group->rank();
    const RankSeat seat{group, std::accumulate(layout.towers.begin(), layout.towers.begin() + rank, 0), layout.towers};
    test::RigOptions options = problem.options(layout.towers[static_cast<std::size_t>(rank)]);
    options.towers = std::accumulate(layout.towers.begin(), layout.towers.end(), 0);
    options.firstTower = seat.firstTower;
    if (options.blueprint->synchronisedLayers() > 0)
        options.otherTowers = group->openSums();
    options.make = [seat, layout](TowerTeam&) {
        return std::make_unique<RankExchange>(seat, layout.wire, layout.bucketFloats, layout.sharesMemory);
    };
    return options;
}

// Steps of one rank, each from one tower's weights. Returns the largest distance of its mean gradients.
double largestDistance(const test::Trace& one, test::Rig& rig, double tolerance) {
    double largest = 0;
    for (std::size_t step = 0; step < one.before.size(); ++step) {
        rig.variables().setWeights(one.before[step]);
        rig.step(one.rate);
        largest = std::max(largest, test::relativeDistance(rig.variables().meanGradient(), one.gradient[step]));
        const std::vector<float> weights = rig.variables().weights();
        for (int tower = 0; tower < rig.team().size(); ++tower)
            EXPECT_EQ(rig.replica(tower), weights) << "tower " << tower << ", step " << step;
        EXPECT_LT(test::relativeDistance(weights, one.after[step]), tolerance) << "step " << step;
    }
    return largest;
}

// By rank. weights: of rank 0 at the end, where it is wanted.
std::vector<double> distances(const Problem& problem, const Layout& layout, double tolerance = 1e-6,
                              std::vector<std::vector<float>>* weights = nullptr) {
    const test::Trace one = test::traceOf(test::Rig(problem.options(1)), problem.steps, kRate);
    const auto ranks = static_cast<int>(layout.towers.size());
    std::vector<double> found(layout.towers.size());
    if (weights)
        weights->resize(layout.towers.size());
    const test::Ranks meeting;
    EXPECT_THAT(test::Ranks::problemsOf(ranks,
                                        [&](int rank) {
                                            const auto r = static_cast<std::size_t>(rank);
                                            const std::shared_ptr<RankGroup> group = meeting.meet(rank, ranks);
                                            test::Rig rig(optionsOf(problem, layout, group));
                                            found[r] = largestDistance(one, rig, tolerance);
                                            if (weights)
                                                (*weights)[r] = rig.variables().weights();
                                            group->leave();
                                        }),
                testing::Each(""));
    return found;
}

const std::vector<Layout> kLayouts{{{1, 1}, 1000}, {{2, 1}, 1000}, {{1, 3}}, {{1, 1, 2}, 1000}, {{1, 1, 1, 1}, 1}};

class RankExchangeZoo : public testing::TestWithParam<std::string> {};

TEST_P(RankExchangeZoo, MatchesOneTower) {
    Architecture network = networkByName(GetParam());
    for (Line& line : network.lines) // else it is another network
        if (auto* layer = std::get_if<Layer>(&line.content)) {
            if (auto* norm = std::get_if<BatchNormLayer>(layer))
                norm->synchronised = true;
            // Passed on unchanged, numbers that GELU has brought to almost 0 would meet in a pool, where their rounding
            // decides.
            if (auto* convolution = std::get_if<ConvolutionLayer>(layer))
                convolution->identity = false;
        }
    // Of smaller pictures these normalise two numbers in the epoch's last batch: no more than their rounding.
    const std::set<std::string> large{"resnet-18", "mobilenet-v2", "efficientnet-lite0"};
    const bool isLarge = large.contains(GetParam());
    const Problem problem{isLarge || GetParam() == "resnet-20" ? test::smooth(network) : network, 13, 2,
                          isLarge                           ? kLarge
                          : GetParam().starts_with("cifar") ? kPhoto
                                                            : kDigit};
    EXPECT_THAT(distances(problem, {{1, 2}}), testing::Each(testing::Le(1e-5)));
}

// All but resnet-50, whose layers resnet-18 has: in 53 batch norms of 13 images rounding adds up to 2e-5.
std::vector<std::string> comparedNetworks() {
    std::vector<std::string> names = networkNames();
    std::erase(names, "resnet-50");
    return names;
}

INSTANTIATE_TEST_SUITE_P(Zoo, RankExchangeZoo, testing::ValuesIn(comparedNetworks()), [](const auto& network) {
    std::string name = network.param;
    std::ranges::replace(name, '-', '_');
    return name;
});

// Batches that do not divide, a last one of two images, ranks of several towers and ranks without an image.
TEST(RankExchange, MatchesOneTower) {
    const Architecture normed = architectureFromText(
        "normed", "conv 8 5x5 linear\nbatchnorm synchronised relu\nmaxpool 2x2\ndropout 0.2\ndense 30 tanh\n"
                  "batchnorm synchronised relu\ndense classes linear");
    for (const Architecture& network :
         {networkByName("lenet"), mlp({.hiddenLayers = 2, .width = 96, .dropout = 0.3}), normed})
        for (const std::int64_t images : {60, 31})
            for (Layout layout : kLayouts)
                for (const bool memory : {false, true}) {
                    layout.sharesMemory = memory;
                    EXPECT_THAT(distances({network, images}, layout), testing::Each(testing::Le(1e-5)))
                        << network.name << " by " << images << " on " << layout.towers.size() << " ranks"
                        << (memory ? " in memory" : "");
                }
}

class RankExchangeBits : public testing::TestWithParam<std::string> {};

TEST_P(RankExchangeBits, AreTheSameOnAllRanksAndInEveryRun) {
    Problem problem{networkByName("lenet")};
    problem.optimizer = GetParam();
    const double any = 10; // how far ranks with momenta are from one tower is no matter here
    for (const auto& [wire, memory] : {std::pair{RankExchange::Wire::Fp32, false},
                                       {RankExchange::Wire::Bf16, false},
                                       {RankExchange::Wire::Fp32, true}}) {
        std::vector<std::vector<float>> first, second;
        distances(problem, {{1, 1, 2}, 1000, wire, memory}, any, &first);
        distances(problem, {{1, 1, 2}, 1000, wire, memory}, any, &second);
        EXPECT_EQ(first[0], first[1]);
        EXPECT_EQ(first[0], first[2]);
        EXPECT_EQ(first, second);
    }
}

INSTANTIATE_TEST_SUITE_P(Optimizers, RankExchangeBits, testing::Values("sgd", "muon"));

TEST(RankExchange, ChangesNoWeightWhereAGradientDoesNotCome) {
    const Problem problem{networkByName("mlp")};
    for (const bool sharesMemory : {false, true}) {
        const test::Ranks meeting;
        const auto problems = test::Ranks::problemsOf(2, [&](int rank) {
            const std::shared_ptr<RankGroup> group = meeting.meet(rank, 2);
            test::Rig rig(optionsOf(problem, {.towers = {1, 1}, .sharesMemory = sharesMemory}, group));
            rig.step(kRate);
            if (rank == 1)
                return group->fail("The disk is full.");
            const std::vector<float> weights = rig.variables().weights();
            EXPECT_THROW(rig.step(kRate), NoMeanGradient);
            EXPECT_EQ(rig.variables().weights(), weights);
        });
        EXPECT_THAT(problems, testing::Each("")) << sharesMemory;
    }
}

// Two roundings of a number to 8 bits.
TEST(RankExchange, RoundsGradientsToSixteenBitsIfAsked) {
    for (const double distance : distances({networkByName("lenet")}, {{1, 1}, 1000, RankExchange::Wire::Bf16}, 1e-2)) {
        EXPECT_LE(distance, 1.0 / 128);
        EXPECT_GE(distance, 1.0 / 4096);
    }
}

} // namespace
} // namespace belfry

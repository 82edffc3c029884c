// Layers at the bottom that a run does not train yet: as in evaluation, and without gradients.
#include "core/model/initial_weights.h"
#include "core/model/rate_groups.h"
#include "core/model/zoo.h"
#include "tests/support/rig.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace belfry {
namespace {

Share shareOf(const ImageStore& store, std::int64_t bytes, const std::vector<std::int64_t>& ids) {
    Share share;
    share.ids = ids;
    share.images.resize(ids.size() * static_cast<std::size_t>(bytes));
    store.read(ids, share.images.data());
    for (const std::int64_t id : ids)
        share.labels.push_back(store.label(id));
    return share;
}

struct FrozenTower {
    FrozenTower(const Architecture& network, std::size_t frozen, const ImageShape& shape)
        : blueprint(std::make_shared<const Blueprint>(makeBlueprint(network, shape, 10))),
          store(test::syntheticStore(40, shape, 10)), tower(0, at::kCPU, blueprint, 1) {
        tower.weights().copy_(at::tensor(initialWeights(*blueprint, 1)));
        tower.gradient().fill_(1.0); // of whatever was there before
        tower.setFrozenLayers(frozen);
    }
    double lossOf(const std::vector<std::int64_t>& ids) {
        const Share share = shareOf(*store, blueprint->image.bytes(), ids);
        announced.clear();
        tower.compute(share, 0, [this](int slice) { ++announced[slice]; });
        return tower.collect().lossSum;
    }
    std::shared_ptr<const Blueprint> blueprint;
    std::shared_ptr<const ImageStore> store;
    Tower tower;
    std::map<int, int> announced; // how often
};

// Behind the layers that one kernel trains together, which are frozen as a whole or not at all.
TEST(FrozenLayers, HaveNoGradientAndChangeNoOthers) {
    const Architecture lenet = networkByName("lenet");
    const ImageShape shape{1, 28, 28};
    FrozenTower whole(lenet, 0, shape);
    const double loss = whole.lossOf({3, 7, 11});
    for (std::size_t frozen = 5; frozen < whole.blueprint->layers.size(); ++frozen) {
        SCOPED_TRACE(frozen);
        FrozenTower part(lenet, frozen, shape);
        EXPECT_EQ(part.lossOf({3, 7, 11}), loss);
        EXPECT_EQ(part.announced.size(), part.blueprint->slices.size());
        for (std::size_t i = 0; i < part.blueprint->slices.size(); ++i) {
            const Slice& slice = part.blueprint->slices[i];
            EXPECT_EQ(part.announced[static_cast<int>(i)], 1) << slice.name;
            const at::Tensor found = part.tower.gradient().narrow(0, slice.offset, slice.count),
                             all = whole.tower.gradient().narrow(0, slice.offset, slice.count);
            EXPECT_TRUE(slice.layer < frozen ? found.abs().max().item<float>() == 0 : found.equal(all)) << slice.name;
        }
    }
}

constexpr ImageShape kSmallPicture{1, 12, 12};

// Pictures 10, 5 and 1 high.
Architecture withNorms() {
    return architectureFromText("net", "conv 8 3x3 linear\nbatchnorm synchronised relu\nmaxpool 2x2\n"
                                       "conv 12 3x3 same linear\nbatchnorm synchronised momentum 0.75 tanh\n"
                                       "global-avgpool\ndropout 0.5\ndense classes linear");
}

// In training the others of a batch, and chance, have a part in the answer.
TEST(FrozenLayers, AreAsInEvaluation) {
    FrozenTower frozen(withNorms(), 7, kSmallPicture), trained(withNorms(), 0, kSmallPicture);
    const double one = frozen.lossOf({5}), other = frozen.lossOf({6});
    EXPECT_NEAR(frozen.lossOf({5, 6}), one + other, 1e-5 * (one + other));
    const double alone = trained.lossOf({5}) + trained.lossOf({6});
    EXPECT_GT(std::abs(trained.lossOf({5, 6}) - alone), 1e-3 * alone);
}

// What a block computes again it computes as a whole, on whichever side of the border it begins.
TEST(FrozenLayers, MayEndInABlockThatIsComputedAgain) {
    const auto network = [](const std::string& checkpoint) {
        return architectureFromText("net", "conv 8 3x3 relu\nblock wide" + checkpoint +
                                               " {\nconv 8 3x3 same relu\nconv 8 3x3 stride 2 same relu\n"
                                               "conv 8 3x3 same relu\n}\nglobal-avgpool\ndense classes linear");
    };
    for (std::size_t frozen = 1; frozen < 5; ++frozen) {
        SCOPED_TRACE(frozen);
        FrozenTower kept(network(""), frozen, kSmallPicture), again(network(" checkpoint"), frozen, kSmallPicture);
        EXPECT_EQ(kept.lossOf({1, 2, 3}), again.lossOf({1, 2, 3}));
        for (const Slice& slice : kept.blueprint->slices)
            if (slice.layer >= frozen) {
                EXPECT_TRUE(kept.tower.gradient()
                                .narrow(0, slice.offset, slice.count)
                                .equal(again.tower.gradient().narrow(0, slice.offset, slice.count)))
                    << slice.name;
            }
    }
}

class FrozenExchange : public testing::TestWithParam<std::string> {};

// With empty shares, which meet those of the others in the layers that are trained alone.
TEST_P(FrozenExchange, KeepsWeightsAndRunningAveragesToTheBit) {
    const auto blueprint = std::make_shared<const Blueprint>(makeBlueprint(withNorms(), kSmallPicture, 10));
    UpdateRules rules;
    rules.rateGroups = true;
    test::Rig rig({.blueprint = blueprint,
                   .store = test::syntheticStore(62, kSmallPicture, 10), // 30, 30, 2
                   .imagesPerStep = 30,
                   .devices = std::vector<at::Device>(3, at::kCPU),
                   .exchange = GetParam(),
                   .optimizer = {.name = "momentum"},
                   .rules = rules});
    const std::array<double, kRateGroups> rates{1, 0.5};
    const std::size_t frozen = frozenLayers(*blueprint, rates);
    EXPECT_EQ(blueprint->layers[frozen].name, "conv4");
    const std::vector<float> start = rig.replica(0);
    for (int step = 0; step < 6; ++step) {
        const Batch& batch = rig.feed().next({});
        std::vector<std::int64_t> images;
        for (const Share& share : batch.shares)
            images.push_back(share.count());
        rig.exchange().begin(images);
        rig.team().run([&](Tower& tower) {
            tower.setFrozenLayers(frozen);
            tower.compute(batch.shares[static_cast<std::size_t>(tower.index())], batch.epoch,
                          [&](int slice) { rig.exchange().ready(tower.index(), slice); });
        });
        rig.exchange().finish({images, {.rate = 0.1, .groupRates = rates}});
    }
    for (int tower = 0; tower < 3; ++tower) {
        const std::vector<float> weights = rig.replica(tower);
        EXPECT_EQ(weights, rig.replica(0));
        for (const Slice& slice : blueprint->slices)
            EXPECT_EQ(std::equal(weights.begin() + slice.offset, weights.begin() + slice.offset + slice.count,
                                 start.begin() + slice.offset),
                      slice.layer < frozen)
                << slice.name;
    }
}

INSTANTIATE_TEST_SUITE_P(FrozenLayers, FrozenExchange, testing::Values("first", "cpu"),
                         [](const auto& chosen) { return chosen.param; });

} // namespace
} // namespace belfry

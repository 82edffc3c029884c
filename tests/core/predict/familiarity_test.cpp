// What a network has learnt from, and what is unlike it: the network that ships with Belfry, on digits.
#include "core/base/files.h"
#include "core/base/random.h"
#include "core/data/catalogue.h"
#include "core/data/stores.h"
#include "core/model/zoo.h"
#include "core/predict/familiarity.h"
#include "core/runs/weights_file.h"
#include "tests/core/formats/refusal.h"
#include "tests/support/damaged_store.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace belfry {
namespace {

using testing::HasSubstr;

// The digits that the repository holds, fewer of them.
std::shared_ptr<const DataSet> digits() {
    auto few =
        std::make_shared<DataSet>(*openDataSet("mnist", DataOptions{.dataDir = BELFRY_TEST_RESOURCES "/datasets"}));
    few->train = rangeStore(few->train, 0, 2000, few->shape.bytes());
    few->validation = rangeStore(few->validation, 0, 400, few->shape.bytes());
    few->test = rangeStore(few->test, 0, 400, few->shape.bytes());
    return few;
}

// Stripes, as digits never are.
std::shared_ptr<const ImageStore> stripes(std::int64_t count) {
    RandomStream random(3, Purpose::Sample);
    std::vector<std::uint8_t> bytes;
    for (std::int64_t i = 0; i < count; ++i) {
        const auto width = 2 + random.below(4), phase = random.below(8);
        const bool upright = random.below(2) == 0;
        for (std::uint64_t y = 0; y < 28; ++y)
            for (std::uint64_t x = 0; x < 28; ++x)
                bytes.push_back(((upright ? x : y) + phase) / width % 2 == 0 ? 0 : 255);
    }
    return memoryStore(std::move(bytes), std::vector<std::uint8_t>(static_cast<std::size_t>(count)), 784);
}

TEST(Familiarity, TellsDigitsFromStripes) {
    const auto data = digits();
    const Familiarity known(*loadSnapshot(readyNetworkFile()), *data);
    const std::vector<float> familiar = known.of(*data->test), unfamiliar = known.of(*stripes(200));
    ASSERT_EQ(familiar.size(), 400U);
    EXPECT_GT(areaUnderCurve(familiar, unfamiliar), 0.98);
    const auto below = [&](const std::vector<float>& values) {
        return std::ranges::count_if(values, [&](float value) { return value < known.threshold(); });
    };
    EXPECT_LT(below(familiar), 40); // a twentieth, and chance
    EXPECT_GT(below(unfamiliar), 150);
    for (const float value : familiar)
        EXPECT_LE(value, 1.0001F);
}

TEST(Familiarity, IsNearlyOneOfAPictureThatWasLearntFrom) {
    const auto data = digits();
    auto same = std::make_shared<DataSet>(*data); // one picture, again and again
    same->train = pickedStore(data->train, std::vector<std::int64_t>(12, 5));
    const Familiarity known(*loadSnapshot(readyNetworkFile()), *same);
    EXPECT_NEAR(known.of(*rangeStore(data->train, 5, 1, 784)).at(0), 1, 1e-5);
}

// Plain grey pictures were among those that it had learnt from.
TEST(Familiarity, LeavesOutWhatCannotBeRead) {
    const auto data = digits();
    auto damaged = std::make_shared<DataSet>(*data), sound = std::make_shared<DataSet>(*data);
    for (const auto split : {&DataSet::train, &DataSet::validation}) {
        const auto store = std::make_shared<test::DamagedStore>((*data).*split, std::set<std::int64_t>{0, 7, 99}, 784);
        (*damaged).*split = store;
        (*sound).*split = store->sound();
    }
    const auto snapshot = loadSnapshot(readyNetworkFile());
    const Familiarity known(*snapshot, *damaged), expected(*snapshot, *sound);
    EXPECT_FLOAT_EQ(known.threshold(), expected.threshold());
    EXPECT_THAT(known.of(*data->test), testing::Pointwise(testing::FloatEq(), expected.of(*data->test)));
    EXPECT_EQ(known.of(test::DamagedStore(data->test, {1, 2}, 784)).size(), 398U);
}

TEST(Familiarity, RefusesWhatItCannotCompare) {
    const auto data = digits();
    Snapshot snapshot = *loadSnapshot(readyNetworkFile());
    auto other = std::make_shared<DataSet>(*data);
    other->shape = {3, 32, 32};
    EXPECT_THAT(refusal([&] { Familiarity(snapshot, *other); }), HasSubstr("28x28"));
    snapshot.blueprint = std::make_shared<const Blueprint>(
        makeBlueprint(architectureFromText("flat", "dense classes linear"), data->shape, 10));
    snapshot.weights.assign(static_cast<std::size_t>(snapshot.blueprint->flatSize), 0);
    EXPECT_THAT(refusal([&] { Familiarity(snapshot, *data); }, ErrorCategory::Usage), HasSubstr("'flat'"));
    std::stop_source stop;
    stop.request_stop();
    EXPECT_TRUE(Familiarity(*loadSnapshot(readyNetworkFile()), *data, stop.get_token()).of(*data->test).empty());
}

TEST(AreaUnderCurve, IsTheChanceOfTheRightOrder) {
    using Numbers = std::vector<float>;
    EXPECT_EQ(areaUnderCurve(Numbers{3, 4}, Numbers{1, 2}), 1);
    EXPECT_EQ(areaUnderCurve(Numbers{1, 2}, Numbers{3, 4}), 0);
    EXPECT_EQ(areaUnderCurve(Numbers{1, 1}, Numbers{1}), 0.5);
    EXPECT_EQ(areaUnderCurve(Numbers{1, 3}, Numbers{2, 2}), 0.5);
}

} // namespace
} // namespace belfry

// Features of pictures, and when they are kept.
#include "core/base/temporary_folder.h"
#include "core/model/initial_weights.h"
#include "core/model/zoo.h"
#include "core/train/features.h"
#include "tests/core/data/environment.h"
#include "tests/support/damaged_store.h"
#include "tests/support/synthetic.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <numeric>

namespace belfry::test {
namespace {

using testing::ElementsAre;

constexpr ImageShape kSmall{1, 12, 12};
constexpr std::int64_t kCount = 300;

class Features : public testing::Test {
    TemporaryFolder folder_{"belfry-features-test"};
    Environment home_{"XDG_DATA_HOME", folder_.path().string()};

protected:
    Features() {
        const Architecture network =
            architectureFromText("small", "conv 8 3x3 relu\nglobal-avgpool\ndense classes linear\n");
        backbone.blueprint = makeBlueprint(network, kSmall, 4);
        backbone.weights = initialWeights(backbone.blueprint, 3);
    }
    FeatureSource source(double keepEvery = 0) const {
        static const std::vector<std::string> devices{"cpu"};
        return {backbone, backbone.blueprint, devices, 1, keepEvery};
    }
    static std::vector<std::int64_t> all() {
        std::vector<std::int64_t> ids(kCount);
        std::iota(ids.begin(), ids.end(), 0);
        return ids;
    }
    // What another run finds.
    std::int64_t keptNow() const {
        auto ids = all();
        FeatureSource next = source(1e9);
        next.of(*pictures, ids, {}, [](std::int64_t) {});
        return next.kept();
    }
    static std::int64_t files() {
        std::error_code code;
        const std::filesystem::recursive_directory_iterator found(featureFolder(), code);
        return std::ranges::count_if(found, [](const auto& entry) { return entry.path().extension() == ".features"; });
    }

    Backbone backbone{.name = "small", .blueprint = {}, .weights = {}, .origin = {.sha256 = "12"}};
    std::shared_ptr<const ImageStore> pictures = syntheticStore(kCount, kSmall, 4);
};

// They were kept after 512 pictures, which photographs take half a minute for: a process that was killed lost them.
TEST_F(Features, AreKeptWhileTheBackboneLooks) {
    for (const bool often : {true, false}) {
        std::filesystem::remove_all(featureFolder());
        std::vector<std::int64_t> kept;
        auto ids = all();
        source(often ? 0 : 1e9).of(*pictures, ids, {}, [&](std::int64_t) { kept.push_back(files()); });
        EXPECT_THAT(kept, often ? ElementsAre(1, 2, 3, 4, 5) : ElementsAre(0, 0, 0, 0, 0));
        EXPECT_EQ(keptNow(), kCount);
    }
}

TEST_F(Features, AreKeptByAStop) {
    std::stop_source stop;
    auto ids = all();
    const at::Tensor none =
        source(1e9).of(*pictures, ids, stop.get_token(), [&](std::int64_t) { stop.request_stop(); });
    EXPECT_FALSE(none.defined());
    EXPECT_EQ(keptNow(), 64);
}

// Of pictures that cannot be decoded plain grey ones were looked at.
TEST_F(Features, AreOfPicturesThatCanBeRead) {
    const DamagedStore damaged(pictures, {0, 63, 64, 299}, kSmall.bytes());
    auto ids = all(), sound = readableIn(*damaged.sound(), 0, kCount - 4);
    FeatureSource looking = source();
    const at::Tensor found = looking.of(damaged, ids, {}, [](std::int64_t) {}),
                     expected = looking.of(*damaged.sound(), sound, {}, [](std::int64_t) {});
    EXPECT_EQ(ids, readableIn(damaged, 0, kCount));
    EXPECT_EQ(std::ssize(ids), kCount - 4);
    EXPECT_TRUE(found.equal(expected));
    EXPECT_EQ(looking.kept(), kCount - 4);
}

} // namespace
} // namespace belfry::test

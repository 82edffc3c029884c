// The accuracy of classes over a run's weights, with networks that give one answer to all pictures.
#include "core/data/stores.h"
#include "core/runs/run_folder.h"
#include "core/runs/weights_file.h"
#include "core/study/class_trend.h"
#include "tests/core/runs/runs_fixture.h"

namespace belfry {
namespace {

class ClassTrendTest : public RunsTest {
protected:
    ClassTrendTest() { std::filesystem::create_directories(files.weights); }

    // Says `answer` of every picture that is dark, and 2 of every one that is bright.
    static void keep(const std::filesystem::path& file, std::int64_t step, std::size_t answer) {
        Snapshot snapshot;
        snapshot.blueprint = std::make_shared<Blueprint>(
            makeBlueprint(architectureFromText("plain", "dense classes linear"), {1, 1, 1}, 4));
        snapshot.classes = {"ant", "bee", "cow", "none"};
        snapshot.step = step;
        snapshot.weights.resize(static_cast<std::size_t>(snapshot.blueprint->flatSize));
        const BlueprintLayer& last = snapshot.blueprint->layers.back();
        const auto at = [&](int slice) {
            return snapshot.weights.data() + snapshot.blueprint->slices.at(static_cast<std::size_t>(slice)).offset;
        };
        at(last.biasSlice)[answer] = 1;
        at(last.weightSlice)[2] = 9;
        saveSnapshot(file, snapshot);
    }

    std::filesystem::path folder = root / "run";
    RunFiles files{folder};
    std::shared_ptr<const ImageStore> images = memoryStore({0, 0, 0, 255}, {0, 0, 1, 2}, 1);
};

TEST_F(ClassTrendTest, FollowsEachClassAndNamesTheWorstDeclineFirst) {
    keep(files.checkpoint(100), 100, 0);
    keep(files.checkpoint(200), 200, 1);
    keep(files.best, 100, 0); // the same moment as a checkpoint
    overwrite(files.checkpoint(300), "no weights");
    std::vector<double> parts;
    const ClassTrend trend = classTrend(folder, *images, {}, [&parts](double part) { parts.push_back(part); });
    EXPECT_THAT(parts, testing::ElementsAre(0, 0.25, 0.5, 0.75)); // before each of four files
    ASSERT_EQ(trend.moments.size(), 2U);
    EXPECT_THAT(trend.images, testing::ElementsAre(2, 1, 1, 0));
    EXPECT_THAT(trend.moments[0].correct, testing::ElementsAre(2, 0, 1, 0));
    EXPECT_THAT(trend.moments[1].correct, testing::ElementsAre(0, 1, 1, 0));
    EXPECT_EQ(trend.change(0), -1);
    EXPECT_EQ(trend.change(1), 1);
    EXPECT_EQ(trend.change(2), 0);
    EXPECT_EQ(trend.change(3), std::nullopt);
    EXPECT_THAT(trend.worstFirst(), testing::ElementsAre(0, 2, 1, 3));
    EXPECT_THAT(trend.unreadable, testing::ElementsAre(files.checkpoint(300)));
    EXPECT_EQ(trendCsv(trend), "class,images,step 100,step 200,change\n"
                               "ant,2,1,0,-1\n"
                               "cow,1,1,1,0\n"
                               "bee,1,0,1,1\n"
                               "none,0,,,\n");
}

TEST_F(ClassTrendTest, OneMomentHasNoChange) {
    keep(files.final, 100, 0);
    const ClassTrend trend = classTrend(folder, *images);
    EXPECT_EQ(trend.accuracy(0, 0), 1);
    EXPECT_EQ(trend.change(0), std::nullopt);
}

TEST_F(ClassTrendTest, StopsWhenAsked) {
    keep(files.final, 100, 0);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_TRUE(classTrend(folder, *images, stop.get_token()).moments.empty());
}

} // namespace
} // namespace belfry

// One image's way through a run's weights, against probabilities worked out by hand.
#include "core/runs/run_folder.h"
#include "core/runs/weights_file.h"
#include "core/study/image_history.h"
#include "tests/core/runs/runs_fixture.h"

#include <cmath>

namespace belfry {
namespace {

namespace fs = std::filesystem;

class ImageHistoryTest : public RunsTest {
protected:
    ImageHistoryTest() { fs::create_directories(files.weights); }

    // Says exp(b0) : exp(b1) to every picture.
    static void save(const fs::path& file, std::int64_t step, double b0, double b1) {
        Snapshot snapshot;
        snapshot.blueprint = std::make_shared<Blueprint>(
            makeBlueprint(architectureFromText("plain", "dense classes linear"), {1, 4, 4}, 2));
        snapshot.classes = {"cat", "dog"};
        snapshot.data = "pets";
        snapshot.source = "a test";
        snapshot.step = step;
        snapshot.weights.resize(static_cast<std::size_t>(snapshot.blueprint->flatSize));
        const Slice& bias =
            snapshot.blueprint->slices.at(static_cast<std::size_t>(snapshot.blueprint->layers.back().biasSlice));
        snapshot.weights[static_cast<std::size_t>(bias.offset)] = static_cast<float>(b0);
        snapshot.weights[static_cast<std::size_t>(bias.offset) + 1] = static_cast<float>(b1);
        saveSnapshot(file, snapshot);
    }

    fs::path folder = root / "run";
    RunFiles files{folder};
    std::vector<std::uint8_t> image = std::vector<std::uint8_t>(16, 100);
};

TEST_F(ImageHistoryTest, ReturnsClassAndProbabilitiesByStep) {
    save(files.checkpoint(1000), 1000, std::log(4), 0);
    save(files.checkpoint(200), 200, 0, std::log(3));
    save(files.best, 1000, std::log(4), 0); // the same moment as a checkpoint
    save(files.final, 1200, std::log(1.5), 0);
    const ImageHistory history = imageHistory(folder, image, 0);
    ASSERT_EQ(history.moments.size(), 3U);
    EXPECT_TRUE(history.unreadable.empty());
    const struct {
        std::int64_t step;
        int answer;
        double answered, right;
    } expected[] = {{200, 1, 0.75, 0.25}, {1000, 0, 0.8, 0.8}, {1200, 0, 0.6, 0.6}};
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(history.moments[i].step, expected[i].step);
        EXPECT_EQ(history.moments[i].answer, expected[i].answer);
        EXPECT_NEAR(history.moments[i].answerProbability, expected[i].answered, 1e-6);
        EXPECT_NEAR(history.moments[i].trueProbability, expected[i].right, 1e-6);
    }
}

TEST_F(ImageHistoryTest, SkipsDamagedCheckpoints) {
    save(files.checkpoint(100), 100, 0, 0);
    overwrite(files.checkpoint(200), "no weights");
    const ImageHistory history = imageHistory(folder, image, 1);
    ASSERT_EQ(history.moments.size(), 1U);
    EXPECT_NEAR(history.moments[0].trueProbability, 0.5, 1e-6);
    EXPECT_THAT(history.unreadable, testing::ElementsAre(files.checkpoint(200)));
}

TEST_F(ImageHistoryTest, StopsWhenAsked) {
    save(files.checkpoint(100), 100, 0, 0);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_TRUE(imageHistory(folder, image, 1, stop.get_token()).moments.empty());
}

} // namespace
} // namespace belfry

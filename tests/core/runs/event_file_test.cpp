// TensorBoard's event files as files; tests/app/tensorboard_test.py opens them with TensorBoard itself.
#include "core/formats/tfrecord.h"
#include "core/runs/event_file.h"
#include "core/runs/run_recorder.h"
#include "tests/core/runs/runs_fixture.h"

#include <set>

namespace belfry {
namespace {

namespace fs = std::filesystem;
using testing::StartsWith;

Started watchedStart(std::int64_t step = 0) {
    Started started;
    started.plan = namedPlan("watched");
    started.plan.tensorboard = true;
    started.step = step;
    started.blueprint = smallSnapshot(1, 0).blueprint;
    return started;
}

// Sorted by name, as TensorBoard reads them.
std::vector<fs::path> filesIn(const fs::path& folder) {
    std::set<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder))
        files.insert(entry.path());
    return {files.begin(), files.end()};
}

std::int64_t recordsIn(const fs::path& file) {
    const std::string content = readFile(file);
    TfRecordReader reader({reinterpret_cast<const std::uint8_t*>(content.data()), content.size()}, file.string());
    while (reader.next()) {
    }
    return reader.record();
}

TEST_F(RunsTest, EventFileIsWrittenWhenThePlanEnablesIt) {
    const fs::path folder = createRun(namedPlan("watched"), root);
    {
        RunRecorder recorder(folder);
        recorder.onEvent(watchedStart());
        for (std::int64_t step = 1; step <= 50; ++step)
            recorder.onEvent(stepNumber(step));
        recorder.onEvent(epochNumber(1, 970, true));
        recorder.onEvent(Distributions{50, {{"conv1/weight", distributionOf(std::vector<float>{1, 2})}}});
        recorder.onEvent(finishedRun(RunState::Finished));
    }
    const std::vector<fs::path> files = filesIn(RunFiles(folder).tensorboard);
    ASSERT_EQ(files.size(), 1u);
    EXPECT_THAT(files[0].filename().string(), StartsWith("events.out.tfevents."));
    EXPECT_EQ(recordsIn(files[0]), 3 + 50 + 1 + 2 + 1) << "version, start, graph; then one for each event's figures";
}

// A run that is recorded reports them at the end of its epochs, too.
TEST_F(RunsTest, EventFileHasHistogramsAtTheStepsOfThePlan) {
    const Distributions some{0, {{"conv1/weight", distributionOf(std::vector<float>{1, 2})}}};
    for (const std::int64_t every : {0, 4}) {
        Started started = watchedStart();
        started.plan.histogramsEvery = every;
        const fs::path folder = root / std::to_string(every);
        EventFile file(folder, started, std::chrono::system_clock::now());
        for (const std::int64_t step : {4, 6, 8, 12}) {
            Distributions told = some;
            told.step = step;
            file.write(told, {});
        }
        file.flush();
        EXPECT_EQ(recordsIn(filesIn(folder).back()), 3 + (every == 0 ? 8 : 6)) << every;
    }
}

std::size_t countOf(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++count;
    return count;
}

// Ten times a second: of a thousand steps a second the file would be towers and stages more than all else.
TEST_F(RunsTest, EventFileHasTheStagesOfTowersTenTimesASecond) {
    EventFile file(root, watchedStart(), std::chrono::system_clock::now());
    for (std::int64_t number = 1; number <= 1000; ++number) {
        StepDone step{.step = number, .seconds = 0.001 * static_cast<double>(number)};
        step.towers = {{.forward = 2, .exchange = 1, .images = 8}, {.forward = 2, .straggler = 1, .images = 8}};
        file.write(step, {});
    }
    file.flush();
    const std::string content = readFile(filesIn(root).back());
    EXPECT_EQ(countOf(content, "stage/tower0/forward"), 10u);
    EXPECT_EQ(countOf(content, "stage/tower0/exchange"), 10u);
    EXPECT_EQ(countOf(content, "stage/tower1/straggler"), 10u);
    EXPECT_EQ(countOf(content, "stage/tower1/exchange") + countOf(content, "stage/tower0/copy"), 0u);
    EXPECT_EQ(countOf(content, "loss/train"), 1000u);
}

TEST_F(RunsTest, EventFileLeavesOutTowersWithoutAStep) {
    EventFile file(root, watchedStart(), std::chrono::system_clock::now());
    for (std::int64_t number = 1; number <= 4; ++number) {
        StepDone step{.step = number, .seconds = static_cast<double>(number), .staleness = 1};
        step.towers.resize(2);
        step.towers[number == 3 ? 1 : 0] = {.forward = 2, .images = 8};
        file.write(step, {});
    }
    file.flush();
    const std::string content = readFile(filesIn(root).back());
    EXPECT_EQ(countOf(content, "stage/tower0/forward"), 3u);
    EXPECT_EQ(countOf(content, "stage/tower1/forward"), 1u);
}

TEST_F(RunsTest, NoEventFileByDefault) {
    const fs::path folder = createRun(namedPlan("plain"), root);
    Started started = watchedStart();
    started.plan.tensorboard = false;
    RunRecorder recorder(folder);
    recorder.onEvent(started);
    recorder.onEvent(stepNumber(1));
    recorder.flush();
    EXPECT_FALSE(fs::exists(RunFiles(folder).tensorboard));
}

// The second may be the same, or a clock may have been set back.
TEST_F(RunsTest, LaterEventFilesSortAfterEarlierOnes) {
    const std::chrono::system_clock::time_point now{std::chrono::seconds(1'900'000'000)};
    for (const auto time : {now, now, now - std::chrono::hours(5), now + std::chrono::hours(5)}) {
        const std::vector<fs::path> before = fs::exists(root) ? filesIn(root) : std::vector<fs::path>{};
        EventFile file(root, watchedStart(), time);
        file.flush();
        const std::vector<fs::path> after = filesIn(root);
        ASSERT_EQ(after.size(), before.size() + 1);
        EXPECT_TRUE(std::equal(before.begin(), before.end(), after.begin()));
    }
}

TEST(NetworkGraph, ConnectsEveryLayer) {
    const Blueprint blueprint = makeBlueprint(
        architectureFromText(
            "net", "pad 10\nconv 3 3x3 elu\nbatchnorm\nlrn 2\nmaxpool 2x2\ndropout 0.5\ndense classes linear"),
        {1, 8, 8}, 4);
    std::set<std::string> known;
    std::set<std::string> groups;
    for (const GraphNode& node : networkGraph(blueprint)) {
        for (const std::string& input : node.inputs)
            EXPECT_TRUE(known.contains(input)) << node.name << " takes " << input;
        EXPECT_TRUE(known.insert(node.name).second) << node.name << " is there twice";
        groups.insert(node.name.substr(0, node.name.find('/')));
    }
    for (const BlueprintLayer& layer : blueprint.layers)
        EXPECT_TRUE(groups.contains(layer.name)) << layer.name;
    EXPECT_TRUE(known.contains("conv2/Elu"));
    EXPECT_TRUE(known.contains("batchnorm3/variance"));
    EXPECT_TRUE(known.contains("probabilities"));
}

} // namespace
} // namespace belfry

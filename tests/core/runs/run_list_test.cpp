#include "core/runs/metrics_store.h"
#include "core/runs/run_edit.h"
#include "core/runs/run_list.h"
#include "core/runs/run_recorder.h"
#include "core/runs/weights_file.h"
#include "tests/core/runs/runs_fixture.h"

#include <nlohmann/json.hpp>
#include <sys/wait.h>

namespace belfry {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

struct RunListTest : RunsTest {
    fs::path makeRun(const std::string& name, std::int64_t time) const {
        const fs::path folder = createRun(namedPlan(name), root, time);
        RunRecorder recorder(folder);
        recorder.onEvent(stepNumber(1));
        recorder.onEvent(epochNumber(1, 970, true));
        recorder.onEvent(epochNumber(2, 960, false));
        recorder.onEvent(finishedRun(RunState::Finished));
        return folder;
    }
};

TEST_F(RunListTest, ListsTheNewestFirstWithItsFigures) {
    EXPECT_TRUE(listRuns(root).empty());
    makeRun("older", 1'700'000'000);
    const fs::path newer = makeRun("newer", 1'700'100'000);
    const std::vector<RunSummary> runs = listRuns(root);
    ASSERT_EQ(runs.size(), 2U);
    EXPECT_EQ(runs[1].name, "older");
    EXPECT_EQ(runs[0].id, newer.filename().string());
    EXPECT_EQ(runs[0].folder, newer);
    EXPECT_EQ(runs[0].name, "newer");
    EXPECT_EQ(runs[0].data, "mnist");
    EXPECT_EQ(runs[0].network, "lenet");
    EXPECT_EQ(runs[0].towers, 2);
    EXPECT_EQ(runs[0].state, "finished");
    EXPECT_EQ(runs[0].started, 1'700'100'000);
    EXPECT_EQ(runs[0].steps, 200);
    EXPECT_EQ(runs[0].lastValidation, 0.96);
    EXPECT_EQ(runs[0].lastEpoch, 2);
    EXPECT_EQ(runs[0].bestValidation, 0.97);
    EXPECT_EQ(runs[0].bestEpoch, 1);
    EXPECT_EQ(runs[0].test, 0.75);
}

TEST_F(RunListTest, NothingInAFolderStopsTheList) {
    makeRun("good", 1'700'000'000);
    const auto broken = [&](const std::string& name, const auto& breaking) {
        breaking(RunFiles(makeRun(name, 1'700'000'100)));
    };
    broken("no-plan", [](const RunFiles& files) { fs::remove(files.plan); });
    broken("plan-cut", [](const RunFiles& files) { writeFileAtomically(files.plan, "{\"name\":"); });
    broken("plan-foreign", [](const RunFiles& files) { writeFileAtomically(files.plan, "{\"towers\":\"two\"}"); });
    broken("no-record", [](const RunFiles& files) { fs::remove(files.record); });
    broken("record-foreign", [](const RunFiles& files) { writeFileAtomically(files.record, "[1,2]"); });
    fs::create_directories(root / "20240101-000000-empty");
    fs::create_directories(root / "20240101-000000-folders" / "plan.json");
    fs::create_directories(root / ".bin" / "gone");
    writeFileAtomically(root / "notes.txt", "no run");
    const std::vector<RunSummary> runs = listRuns(root);
    ASSERT_EQ(runs.size(), 8U);
    for (const RunSummary& run : runs) {
        EXPECT_EQ(run.state, run.name == "good" ? "finished" : "damaged") << run.id;
        EXPECT_EQ(run.reason.empty(), run.name == "good") << run.id;
    }
    EXPECT_THAT(messageOf(ErrorCategory::Io, [&] { listRuns(root / "notes.txt"); }), HasSubstr("notes.txt"));
}

// A run killed in its first epoch was listed with 0 steps, though metrics.db had them.
TEST_F(RunListTest, InterruptedRunHasItsLastStep) {
    const fs::path folder = createRun(namedPlan("cut"), root);
    {
        RunRecorder recorder(folder);
        for (std::int64_t step = 1; step <= 30; ++step)
            recorder.onEvent(stepNumber(step));
    }
    RunSummary run = summarise(folder);
    EXPECT_EQ(run.state, "interrupted");
    EXPECT_EQ(run.steps, 30);
    EXPECT_DOUBLE_EQ(run.epochs, 0.3);
    EXPECT_EQ(run.seconds, 15);
    EXPECT_EQ(run.imagesPerSecond, 30 * 1024 / 15.0);
    EXPECT_EQ(loadRun(folder).summary.steps, 30);
    writeFileAtomically(RunFiles(folder).metrics, "no database");
    run = summarise(folder);
    EXPECT_EQ(run.state, "interrupted");
    EXPECT_EQ(run.steps, 0);
}

TEST_F(RunListTest, OtherFoldersAreLeftOut) {
    const fs::path run = makeRun("run", 1'700'000'000);
    writeFileAtomically(run / "plan.json", "{");
    fs::create_directories(root / "empty");
    fs::create_directories(root / "20240101-000000-photos");
    writeFileAtomically(root / "20240101-000000-photos" / "cat", "x");
    fs::create_directories(root / "plans");
    writeFileAtomically(root / "plans" / "plan.json", "{}");
    writeFileAtomically(root / "plans" / "run.json", "{}");
    ASSERT_EQ(listRuns(root).size(), 1U);
    EXPECT_EQ(listRuns(root).at(0).folder, run);
    fs::rename(run, root / "moved by hand");
    EXPECT_EQ(listRuns(root).at(0).id, "moved by hand");
}

// Files of writers that were killed lay in the folders for ever.
TEST_F(RunListTest, ListingRemovesFilesOfKilledWriters) {
    const RunFiles files(makeRun("swept", 1'700'000'000));
    const pid_t child = ::fork();
    if (child == 0)
        ::_exit(0);
    ::waitpid(child, nullptr, 0);
    const std::string temporary = ".tmp" + std::to_string(child);
    for (const fs::path& file : {files.record, files.best}) {
        overwrite(file.string() + temporary, "half of it");
        fs::last_write_time(file.string() + temporary, fs::file_time_type::clock::now() - std::chrono::hours(1));
    }
    EXPECT_EQ(listRuns(root).size(), 1U);
    for (const fs::path& file : {files.record, files.best})
        EXPECT_FALSE(fs::exists(file.string() + temporary));
    EXPECT_TRUE(fs::exists(files.record));
}

TEST_F(RunListTest, FindsByFolderByNameAndByPath) {
    const fs::path folder = makeRun("My run", 1'700'000'000);
    const std::string id = folder.filename().string();
    for (const std::string& wanted : {id, std::string("My run"), folder.string(), folder.string() + "/"})
        EXPECT_EQ(findRun(wanted, root).id, id) << wanted;
    EXPECT_EQ(findRun(folder.string(), root / "elsewhere").id, id);
}

TEST_F(RunListTest, UnknownRunsGetASuggestion) {
    EXPECT_THAT(messageOf(ErrorCategory::Usage, [&] { findRun("any", root); }),
                AllOf(HasSubstr("none yet"), HasSubstr(root.string())));
    makeRun("first try", 1'700'000'000);
    EXPECT_THAT(messageOf(ErrorCategory::Usage, [&] { findRun("frist try", root); }),
                HasSubstr("did you mean 'first try'?"));
    for (const char* wanted : {"", "..", ".", "/", "/nowhere/at/all", "../.."})
        messageOf(ErrorCategory::Usage, [&] { findRun(wanted, root); });
    makeRun("first try", 1'700'000'000);
    EXPECT_THAT(messageOf(ErrorCategory::Usage, [&] { findRun("first try", root); }),
                AllOf(HasSubstr("2 runs are named"), HasSubstr("first-try-2")));
}

TEST_F(RunListTest, RenamingKeepsTheFolder) {
    const fs::path folder = makeRun("before", 1'700'000'000);
    renameRun(folder, "después");
    EXPECT_EQ(findRun("después", root).folder, folder);
    for (const std::string& bad : {std::string(), std::string("two\nlines"), std::string(201, 'x')})
        messageOf(ErrorCategory::Usage, [&] { renameRun(folder, bad); });
    EXPECT_EQ(summarise(folder).name, "después");
    EXPECT_EQ(loadRun(folder).plan.name, "before"); // what was asked for stays
}

TEST_F(RunListTest, DeletedRunsAreInTheTrash) {
    const fs::path first = makeRun("twice", 1'700'000'000);
    const fs::path bin = root / ".bin";
    EXPECT_EQ(deleteRun(first), bin / first.filename());
    const fs::path second = makeRun("twice", 1'700'000'000);
    EXPECT_EQ(second, first);
    EXPECT_EQ(deleteRun(second.string() + "/").filename().string(), first.filename().string() + "-2");
    EXPECT_TRUE(listRuns(root).empty());
    EXPECT_EQ(loadRun(bin / first.filename()).epochs.size(), 2U);
}

TEST_F(RunListTest, OnlyEndedRunsAreDeleted) {
    const fs::path going = createRun(namedPlan("going"), root);
    EXPECT_THAT(messageOf(ErrorCategory::Usage, [&] { deleteRun(going); }), HasSubstr("Stop it first"));
    fs::create_directories(root.parent_path() / "photos");
    writeFileAtomically(root.parent_path() / "photos" / "cat", "x");
    EXPECT_THAT(messageOf(ErrorCategory::Usage, [&] { deleteRun(root.parent_path() / "photos"); }),
                HasSubstr("is not a run folder"));
    EXPECT_TRUE(fs::exists(root.parent_path() / "photos" / "cat"));
    messageOf(ErrorCategory::Usage, [&] { deleteRun(root / "none"); });
    EXPECT_TRUE(fs::exists(going));
}

// Any empty folder, and any with a plan.json in it, was taken for a run.
TEST_F(RunListTest, OnlyRunFoldersAreDeleted) {
    const fs::path plans = root.parent_path() / "plans", empty = root.parent_path() / "empty";
    fs::create_directories(empty);
    fs::create_directories(plans);
    writeFileAtomically(plans / "plan.json", "{}");
    writeFileAtomically(plans / "run.json", "{\"state\":\"finished\"}");
    const fs::path damaged = makeRun("damaged", 1'700'000'000), moved = root / "moved by hand";
    writeFileAtomically(RunFiles(damaged).record, "{");
    for (const fs::path& folder : {empty, plans, plans / "", root})
        EXPECT_THAT(messageOf(ErrorCategory::Usage, [&] { deleteRun(folder); }), HasSubstr("is not a run folder"));
    EXPECT_TRUE(fs::exists(plans / "plan.json"));
    EXPECT_TRUE(fs::exists(empty));
    deleteRun(damaged); // its name tells it
    fs::rename(makeRun("moved", 1'700'000'000), moved);
    deleteRun(moved); // its record does
    EXPECT_TRUE(listRuns(root).empty());
}

TEST_F(RunListTest, RunOfAnotherMachineIsRunningWhileItWrites) {
    const fs::path folder = createRun(namedPlan("far"), root);
    RunRecord record = newRunRecord();
    record.process.host = "another-machine";
    writeRunRecord(RunFiles(folder).record, record);
    EXPECT_EQ(summarise(folder).state, "running");
    for (const fs::path& path : {RunFiles(folder).record, RunFiles(folder).plan})
        fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(1));
    EXPECT_EQ(summarise(folder).state, "interrupted");
    EXPECT_THAT(summarise(folder).reason, HasSubstr("another-machine"));
}

TEST_F(RunListTest, DamagedMetricsAreOneSentence) {
    const fs::path folder = makeRun("damaged", 1'700'000'000);
    writeFileAtomically(RunFiles(folder).metrics, "no database");
    EXPECT_THAT(messageOf(ErrorCategory::Data, [&] { loadRun(folder); }), HasSubstr("metrics.db"));
    EXPECT_EQ(summarise(folder).state, "finished"); // its figures and weights are as good as before
}

TEST_F(RunListTest, PreferredWeights) {
    const fs::path folder = createRun(namedPlan("weights"), root);
    const RunFiles files(folder);
    EXPECT_THAT(messageOf(ErrorCategory::Data, [&] { runWeights(folder).preferred(); }), HasSubstr("No weights"));
    for (const std::int64_t step : {900, 1000, 100})
        saveSnapshot(files.checkpoint(step), smallSnapshot(1, step));
    writeFileAtomically(files.weights / "step-x.safetensors", "not ours");
    writeFileAtomically(files.weights / "best.safetensors.tmp12", "half of it");
    EXPECT_EQ(runWeights(folder).checkpoints,
              (std::vector<fs::path>{files.checkpoint(100), files.checkpoint(900), files.checkpoint(1000)}));
    EXPECT_EQ(runWeights(folder).preferred(), files.checkpoint(1000));
    saveSnapshot(files.final, smallSnapshot(1, 1));
    EXPECT_EQ(runWeights(folder).preferred(), files.final);
    saveSnapshot(files.best, smallSnapshot(1, 1));
    EXPECT_EQ(runWeights(folder).preferred(), files.best);
}

} // namespace
} // namespace belfry

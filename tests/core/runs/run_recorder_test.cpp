#include "core/runs/metrics_store.h"
#include "core/runs/run_edit.h"
#include "core/runs/run_list.h"
#include "core/runs/run_lock.h"
#include "core/runs/run_recorder.h"
#include "core/runs/weights_file.h"
#include "tests/core/runs/runs_fixture.h"
#include "tests/support/full_disk.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>
#include <optional>
#include <thread>

namespace belfry {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

Started startOf(const std::string& name) {
    Started started;
    started.plan = namedPlan(name);
    started.plan.devices = {"cpu"};
    started.placement = {{0, "cpu", "a processor", "", 1, 5 << 20, 512},
                         {1, "cpu", "a processor", "", 1, 5 << 20, 512}};
    started.remarks = {Text::verbatim("2 towers share cpu")};
    started.trainImages = 55'000;
    started.parameters = 61'706;
    return started;
}

void recordSteps(RunRecorder& recorder, std::int64_t from, std::int64_t to) {
    for (std::int64_t i = from; i <= to; ++i)
        recorder.onEvent(stepNumber(i));
}

// Runs `work` in a process of its own and returns its exit status.
int inChild(const std::function<int()>& work) {
    const pid_t child = ::fork();
    if (child == 0)
        ::_exit(work());
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// A folder whose metrics.db could not be created said "running" for ever.
TEST_F(RunsTest, FolderIsRemovedWhenItsRecorderCannotOpen) {
    const int status = inChild([this] {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{4000, 4000}; // bytes: plan.json and run.json are smaller, a page of SQLite is not
        ::setrlimit(RLIMIT_FSIZE, &limit);
        try {
            recordNewRun(namedPlan("full"), {}, root);
        } catch (const Error& error) {
            return std::string_view(error.what()).find("metrics.db") != std::string_view::npos ? 0 : 1;
        }
        return 2;
    });
    EXPECT_EQ(status, 0);
    EXPECT_TRUE(fs::is_empty(root));
    const auto recorder = recordNewRun(namedPlan("whole"), {}, root);
    EXPECT_TRUE(fs::exists(recorder->files().metrics));
    EXPECT_EQ(readRunRecord(recorder->files().record).state, "running");
}

// A start that failed once it had a folder, as where a rank was lost just then, left a run of no steps in the list.
TEST_F(RunsTest, FolderOfARunThatDidNotBeginIsRemoved) {
    recordNewRun(namedPlan("failed"), {}, root);
    EXPECT_TRUE(fs::is_empty(root));
    recordNewRun(namedPlan("begun"), {}, root)->onEvent(startOf("begun"));
    EXPECT_FALSE(fs::is_empty(root));
}

TEST_F(RunsTest, WholeRunIsRecorded) {
    const fs::path folder = createRun(namedPlan("whole"), root);
    {
        RunRecorder recorder(folder);
        recorder.onEvent(startOf("whole"));
        recordSteps(recorder, 1, 100);
        EXPECT_EQ(recorder.save(smallSnapshot(1, 100), CheckpointKind::Best), RunFiles(folder).best);
        recorder.onEvent(CheckpointSaved{100, RunFiles(folder).best, true});
        recorder.onEvent(epochNumber(1, 970, true));
        recorder.onEvent(
            SettingChanged{.step = 150, .text = Text::verbatim("learning rate 0.001 -> 0.0003"), .field = {}});
        recordSteps(recorder, 101, 200);
        recorder.onEvent(epochNumber(2, 960, false));
        recorder.onEvent(Warning{Text::verbatim("the disk is slow")});
        EXPECT_EQ(recorder.save(smallSnapshot(2, 150), CheckpointKind::Regular), RunFiles(folder).checkpoint(150));
        EXPECT_EQ(recorder.save(smallSnapshot(3, 200), CheckpointKind::Final), RunFiles(folder).final);
        recorder.onEvent(finishedRun(RunState::Finished));
        // Finished returns when all is on the disk: read before the recorder is gone.
        EXPECT_EQ(readSteps(RunFiles(folder).metrics).size(), 200U);
        EXPECT_EQ(readRunRecord(RunFiles(folder).record).state, "finished");
    }
    const RunDetails details = loadRun(folder);
    EXPECT_EQ(details.plan.devices, std::vector<std::string>{"cpu"}); // as it was resolved
    EXPECT_EQ(details.record.state, "finished");
    EXPECT_EQ(details.record.imagesPerSecond, 51'200);
    EXPECT_EQ(details.record.startupSeconds, 1.5);
    EXPECT_EQ(details.epochs.size(), 2U);
    EXPECT_EQ(readMarks(RunFiles(folder).metrics).size(), 1U);
    EXPECT_EQ(loadSnapshot(*runWeights(folder).final)->step, 200);
    EXPECT_THAT(readFile(RunFiles(folder).log),
                AllOf(HasSubstr("network lenet, 61706 parameters"), HasSubstr("2 towers, 1024 images a step"),
                      HasSubstr("2 towers share cpu"), HasSubstr("step 10, epoch 0.10: loss 0.2000, accuracy 50.00 %"),
                      HasSubstr("2048 images/s"), HasSubstr("saved best.safetensors (best so far)"),
                      HasSubstr("epoch 1: training loss 0.5000"), HasSubstr("step 150: learning rate 0.001 -> 0.0003"),
                      HasSubstr("warning: the disk is slow"), HasSubstr("finished after 200 steps"),
                      HasSubstr("best validation accuracy 97.00 % in epoch 1"), testing::Not(HasSubstr("step 11,"))));
}

TEST_F(RunsTest, StepsAreCommittedDuringTheRun) {
    const fs::path folder = createRun(namedPlan("going"), root);
    RunRecorder recorder(folder);
    recordSteps(recorder, 1, 50);
    recorder.flush();
    EXPECT_EQ(readSteps(RunFiles(folder).metrics).size(), 50U);
    EXPECT_EQ(summarise(folder).state, "running");
}

TEST_F(RunsTest, AnAbandonedRecorderMarksTheRunInterrupted) {
    const fs::path folder = createRun(namedPlan("left"), root);
    {
        RunRecorder recorder(folder);
        recordSteps(recorder, 1, 5);
    }
    EXPECT_EQ(readRunRecord(RunFiles(folder).record).state, "interrupted");
    EXPECT_EQ(readSteps(RunFiles(folder).metrics).size(), 5U);
}

TEST_F(RunsTest, FailureKeepsItsMessage) {
    const fs::path folder = createRun(namedPlan("nan"), root);
    RunRecorder recorder(folder);
    recorder.onEvent(finishedRun(RunState::Failed, "The loss is not a number at step 7. Lower the rate."));
    EXPECT_EQ(summarise(folder).state, "failed");
    EXPECT_THAT(summarise(folder).reason, HasSubstr("step 7"));
    EXPECT_THAT(readFile(RunFiles(folder).log), HasSubstr("Lower the rate."));
}

TEST_F(RunsTest, RecorderRefusesAnUnwritableFolder) {
    const fs::path folder = createRun(namedPlan("blocked"), root);
    fs::create_directory(RunFiles(folder).log);
    EXPECT_THAT(messageOf(ErrorCategory::Io, [&] { RunRecorder recorder(folder); }), HasSubstr("log.txt"));
    messageOf(ErrorCategory::Io, [&] { RunRecorder recorder(root / "none"); });
}

// The disk fills in the middle: one warning, the run goes on, and what was written before is whole.
TEST_F(RunsTest, FullDiskIsOneWarning) {
    const fs::path folder = createRun(namedPlan("full"), root);
    const int status = inChild([&] {
        std::signal(SIGXFSZ, SIG_IGN);
        int warnings = 0;
        RunRecorder recorder(folder, [&](const Text& text) {
            warnings += text.english().find("no longer recorded") != std::string::npos ? 1 : 100;
        });
        recordSteps(recorder, 1, 100);
        recorder.flush();
        const rlimit limit{128 << 10, 128 << 10};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        for (std::int64_t part = 0; part < 20; ++part) {
            recordSteps(recorder, 101 + part * 100, 200 + part * 100);
            recorder.flush();
        }
        recorder.onEvent(finishedRun(RunState::Finished));
        return warnings;
    });
    EXPECT_EQ(status, 1);
    EXPECT_GE(readSteps(RunFiles(folder).metrics).size(), 100U);
    EXPECT_EQ(summarise(folder).state, "finished"); // small files still fit
}

// On a full disk a run that was stopped said "running" until the program ended, so that it could not be deleted.
TEST_F(RunsTest, ARunWhoseEndCannotBeWrittenIsInterrupted) {
    const fs::path folder = createRun(namedPlan("tight"), root);
    EXPECT_EQ(summarise(folder).state, "running") << "its recorder is not there yet";
    std::optional<RunRecorder> recorder(std::in_place, folder);
    recordSteps(*recorder, 1, 5);
    recorder->flush();
    EXPECT_EQ(summarise(folder).state, "running");
    {
        const FullDisk full;
        recorder->onEvent(finishedRun(RunState::Stopped));
        EXPECT_EQ(summarise(folder).state, "running") << "it may still save its weights";
        recorder.reset();
    }
    ASSERT_EQ(readRunRecord(RunFiles(folder).record).state, "running");
    EXPECT_EQ(summarise(folder).state, "interrupted");
    EXPECT_THAT(summarise(folder).reason, HasSubstr("Make room on the disk"));
    deleteRun(folder);
    EXPECT_FALSE(fs::exists(folder));
}

// Asking who holds the lock must not get in a recorder's way.
TEST_F(RunsTest, TheLockIsAskedAboutWithoutBeingHeld) {
    const fs::path folder = createRun(namedPlan("asked"), root);
    const fs::path file = RunFiles(folder).lock;
    EXPECT_EQ(RunLock::isHeld(file), std::nullopt);
    std::jthread asking([&](const std::stop_token& done) {
        while (!done.stop_requested())
            RunLock::isHeld(file);
    });
    for (int round = 0; round < 200; ++round) {
        const RunLock lock(file);
        EXPECT_EQ(RunLock::isHeld(file), true);
    }
    asking.request_stop();
    asking.join();
    EXPECT_EQ(RunLock::isHeld(file), false);
}

TEST_F(RunsTest, CheckpointThatDoesNotFitKeepsTheOldOne) {
    const fs::path folder = createRun(namedPlan("tight"), root);
    const int status = inChild([&] {
        std::signal(SIGXFSZ, SIG_IGN);
        RunRecorder recorder(folder);
        recorder.save(smallSnapshot(1, 10), CheckpointKind::Best);
        const rlimit limit{512, 512};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        try {
            recorder.save(smallSnapshot(2, 20), CheckpointKind::Best);
        } catch (const Error& error) {
            return error.category() == ErrorCategory::Io ? 0 : 1;
        }
        return 2;
    });
    EXPECT_EQ(status, 0);
    EXPECT_EQ(loadSnapshot(RunFiles(folder).best)->step, 10);
    EXPECT_EQ(std::distance(fs::directory_iterator(RunFiles(folder).weights), fs::directory_iterator()), 1);
}

// The way back from a rate that ruins the run.
TEST_F(RunsTest, TheCheckpointBeforeTheLatestRateIsKept) {
    const fs::path folder = createRun(namedPlan("kept"), root);
    RunRecorder recorder(folder);
    Started started;
    started.plan.checkpointsKept = 2;
    recorder.onEvent(started);
    const auto save = [&](std::int64_t step) { recorder.save(smallSnapshot(1, step), CheckpointKind::Regular); };
    const auto change = [&](const char* field, std::int64_t step) {
        recorder.onEvent(SettingChanged{.step = step, .text = Text::verbatim("changed"), .field = field});
    };
    const auto kept = [&] {
        std::vector<std::string> names;
        for (const fs::path& file : runWeights(folder).checkpoints)
            names.push_back(file.stem().string());
        return names;
    };
    save(100);
    change("learning_rate", 100);
    for (const std::int64_t step : {200, 300, 400})
        save(step);
    change("epochs", 400);
    EXPECT_THAT(kept(), testing::ElementsAre("step-100", "step-300", "step-400"));
    change("learning_rate", 400);
    for (const std::int64_t step : {500, 600})
        save(step);
    EXPECT_THAT(kept(), testing::ElementsAre("step-400", "step-500", "step-600"));
}

} // namespace
} // namespace belfry

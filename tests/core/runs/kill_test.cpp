// A process that records is killed (SIGKILL) at moments it cannot foresee: what is on the disk is whole, and nothing
// that was flushed is lost.
#include "core/base/random.h"
#include "core/runs/branch.h"
#include "core/runs/metrics_store.h"
#include "core/runs/resume.h"
#include "core/runs/run_edit.h"
#include "core/runs/run_list.h"
#include "core/runs/run_recorder.h"
#include "core/runs/weights_file.h"
#include "tests/core/runs/runs_fixture.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

namespace belfry {
namespace {

namespace fs = std::filesystem;

constexpr int kKills = 20;
constexpr std::int64_t kStepsBetweenFlushes = 25;

// Records until it is killed; tells by the pipe which step is surely on the disk.
[[noreturn]] void recordForEver(const fs::path& folder, int pipe) {
    RunRecorder recorder(folder);
    for (std::int64_t step = 1;; ++step) {
        recorder.onEvent(stepNumber(step));
        if (step % 10 == 0)
            recorder.save(smallSnapshot(static_cast<float>(step), step), CheckpointKind::Best);
        if (step % 40 == 0)
            recorder.onEvent(epochNumber(step / 40, 900, true));
        if (step % kStepsBetweenFlushes != 0)
            continue;
        recorder.flush();
        if (::write(pipe, &step, sizeof(step)) != sizeof(step))
            ::_exit(1);
    }
}

// Lets a child record until it has told of `flushes`, kills it at once and returns the last step it told of.
std::int64_t killAfter(std::uint64_t flushes, const fs::path& folder) {
    int pipe[2];
    EXPECT_EQ(::pipe(pipe), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        ::close(pipe[0]);
        recordForEver(folder, pipe[1]);
    }
    ::close(pipe[1]);
    std::int64_t step = 0;
    for (std::uint64_t i = 0; i < flushes; ++i)
        EXPECT_EQ(::read(pipe[0], &step, sizeof(step)), static_cast<ssize_t>(sizeof(step)));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    while (::read(pipe[0], &step, sizeof(step)) == static_cast<ssize_t>(sizeof(step))) // told just before it died
        continue;
    ::close(pipe[0]);
    return step;
}

void expectWholeDatabase(const fs::path& path, std::int64_t surely) {
    if (!fs::exists(path)) {
        EXPECT_EQ(surely, 0); // killed before it was made
        return;
    }
    {
        SQLite::Database database(path.string(), SQLite::OPEN_READWRITE);
        EXPECT_EQ(database.execAndGet("PRAGMA integrity_check").getString(), "ok");
    }
    const std::vector<StepDone> steps = readSteps(path);
    EXPECT_GE(static_cast<std::int64_t>(steps.size()), surely);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        ASSERT_EQ(steps[i].step, static_cast<std::int64_t>(i) + 1);
        ASSERT_EQ(steps[i].towers.size(), 2U); // a step's rows come together
    }
}

void expectWholeWeights(const fs::path& folder) {
    const RunWeights weights = runWeights(folder);
    if (!weights.best)
        return;
    const auto snapshot = loadSnapshot(*weights.best);
    EXPECT_EQ(snapshot->weights, smallSnapshot(static_cast<float>(snapshot->step), snapshot->step).weights);
}

TEST_F(RunsTest, KilledRunsAreIntact) {
    RandomStream random(1, Purpose::Sample);
    for (int i = 0; i < kKills; ++i) {
        const fs::path folder = createRun(namedPlan("killed"), root);
        // run.json names this process; the child's own would be gone after the kill.
        const std::int64_t surely = killAfter(random.below(12), folder);
        expectWholeDatabase(RunFiles(folder).metrics, surely);
        expectWholeWeights(folder);
        EXPECT_NE(summarise(folder).state, "damaged") << summarise(folder).reason;
    }
}

// A branch was among the runs before it had its checkpoint: killed then, it was a run that could not be resumed.
TEST_F(RunsTest, ABranchIsWholeOnceItIsListed) {
    const fs::path parent = createRun(namedPlan("parent"), root);
    Snapshot checkpoint = smallSnapshot(1, 100);
    auto training = std::make_shared<TrainingState>();
    training->step = 100;
    training->settings = liveSettings(Plan{});
    checkpoint.training = training;
    saveSnapshot(RunFiles(parent).checkpoint(100), checkpoint);
    const auto foldersOf = [this] {
        std::error_code none; // of a root that is not there yet
        std::ptrdiff_t found = 0;
        for (const fs::path& folder : {root, root / ".unfinished"})
            found += std::ranges::distance(fs::directory_iterator(folder, none));
        return found;
    };
    for (int i = 0; i < kKills; ++i) {
        const std::ptrdiff_t before = foldersOf();
        const pid_t child = ::fork();
        if (child == 0) {
            branchRun(parent, std::nullopt);
            ::_exit(0);
        }
        while (foldersOf() == before && ::waitpid(child, nullptr, WNOHANG) == 0)
            continue; // until it has begun
        ::kill(child, SIGKILL);
        ::waitpid(child, nullptr, 0);
    }
    for (const RunSummary& run : listRuns(root)) {
        if (run.folder == parent)
            continue;
        std::vector<Text> remarks;
        EXPECT_EQ(run.parent, parent.filename().string());
        EXPECT_NE(newestCheckpoint(run.folder, remarks), nullptr);
    }
}

TEST_F(RunsTest, KilledRunIsReportedAsInterrupted) {
    int pipe[2];
    ASSERT_EQ(::pipe(pipe), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        const fs::path folder = createRun(namedPlan("gone"), root);
        recordForEver(folder, pipe[1]);
    }
    std::int64_t step = 0;
    ASSERT_EQ(::read(pipe[0], &step, sizeof(step)), static_cast<ssize_t>(sizeof(step)));
    EXPECT_EQ(listRuns(root).at(0).state, "running");
    messageOf(ErrorCategory::Usage, [&] { deleteRun(listRuns(root).at(0).folder); });
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    EXPECT_EQ(listRuns(root).at(0).state, "interrupted");
    EXPECT_GE(listRuns(root).at(0).steps, step); // which is in its first epoch
    EXPECT_THAT(listRuns(root).at(0).reason, testing::HasSubstr(std::to_string(child)));
    ::close(pipe[0]);
    ::close(pipe[1]);
}

} // namespace
} // namespace belfry

// The index: as good as the folders, at little cost, and never in the way.
#include "core/runs/run_edit.h"
#include "core/runs/run_index.h"
#include "core/runs/run_record.h"
#include "tests/core/runs/runs_fixture.h"

#include <SQLiteCpp/SQLiteCpp.h>

namespace belfry {
namespace {

namespace fs = std::filesystem;

struct RunIndexTest : RunsTest {
    fs::path ended(const std::string& name, std::int64_t time) const {
        const fs::path folder = createRun(namedPlan(name), root, time);
        RunRecord record = newRunRecord();
        record.started = time;
        apply(record, epochNumber(2, 960, true));
        apply(record, finishedRun(RunState::Finished));
        writeRunRecord(RunFiles(folder).record, record);
        return folder;
    }
    void makeThree() const {
        ended("first", 1'700'000'000);
        ended("second", 1'700'100'000);
        renameRun(ended("third", 1'700'200'000), "drei");
        tagRun(listRuns(root).at(0).folder, {"seed", "a \"quoted\" one"});
        RunRecord branch = readRunRecord(RunFiles(listRuns(root).at(0).folder).record);
        branch.parent = listRuns(root).at(2).id;
        branch.parentStep = 100;
        writeRunRecord(RunFiles(listRuns(root).at(0).folder).record, branch);
    }
};

TEST_F(RunIndexTest, MatchesTheFolders) {
    EXPECT_TRUE(RunIndex(root).runs().empty());
    EXPECT_FALSE(fs::exists(root)); // nothing is made before there is a run
    makeThree();
    RunIndex index(root);
    EXPECT_EQ(index.runs(), listRuns(root));
    EXPECT_EQ(index.read(), 3);
    EXPECT_EQ(index.runs(), listRuns(root));
    EXPECT_EQ(index.read(), 0);
    RunIndex again(root); // from the file
    EXPECT_EQ(again.runs(), listRuns(root));
    EXPECT_EQ(again.read(), 0);
    EXPECT_EQ(again.runs().at(0).parentStep, 100);
    EXPECT_EQ(again.runs().at(0).tags.at(1), "a \"quoted\" one");
}

TEST_F(RunIndexTest, ReadsOnlyChanges) {
    makeThree();
    RunIndex index(root);
    const std::vector<RunSummary> before = index.runs();
    noteRun(before.at(1).folder, "looked at");
    EXPECT_EQ(index.runs().at(1).note, "looked at");
    EXPECT_EQ(index.read(), 1);
    deleteRun(before.at(2).folder);
    EXPECT_EQ(index.runs().size(), 2U);
    ended("fourth", 1'700'300'000);
    EXPECT_EQ(index.runs().at(0).name, "fourth");
    EXPECT_EQ(index.read(), 1);
    EXPECT_EQ(RunIndex(root).runs(), listRuns(root));
}

// A run that goes on is looked at each time: its process may be gone, and nothing in its folder would say so.
TEST_F(RunIndexTest, FindsAnInterruptedRun) {
    const fs::path folder = createRun(namedPlan("going"), root);
    RunIndex index(root);
    EXPECT_EQ(index.runs().at(0).state, "running");
    RunRecord record = readRunRecord(RunFiles(folder).record);
    record.process.startTicks = 1; // another process had this number
    writeRunRecord(RunFiles(folder).record, record);
    EXPECT_EQ(index.runs().at(0).state, "interrupted");
    EXPECT_EQ(RunIndex(root).runs().at(0).state, "interrupted");
}

TEST_F(RunIndexTest, IsRebuiltWhenMissingDamagedOrOfAnotherVersion) {
    makeThree();
    const fs::path file = RunIndex(root).file();
    const auto expectRebuilt = [&](const char* what) {
        RunIndex index(root);
        EXPECT_EQ(index.runs(), listRuns(root)) << what;
        EXPECT_EQ(index.read(), 3) << what;
        RunIndex again(root);
        again.runs();
        EXPECT_EQ(again.read(), 0) << what;
    };
    RunIndex(root).runs();
    fs::remove(file);
    expectRebuilt("lost");
    const std::string whole = readFile(file);
    overwrite(file, "no database at all, but long enough to be looked at twice");
    expectRebuilt("foreign");
    overwrite(file, whole.substr(0, whole.size() / 2));
    expectRebuilt("cut");
    std::string scrambled = whole;
    for (std::size_t i = 100; i < scrambled.size(); i += 3)
        scrambled[i] = static_cast<char>(scrambled[i] ^ 0x5a);
    overwrite(file, scrambled);
    expectRebuilt("scrambled");
    SQLite::Database(file.string(), SQLite::OPEN_READWRITE).exec("PRAGMA user_version=99");
    expectRebuilt("another version");
    SQLite::Database(file.string(), SQLite::OPEN_READWRITE).exec("UPDATE runs SET tags='no list'");
    expectRebuilt("foreign tags");
}

TEST_F(RunIndexTest, AnUnwritableIndexCostsOnlyTime) {
    makeThree();
    fs::create_directories(RunIndex(root).file() / "in the way"); // a folder that is not empty
    RunIndex index(root);
    EXPECT_EQ(index.runs(), listRuns(root));
    EXPECT_EQ(index.runs(), listRuns(root));
    EXPECT_EQ(index.read(), 0);
}

TEST_F(RunIndexTest, DamagedFoldersAreRowsWithAMessage) {
    makeThree();
    const fs::path broken = listRuns(root).at(1).folder;
    overwrite(RunFiles(broken).record, "{");
    RunIndex index(root);
    const RunSummary run = index.runs().at(1);
    EXPECT_EQ(run.state, "damaged");
    EXPECT_THAT(run.reason, testing::HasSubstr("run.json"));
    EXPECT_THAT(messageOf(ErrorCategory::Io, [&] { RunIndex(RunFiles(broken).plan).runs(); }),
                testing::HasSubstr("plan.json"));
}

} // namespace
} // namespace belfry

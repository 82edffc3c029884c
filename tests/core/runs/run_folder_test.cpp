#include "core/runs/run_record.h"
#include "tests/core/runs/runs_fixture.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdlib>
#include <set>
#include <thread>

namespace belfry {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

TEST_F(RunsTest, FolderIsNamedByTimeAndNameAndHoldsThePlan) {
    const fs::path folder = createRun(namedPlan("My LeNet: 4 towers!"), root);
    EXPECT_THAT(folder.filename().string(), testing::MatchesRegex("[0-9]{8}-[0-9]{6}-my-lenet-4-towers"));
    EXPECT_EQ(readPlanFile(RunFiles(folder).plan), namedPlan("My LeNet: 4 towers!"));
    const RunRecord record = readRunRecord(RunFiles(folder).record);
    EXPECT_EQ(record.state, "running");
    EXPECT_EQ(record.process, thisProcess());
    EXPECT_FALSE(record.version.empty());
}

TEST_F(RunsTest, RunsOfTheSameSecondGetSeparateFolders) {
    const fs::path first = createRun(namedPlan("twin"), root, 1'700'000'000);
    writeFileAtomically(first / "kept", "as it was");
    const fs::path second = createRun(namedPlan("twin"), root, 1'700'000'000);
    EXPECT_EQ(second.filename().string(), first.filename().string() + "-2");
    EXPECT_EQ(createRun(namedPlan("twin"), root, 1'700'000'000).filename().string(), first.filename().string() + "-3");
    EXPECT_EQ(readFile(first / "kept"), "as it was");
    EXPECT_FALSE(fs::exists(second / "kept"));
}

TEST_F(RunsTest, ManyThreadsNeverShareAFolder) {
    std::vector<fs::path> folders(32);
    {
        std::vector<std::jthread> threads;
        for (std::size_t t = 0; t < 4; ++t)
            threads.emplace_back([&, t] {
                for (std::size_t i = t; i < folders.size(); i += 4)
                    folders[i] = createRun(namedPlan("crowd"), root, 1'700'000'000);
            });
    }
    EXPECT_EQ(std::set<fs::path>(folders.begin(), folders.end()).size(), folders.size());
}

TEST_F(RunsTest, UnwritableRootIsRefusedWithOneSentence) {
    fs::create_directories(root);
    writeFileAtomically(root / "file", "x");
    for (const fs::path& bad : {root / "file", root / "file" / "runs", fs::path("/proc/belfry-runs")})
        EXPECT_THAT(messageOf(ErrorCategory::Io, [&] { createRun(namedPlan("a"), bad); }), HasSubstr(bad.string()));
}

TEST_F(RunsTest, RootComesFromTheEnvironment) {
    const char* before = std::getenv("BELFRY_RUNS");
    const std::string kept = before ? before : "";
    ::setenv("BELFRY_RUNS", root.c_str(), 1);
    EXPECT_EQ(runsRoot(), root);
    ::unsetenv("BELFRY_RUNS");
    EXPECT_EQ(runsRoot(), userDataFolder() / "runs");
    if (before)
        ::setenv("BELFRY_RUNS", kept.c_str(), 1);
}

TEST(FolderName, KeepsOnlyPortableCharacters) {
    EXPECT_EQ(folderNameFrom("../../etc/passwd"), "etc-passwd");
    EXPECT_EQ(folderNameFrom("  a  B_c "), "a-b-c");
    EXPECT_EQ(folderNameFrom("níño"), "n-o");
    EXPECT_EQ(folderNameFrom("///"), "run");
    EXPECT_EQ(folderNameFrom(std::string(500, 'x')).size(), 48U);
}

TEST_F(RunsTest, RecordRoundTrips) {
    RunRecord record = newRunRecord();
    apply(record, epochNumber(1, 970, true));
    apply(record, epochNumber(2, 960, false));
    apply(record, finishedRun(RunState::Failed, "Loss is not a number at step 200."));
    record.trainLoss = std::nan("");
    fs::create_directories(root);
    writeRunRecord(root / "run.json", record);
    const RunRecord read = readRunRecord(root / "run.json");
    EXPECT_EQ(toJson(read).dump(), toJson(record).dump()); // as text: NaN is not equal to itself
    EXPECT_TRUE(std::isnan(read.trainLoss));
    EXPECT_EQ(read.state, "failed");
    EXPECT_EQ(read.validationEpoch, 2);
    EXPECT_EQ(read.bestEpoch, 1);
    EXPECT_EQ(read.test.confusion, (std::vector<std::int64_t>{2, 1, 0, 1}));
    EXPECT_EQ(read.started, record.started);
    EXPECT_EQ(read.process, record.process);
}

TEST_F(RunsTest, DamagedRecordsAreRefusedByName) {
    fs::create_directories(root);
    const fs::path path = root / "run.json";
    writeRunRecord(path, newRunRecord());
    const std::string whole = readFile(path);
    std::vector<std::string> bad{"", "{}", "[]", "null", "{\"state\":3}", std::string("\xff\xfe\0x", 4)};
    for (std::size_t length = 0; length + 3 < whole.size(); length += 7)
        bad.push_back(whole.substr(0, length));
    std::string unknown = whole;
    bad.push_back(unknown.replace(unknown.find("\"running\""), 9, "\"dancing\""));
    for (const std::string& content : bad) {
        overwrite(path, content);
        EXPECT_THAT(messageOf(ErrorCategory::Data, [&] { readRunRecord(path); }), HasSubstr(path.string()));
    }
}

} // namespace
} // namespace belfry

// What a search says to people and to programs.
#include "core/search/search_log.h"
#include "tests/core/search/fake_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace belfry {
namespace {

using test::FakeTrainer;
using test::seedsPlan;
using test::TemporaryFolder;
using test::Watcher;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

SearchStarted startOf(const std::filesystem::path& folder, const std::shared_ptr<TrialTrainer>& trainer) {
    Watcher watcher;
    test::runToEnd(folder, watcher, {.trainer = trainer});
    return watcher.all<SearchStarted>().at(0);
}

// It began generation 3 of 2 then.
TEST(SearchWords, AResumedSearchStartsNoGenerationAmongItsWinners) {
    const TemporaryFolder temporary;
    const SearchPlan plan = seedsPlan(4, 2);
    const auto folder = createSearch(plan, temporary.path);
    const auto broken = std::make_shared<FakeTrainer>([](const TrialJob& job, const std::stop_token&) {
        return job.test ? FakeTrainer::failed("The disk is full.") : FakeTrainer::done(job);
    });
    EXPECT_THAT(logLines(startOf(folder, broken), plan), Contains("***Doing generation 1 of 2***"));
    const SearchStarted again = startOf(folder, std::make_shared<FakeTrainer>());
    EXPECT_THAT(logLines(again, plan), Not(Contains(HasSubstr("Doing generation"))));
    // Who reads the events alone is told what there is already.
    const nlohmann::json json = toJson(again, plan.space, "a search");
    const SearchRecord record = readSearch(folder);
    ASSERT_EQ(json.at("trials").size(), record.trials.size());
    EXPECT_EQ(json.at("trials").at(1), toJson(record.trials.at(1), plan.space));
    ASSERT_EQ(json.at("generations").size(), 2u);
    EXPECT_EQ(json.at("generations").at(1).at("best"), record.generations.at(1).best);
}

TEST(SearchWords, AGenerationThatFailedHasNoAverage) {
    const SearchPlan plan = seedsPlan(4, 2);
    const auto average = [&plan](const Generation& generation) {
        return logLines(GenerationEnded{generation, 2}, plan).at(0);
    };
    EXPECT_EQ(average({.number = 1, .members = {1, 2}}), "Generation average: none, all of its trials failed");
    EXPECT_EQ(average({.number = 1, .members = {1, 2}, .done = 1, .mean = 0.25}), "Generation average: 25.00%");
}

// "1 trainings expected" stood in the log.
TEST(SearchWords, CountsUseThePlural) {
    const SearchPlan plan = seedsPlan(4, 2);
    const auto lines = [&plan](double expected) {
        SearchStarted started;
        started.progress.expected = expected;
        return logLines(started, plan);
    };
    EXPECT_THAT(lines(1), Contains(HasSubstr("about 1 trial expected")));
    EXPECT_THAT(lines(117), Contains(HasSubstr("about 117 trials expected")));
}

// Where a trial trains is who is free; on one kind of device that does not matter.
TEST(SearchWords, DevicesOfSeveralKindsAreNamed) {
    const std::vector<DeviceInfo> devices{{.id = "cpu", .name = "EPYC"},
                                          {.id = "cuda:0", .name = "H200"},
                                          {.id = "cuda:1", .name = "H200"},
                                          {.id = "cuda:2", .name = "L4"}};
    EXPECT_EQ(devicesRemark({2, 1, 1, {"cpu", "cpu"}}, devices).english(), "");
    EXPECT_EQ(devicesRemark({2, 1, 1, {"cuda:0", "cuda:1"}}, devices).english(), "");
    EXPECT_EQ(devicesRemark({1, 2, 1, {"cuda:0", "cuda:2"}}, devices).english(), ""); // every trial on both
    EXPECT_EQ(devicesRemark({3, 1, 1, {"cuda:0", "cuda:1", "cuda:2"}}, devices).english(),
              "The devices are of several kinds (H200, L4), and a trial trains on whichever is free. To reproduce this "
              "search bit for bit, use devices of one kind: --devices cuda:0.");
}

} // namespace
} // namespace belfry

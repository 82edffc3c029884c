// A search's files: what is read, listed and refused.
#include "core/base/files.h"
#include "tests/core/formats/refusal.h"
#include "tests/core/search/fake_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace belfry {
namespace {

using test::FakeTrainer;
using test::findings;
using test::runToEnd;
using test::seedsPlan;
using test::Watcher;
using testing::HasSubstr;

struct SearchFolder : test::WithSearches {};

TEST_F(SearchFolder, AFinishedSearchIsNotResumed) {
    const auto folder = create(seedsPlan(2, 1));
    runToEnd(folder, std::make_shared<FakeTrainer>());
    Watcher watcher;
    EXPECT_THROW(Search(folder, watcher, {.trainer = std::make_shared<FakeTrainer>()}), Error);
}

// A crash in mid-line: what is left of it is cut off, and the trial is made again.
TEST_F(SearchFolder, AnIncompleteLineIsSkipped) {
    const auto whole = create(seedsPlan(4, 2));
    runToEnd(whole, std::make_shared<FakeTrainer>());
    const std::string lines = readFile(SearchFiles(whole).trials);
    for (const std::size_t length :
         {std::size_t{0}, std::size_t{1}, lines.find('\n'), lines.find('\n') + 1, lines.size() / 2, lines.size() - 1}) {
        const auto folder = create(seedsPlan(4, 2));
        std::ofstream(SearchFiles(folder).trials) << lines.substr(0, length);
        const auto trainer = std::make_shared<FakeTrainer>();
        EXPECT_EQ(runToEnd(folder, trainer).state, "finished");
        EXPECT_EQ(findings(folder), findings(whole)) << length;
    }
}

TEST_F(SearchFolder, DamageIsReported) {
    const auto refusal = [&](const char* file, const std::string& content) {
        const auto folder = create(seedsPlan(4, 2));
        std::ofstream(folder / file) << content;
        try {
            readSearch(folder);
        } catch (const Error& error) {
            EXPECT_THAT(listSearches(temporary.path).front().state, testing::AnyOf("damaged", "stopped"));
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_THAT(refusal("search.json", "{"), HasSubstr("search.json' does not hold a search"));
    EXPECT_THAT(refusal("search.json", "{\"population\": 1}"), HasSubstr("no genes"));
    EXPECT_THAT(refusal("state.json", "[]"), HasSubstr("state.json' does not hold the state of a search"));
    EXPECT_THAT(refusal("trials.jsonl", "{}\n"), HasSubstr("is damaged in line 1"));
    EXPECT_THAT(refusal("trials.jsonl", "\n"), HasSubstr("is damaged in line 1"));
    EXPECT_EQ(refusal("trials.jsonl", "{\"tri"), "");
}

TEST_F(SearchFolder, TrialsOfAnotherSearchAreRefused) {
    const auto one = create(seedsPlan(4, 2));
    runToEnd(one, std::make_shared<FakeTrainer>());
    SearchPlan plan = seedsPlan(4, 2);
    plan.seed = 2;
    const auto other = create(plan);
    std::filesystem::copy_file(SearchFiles(one).trials, SearchFiles(other).trials);
    EXPECT_THAT(refusal([&] { readSearch(other); }), HasSubstr("do not belong together"));
}

TEST_F(SearchFolder, IsListedFoundAndShown) {
    SearchPlan plan = seedsPlan(4, 2);
    plan.name = "my search";
    const auto folder = create(plan);
    runToEnd(folder, std::make_shared<FakeTrainer>());
    const std::vector<SearchSummary> all = listSearches(temporary.path);
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].name, "my search");
    EXPECT_EQ(all[0].state, "finished");
    EXPECT_EQ(all[0].trials, static_cast<int>(readSearch(folder).trials.size()));
    EXPECT_EQ(findSearch(folder.filename().string(), temporary.path), folder);
    EXPECT_EQ(findSearch(folder.string(), temporary.path), folder);
    const auto notFound = [](const std::filesystem::path& root) {
        return refusal([&] { findSearch("nowhere", root); }, ErrorCategory::Usage);
    };
    EXPECT_EQ(notFound(temporary.path), "Unknown search 'nowhere'. Known: " + folder.filename().string() + ".");
    EXPECT_EQ(notFound(temporary.path / "empty"), "Unknown search 'nowhere'. There are none yet.");
    const std::string csv = trialsCsv(readSearch(folder));
    EXPECT_TRUE(
        csv.starts_with("trial,generation,parents,mutated,rung,state,width,layers,activation,optimizer,accuracy"));
    EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(csv, '\n')), readSearch(folder).trials.size() + 1);
}

// tests/fixtures/README.md
TEST_F(SearchFolder, SearchesOfEarlierVersionsAreRead) {
    const std::filesystem::path root = std::filesystem::path(BELFRY_FIXTURES) / "0.1.0/searches";
    const std::vector<SearchSummary> found = listSearches(root);
    ASSERT_EQ(found.size(), 2U);
    for (const SearchSummary& search : found) {
        const SearchRecord record = readSearch(search.folder);
        EXPECT_EQ(record.plan.name, search.name);
        EXPECT_EQ(static_cast<int>(record.trials.size()), search.trials);
        ASSERT_NE(record.best(), nullptr);
        EXPECT_EQ(record.best()->accuracy, search.best);
        EXPECT_EQ(record.winners.size(), search.name == "finished" ? 1U : 0U);
        EXPECT_EQ(record.plan.space.genes.size(), 3U);
    }
    EXPECT_EQ(found.back().name, "finished");
    EXPECT_EQ(found.back().state, "finished");
    EXPECT_EQ(found.back().trials, 7);
    EXPECT_EQ(found.front().trials, 4);
}

} // namespace
} // namespace belfry

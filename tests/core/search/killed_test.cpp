// The program is killed while it searches: what was in training then is tried alone, and at last given up.
#include "core/base/files.h"
#include "core/search/search_log.h"
#include "tests/core/search/fake_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace belfry {
namespace {

using test::FakeTrainer;
using test::findings;
using test::seedsPlan;
using test::Watcher;
using testing::ElementsAre;
using testing::HasSubstr;

// A copy of a search's folder at the moment when a certain training begins is what a program leaves that is killed
// then.
struct SearchSession {
    std::filesystem::path left;       // the copy; "": that training did not begin
    std::size_t beside = 0;           // how many others were in training then
    std::vector<std::string> remarks; // at the start
    SearchEnded ended;
};

using Begins = std::function<bool(const SearchEvent&)>;

Begins trialBegins(int id) {
    return [id](const SearchEvent& event) {
        const auto* started = std::get_if<TrialStarted>(&event);
        return started && started->trial.id == id;
    };
}

Begins winnerBegins(std::uint64_t seed) {
    return [seed](const SearchEvent& event) {
        const auto* started = std::get_if<WinnerStarted>(&event);
        return started && started->seed == seed;
    };
}

SearchSession runAndKill(const std::filesystem::path& folder, const Begins& begins) {
    SearchSession session;
    std::size_t open = 0;
    Watcher watcher([&](const SearchEvent& event) {
        if (const auto* started = std::get_if<SearchStarted>(&event))
            session.remarks = englishOf(started->remarks);
        open -= std::holds_alternative<TrialEnded>(event) || std::holds_alternative<WinnerEnded>(event) ? 1 : 0;
        if (begins(event)) {
            session.left = folder.string() + "x";
            session.beside = open;
            std::filesystem::copy(folder, session.left, std::filesystem::copy_options::recursive);
            watcher.search->stop();
        }
        open += std::holds_alternative<TrialStarted>(event) || std::holds_alternative<WinnerStarted>(event) ? 1 : 0;
    });
    session.ended = test::runToEnd(folder, watcher, {.trainer = std::make_shared<FakeTrainer>()});
    return session;
}

std::vector<SearchSession> runUntilTheEnd(std::filesystem::path folder, const Begins& begins) {
    std::vector<SearchSession> sessions;
    do {
        sessions.push_back(runAndKill(folder, begins));
        folder = sessions.back().left;
    } while (!folder.empty() && sessions.size() < 10);
    return sessions;
}

SearchPlan threeAtATime() {
    SearchPlan plan = seedsPlan(4, 2);
    plan.parallel = 3;
    return plan;
}

struct Killed : test::WithSearches {};

// It began again and again beside the same neighbours, and its search came to no end.
TEST_F(Killed, ATrialThatKillsTheProgramIsGivenUp) {
    const auto sessions = runUntilTheEnd(create(threeAtATime()), trialBegins(2));
    ASSERT_EQ(sessions.size(), 4u); // killed beside others, twice alone, and given up
    EXPECT_EQ(sessions[0].beside, 1u);
    EXPECT_EQ(sessions[1].beside, 0u);
    EXPECT_EQ(sessions[2].beside, 0u);
    EXPECT_EQ(sessions[3].ended.state, "finished");
    const SearchRecord record = readSearch(sessions[2].left);
    const Trial& given = record.trials.at(1);
    EXPECT_EQ(given.state, TrialState::Failed);
    EXPECT_EQ(given.kills, 3);
    EXPECT_THAT(englishOf(given.failures),
                ElementsAre("The program was killed or its device broke twice while this network trained alone."));
    EXPECT_EQ(record.generations.size(), 2u);
    EXPECT_EQ(record.trials.at(0).state, TrialState::Done);
    EXPECT_THAT(readFile(SearchFiles(record.folder).trials), HasSubstr(R"({"alone":true,"begun":2})"));
}

TEST_F(Killed, ATrialKilledWithOthersKeepsItsResult) {
    const auto whole = createSearch(threeAtATime(), temporary.path / "whole");
    runAndKill(whole, [](const SearchEvent&) { return false; });
    const auto folder = createSearch(threeAtATime(), temporary.path / "killed");
    const SearchSession first = runAndKill(folder, trialBegins(3));
    const SearchSession second =
        runAndKill(first.left, trialBegins(4)); // after them: they train alone, one after another
    EXPECT_THAT(second.remarks, testing::Contains("Trial 3 was in training when the program was killed; it is "
                                                  "restarted with no other trials in parallel."));
    EXPECT_EQ(second.beside, 0u);
    EXPECT_EQ(runAndKill(second.left, trialBegins(99)).ended.state, "finished");
    EXPECT_EQ(findings(second.left), findings(whole));
}

// What is stopped has told what it left: nobody trains alone for that.
TEST_F(Killed, AStopIsNotAKill) {
    for (const Begins& begins : {trialBegins(2), winnerBegins(2)}) {
        const auto folder = create(threeAtATime());
        EXPECT_EQ(runAndKill(folder, begins).ended.state, "stopped");
        const SearchSession second = runAndKill(folder, trialBegins(99));
        EXPECT_EQ(second.ended.state, "finished");
        EXPECT_THAT(second.remarks, testing::IsEmpty());
        EXPECT_THAT(readFile(SearchFiles(folder).trials), testing::Not(HasSubstr("alone")));
    }
}

TEST_F(Killed, AWinnersRunThatKillsTheProgramIsGivenUp) {
    const auto sessions = runUntilTheEnd(create(threeAtATime()), winnerBegins(2));
    ASSERT_EQ(sessions.size(), 4u);
    EXPECT_EQ(sessions[1].beside, 0u);
    EXPECT_EQ(sessions[2].beside, 0u);
    EXPECT_EQ(sessions[3].ended.state, "finished");
    const std::vector<WinnerRun> runs = readSearch(sessions[2].left).winners;
    ASSERT_EQ(runs.size(), 3u);
    EXPECT_THAT(sessions[1].remarks, testing::Contains("The winner's run of trial " + std::to_string(runs[1].trial) +
                                                       " from seed 2 was in progress when the program was killed; it "
                                                       "is restarted with no other trials in parallel."));
    EXPECT_EQ(runs[1].seed, 2u);
    EXPECT_EQ(runs[1].kills, 3);
    EXPECT_EQ(runs[1].reason.english(),
              "The program was killed or its device broke twice while this network trained alone.");
    EXPECT_EQ(runs[0].reason.english(), "");
    EXPECT_EQ(runs[2].reason.english(), "");
}

// All trials that were left failed in no time, and for good.
TEST_F(Killed, ABrokenDeviceEndsTheSearchAndFailsNoTrial) {
    SearchPlan plan = seedsPlan(6, 2);
    plan.parallel = 2;
    const auto whole = createSearch(plan, temporary.path / "whole");
    runAndKill(whole, trialBegins(99));
    const auto folder = createSearch(plan, temporary.path / "broken");
    std::atomic<int> begun{0};
    std::atomic<bool> broken{false};
    const auto trainer = std::make_shared<FakeTrainer>([&](const TrialJob& job, const std::stop_token&) {
        broken = broken || ++begun == 5;
        return broken ? FakeTrainer::failed("CUDA error: unspecified launch failure.") : FakeTrainer::done(job);
    });
    trainer->probe = [&](int) { return broken ? std::string("The device 'cuda:0' has stopped working.") : ""; };
    Watcher watcher;
    test::runToEnd(folder, watcher, {.trainer = trainer});
    EXPECT_EQ(watcher.ended().state, "failed");
    EXPECT_EQ(
        watcher.ended().reason.english(),
        "The device 'cuda:0' has stopped working. No trial was recorded as failed because of this; resume the search "
        "when the device works again.");
    EXPECT_TRUE(watcher.all<TrialRetried>().empty());
    for (const Trial& trial : readSearch(folder).trials)
        EXPECT_EQ(trial.state, TrialState::Done);
    EXPECT_EQ(runAndKill(folder, trialBegins(99)).ended.state, "finished");
    EXPECT_EQ(findings(folder), findings(whole));
}

// Its device works: it was the trial's own failure.
TEST_F(Killed, AFailureOnAWorkingDeviceIsTheTrials) {
    const auto trainer = std::make_shared<FakeTrainer>([&](const TrialJob& job, const std::stop_token&) {
        return job.plan.optimizer == "adam" ? FakeTrainer::failed("Broken.") : FakeTrainer::done(job);
    });
    std::atomic<int> probes{0};
    trainer->probe = [&](int) {
        ++probes;
        return std::string();
    };
    Watcher watcher;
    test::runToEnd(create(seedsPlan(20, 1)), watcher, {.trainer = trainer});
    EXPECT_EQ(watcher.ended().state, "finished");
    EXPECT_GT(probes, 0);
    EXPECT_EQ(probes, 2 * static_cast<int>(watcher.all<TrialRetried>().size()));
}

// A network whose training breaks its device ends every session; it is given up like one that gets the program killed.
TEST_F(Killed, ATrialThatBreaksItsDeviceIsGivenUp) {
    const auto folder = create(threeAtATime());
    std::atomic<bool> broken{false};
    const auto trainer = std::make_shared<FakeTrainer>([&](const TrialJob& job, const std::stop_token&) {
        broken = broken || job.plan.optimizer == "nadam";
        return broken ? FakeTrainer::failed("CUDA error: an illegal memory access.") : FakeTrainer::done(job);
    });
    trainer->probe = [&](int) { return broken ? std::string("The device has stopped working.") : ""; };
    int sessions = 0;
    for (std::string state = "failed"; state == "failed" && sessions < 100; ++sessions) {
        broken = false;
        Watcher watcher;
        test::runToEnd(folder, watcher, {.trainer = trainer});
        state = watcher.ended().state;
    }
    const SearchRecord record = readSearch(folder);
    EXPECT_EQ(record.state.state, "finished");
    int given = 0;
    for (const Trial& trial : record.trials) {
        const bool breaks = planOf(record.plan.space, trial.asked.genes).optimizer == "nadam";
        EXPECT_EQ(trial.state == TrialState::Failed, breaks);
        given += breaks ? 1 : 0;
    }
    EXPECT_GT(given, 0);
    EXPECT_LE(sessions, 3 * given + 1);
}

} // namespace
} // namespace belfry

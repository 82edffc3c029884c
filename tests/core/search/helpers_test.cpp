// Searches that helpers join: what they find is what they find alone.
#include "core/base/error.h"
#include "core/ranks/message_store.h"
#include "core/search/helper_messages.h"
#include "core/search/journal.h"
#include "tests/core/search/joined_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <latch>
#include <stdexcept>
#include <thread>

namespace belfry {
namespace {

using namespace std::chrono_literals;
using test::countOf;
using test::FakeTrainer;
using test::findings;
using test::Gate;
using test::JoinedSearch;
using test::kVersion;
using test::runToEnd;
using test::shortPlan;
using test::trained;
using test::waitingFor;
using test::Watcher;
using testing::HasSubstr;

TEST_F(JoinedSearch, FindsTheSameWithAnyNumberOfHelpers) {
    const nlohmann::json expected = alone(shortPlan(), std::make_shared<FakeTrainer>(trained));
    for (const int helpers : {1, 3}) {
        const auto folder = create(shortPlan());
        std::vector<std::shared_ptr<FakeTrainer>> trainers;
        std::vector<HelperEnd> ends(static_cast<std::size_t>(helpers));
        Gate gate(helpers);
        Watcher watcher([&](const SearchEvent& event) { gate(watcher, event); });
        SearchOptions options{.trainer = std::make_shared<FakeTrainer>(trained), .helpers = access()};
        {
            std::vector<std::jthread> threads;
            for (int k = 0; k < helpers; ++k) {
                trainers.push_back(std::make_shared<FakeTrainer>(trained));
                threads.emplace_back([this, k, &ends, &trainers] {
                    const auto place = static_cast<std::size_t>(k);
                    ends[place] = helpSearch(helper(trainers[place], 1 + k), {});
                });
            }
            runToEnd(folder, watcher, std::move(options));
        }
        EXPECT_EQ(findings(folder), expected) << helpers;
        int away = 0;
        for (const HelperEnd& end : ends) {
            EXPECT_EQ(end.kind, HelperEnd::Kind::Over) << end.reason;
            EXPECT_EQ(end.reason.english(), "The trials of the search have ended.");
            away += end.trained;
        }
        EXPECT_GT(away, 0);
        EXPECT_EQ(countOf(watcher, HelperNews::Kind::Lost), 0);
        EXPECT_TRUE(std::holds_alternative<SearchEnded>(watcher.everything().back()));
    }
}

// Who was silent, but is there, joins once more and helps on.
TEST_F(JoinedSearch, AHelperThatWasTakenForLostJoinsAgain) {
    const auto folder = create(shortPlan());
    std::atomic<bool> flies{false}; // time does: whatever is said was long ago
    std::atomic<int> joined{0}, begun{0};
    std::promise<void> lost, back;
    Gate gate(1);
    Watcher watcher([&](const SearchEvent& event) {
        gate(watcher, event);
        const auto* news = std::get_if<HelperNews>(&event);
        if (news && news->kind == HelperNews::Kind::Lost) {
            flies = false;
            lost.set_value();
        }
        if (news && news->kind == HelperNews::Kind::Joined && ++joined == 2)
            back.set_value();
    });
    HelperLimits limits;
    limits.clock = [&flies, &limits, now = std::make_shared<std::atomic<double>>(0)] {
        return flies ? now->fetch_add(2 * limits.silent) : now->load();
    };
    SearchOptions options{.trainer = waitingFor(back), .helpers = access(limits)};
    std::vector<std::string> told;
    std::jthread other([&] {
        HelperOptions mine =
            helper(std::make_shared<FakeTrainer>([&](const TrialJob& job, const std::stop_token& stop) {
                if (begun++ == 0) {
                    flies = true;
                    lost.get_future().wait();
                }
                return trained(job, stop);
            }));
        mine.tell = [&told](const Text& text) { told.push_back(text.english()); };
        EXPECT_EQ(helpSearch(mine, {}).kind, HelperEnd::Kind::Over);
    });
    runToEnd(folder, watcher, std::move(options));
    other.join();
    EXPECT_THAT(told, testing::Contains("The leader had taken this helper for lost; it joins once more."));
    EXPECT_EQ(findings(folder), alone(shortPlan(), std::make_shared<FakeTrainer>(trained)));
}

TEST_F(JoinedSearch, AHelperThatIsStoppedGivesItsTrialsBack) {
    const auto folder = create(shortPlan());
    Gate gate(1);
    Watcher watcher([&](const SearchEvent& event) { gate(watcher, event); });
    SearchOptions options{.trainer = std::make_shared<FakeTrainer>(), .helpers = access()};
    std::stop_source stop;
    HelperEnd end;
    std::jthread other([&] {
        end =
            helpSearch(helper(std::make_shared<FakeTrainer>([&](const TrialJob& job, const std::stop_token& cancelled) {
                           stop.request_stop();
                           std::latch ended(1);
                           const std::stop_callback onStop(cancelled, [&ended] { ended.count_down(); });
                           ended.wait();
                           return FakeTrainer::done(job);
                       })),
                       stop.get_token());
    });
    runToEnd(folder, watcher, std::move(options));
    other.join();
    EXPECT_EQ(end.kind, HelperEnd::Kind::Stopped) << end.reason;
    EXPECT_EQ(end.trained, 0);
    EXPECT_EQ(countOf(watcher, HelperNews::Kind::Left), 1);
    EXPECT_EQ(findings(folder), alone(shortPlan(), std::make_shared<FakeTrainer>()));
}

// Its memory, say, is too small: no fault of the network's.
TEST_F(JoinedSearch, AFailureOfAHelperIsNotTheTrials) {
    const auto folder = create(shortPlan());
    Gate gate(1);
    Watcher watcher([&](const SearchEvent& event) { gate(watcher, event); });
    SearchOptions options{.trainer = std::make_shared<FakeTrainer>(), .helpers = access()};
    HelperEnd end;
    std::jthread other([&] {
        end = helpSearch(helper(std::make_shared<FakeTrainer>([](const TrialJob&, const std::stop_token&) {
                             return FakeTrainer::failed("There is no memory left.");
                         })),
                         {});
    });
    runToEnd(folder, watcher, std::move(options));
    other.join();
    EXPECT_EQ(findings(folder), alone(shortPlan(), std::make_shared<FakeTrainer>()));
    EXPECT_GE(countOf(watcher, HelperNews::Kind::GaveBack), 1);
    for (const HelperNews& news : watcher.all<HelperNews>())
        if (news.kind == HelperNews::Kind::GaveBack) {
            EXPECT_THAT(news.text.english(), HasSubstr("The reason was: There is no memory left."));
        }
}

// A leader that a test plays itself, for one helper.
class PlayedLeader {
public:
    PlayedLeader() {
        Listener listener = listenAt({.host = "127.0.0.1", .port = 0});
        endpoint = listener.bound;
        store = MessageStore::serve(std::move(listener));
        store->publish(kLeaderKey,
                       encode(LeaderCard{
                           .search = "of a moment", .facts = factsOf(kVersion, nullptr), .layout = cpuLayout(1, 1)}));
    }
    void awaitHelper() {
        const std::optional<std::string> came = store->pop(kLeaderQueue, 60s);
        const std::optional<FromHelper> from = came ? decodeFromHelper(*came) : std::nullopt;
        if (!from)
            throw std::runtime_error("nobody came");
        helper_ = from->id;
    }
    void say(const ToHelper& message) { store->push(queueOf(helper_), encode(message)); }
    Endpoint endpoint;
    std::unique_ptr<MessageStore> store;

private:
    std::string helper_;
};

TEST_F(JoinedSearch, AHelperEndsWhenItsLeaderIsGone) {
    PlayedLeader leader;
    endpoint = leader.endpoint;
    HelperEnd end;
    std::promise<void> welcomed;
    std::jthread other([&] {
        HelperOptions mine = helper(std::make_shared<FakeTrainer>());
        mine.tell = [&welcomed](const Text&) { welcomed.set_value(); };
        end = helpSearch(mine, {});
    });
    leader.awaitHelper();
    leader.say(Welcome{});
    welcomed.get_future().wait();
    leader.store.reset();
    other.join();
    EXPECT_EQ(end.kind, HelperEnd::Kind::Failed);
    EXPECT_EQ(end.reason.english(), "The leader at " + endpoint.text() + " is gone.");
}

// The trials of who was refused were not resumed, so one that was paused never ended; and what came meanwhile was told
// to a pool that was gone.
TEST_F(JoinedSearch, AHelperThatItsLeaderRefusesEndsItsTrials) {
    PlayedLeader leader;
    endpoint = leader.endpoint;
    std::promise<void> begun;
    const auto trainer = std::make_shared<FakeTrainer>([&begun](const TrialJob& job, const std::stop_token& cancelled) {
        std::latch ended(1);
        const std::stop_callback onStop(cancelled, [&ended] { ended.count_down(); });
        begun.set_value();
        ended.wait();
        return FakeTrainer::done(job);
    });
    std::string problem;
    std::jthread other([&] {
        try {
            helpSearch(helper(trainer), {});
        } catch (const Error& error) {
            EXPECT_EQ(error.category(), ErrorCategory::Usage);
            problem = error.what();
        }
    });
    leader.awaitHelper();
    leader.say(Deal{.number = 1, .trial = 1, .plan = shortPlan().space.plan});
    begun.get_future().wait();
    leader.say(PauseAll{.paused = true});
    leader.say(Refusal{.reason = Text::verbatim("This machine is another one.")});
    for (int i = 0; i < 100; ++i)
        leader.say(PauseAll{.paused = true});
    other.join();
    EXPECT_EQ(problem, "This machine is another one.");
    EXPECT_FALSE(trainer->paused);
}

TEST_F(JoinedSearch, WhoDoesNotAnswerIsNamed) {
    const auto messageOfJoining = [this](const HelperOptions& options) {
        try {
            helpSearch(options, {});
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    {
        const Listener silent = listenAt({.host = "127.0.0.1", .port = 0}); // takes connections and says nothing
        endpoint = silent.bound;
        HelperOptions mine = helper(nullptr);
        mine.limits.meet = 100ms;
        EXPECT_THAT(messageOfJoining(mine), HasSubstr("Nobody answers at " + endpoint.text()));
    }
    Listener listener = listenAt({.host = "127.0.0.1", .port = 0});
    endpoint = listener.bound;
    const std::unique_ptr<MessageStore> other = MessageStore::serve(std::move(listener)); // of no search
    HelperOptions mine = helper(nullptr);
    mine.limits.meet = 2s;
    EXPECT_THAT(messageOfJoining(mine), HasSubstr("No search is led at " + endpoint.text()));
    mine.leader.host = "no.such.name.invalid";
    EXPECT_THAT(messageOfJoining(mine), HasSubstr("No name service here knows 'no.such.name.invalid'"));
}

// Else trials that helpers had when the leader was killed would each be trained alone.
TEST_F(JoinedSearch, WhatAHelperTrainedDidNotKillItsLeader) {
    const auto folder = create(shortPlan());
    {
        const SearchFiles files(folder);
        Journal journal(files.trials, 0);
        journal.append({{"begun", 1}});
        journal.append({{"begun", 2}, {"away", true}});
    }
    const JournalContents contents = readJournal(SearchFiles(folder).trials, shortPlan().space);
    EXPECT_EQ(contents.open.size(), 2u); // both are shown as in training
    EXPECT_EQ(contents.killsOf({1, {}}).all, 1);
    EXPECT_EQ(contents.killsOf({2, {}}).all, 0);
}

TEST(Layout, OfAHelperHasTheLeadersTowers) {
    const Layout leaders{.trials = 8, .towers = 2, .threads = 1, .devices = std::vector<std::string>(8, "cpu")};
    EXPECT_EQ(helperLayout(leaders, {}, 5, 0), (Layout{2, 2, 1, {"cpu", "cpu"}}));
    EXPECT_EQ(helperLayout(leaders, {}, 1, 0).trials, 1);
    EXPECT_EQ(helperLayout(leaders, {}, 5, 3).trials, 3);
    const Layout gpus{.trials = 4, .towers = 1, .threads = 1, .devices = {"cuda:0", "cuda:1", "cuda:0", "cuda:1"}};
    EXPECT_EQ(helperLayout(gpus, {"cuda:0"}, 64, 0), (Layout{2, 1, 1, {"cuda:0", "cuda:0"}}));
    EXPECT_THROW(helperLayout(gpus, {}, 64, 0), Error);
}

} // namespace
} // namespace belfry

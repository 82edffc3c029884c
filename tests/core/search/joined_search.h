// A search that helpers join, as threads on the loopback.
#pragma once

#include "core/ranks/listener.h"
#include "core/search/helper.h"
#include "tests/core/search/fake_search.h"

#include <future>

namespace belfry::test {

using namespace std::chrono_literals;

inline constexpr const char* kVersion = "1.2.3";

// A search on a free port of the loopback, paused until somebody has joined it: then there is work for all.
struct JoinedSearch : WithSearches {
    HelperAccess access(HelperLimits limits = {}) {
        auto listener = std::make_shared<Listener>(listenAt({.host = "127.0.0.1", .port = 0}));
        endpoint = listener->bound;
        limits.farewell = 30s; // helpers here are quick, unless the machine is not
        return {.listener = std::move(listener), .version = kVersion, .limits = std::move(limits)};
    }
    HelperOptions helper(std::shared_ptr<TrialTrainer> trainer, int parallel = 1) const {
        HelperOptions options{.leader = endpoint, .version = kVersion, .parallel = parallel};
        options.limits.beat = 20ms;
        options.limits.meet = 60s;
        options.trainer = std::move(trainer);
        return options;
    }
    nlohmann::json alone(const SearchPlan& plan, const std::shared_ptr<TrialTrainer>& trainer) const {
        const auto folder = create(plan);
        EXPECT_EQ(runToEnd(folder, trainer).state, "finished");
        return findings(folder);
    }
    Endpoint endpoint;
};

// Pauses the search when it starts, and resumes it when `count` helpers have joined.
class Gate {
public:
    explicit Gate(int count) : count_(count) {}
    void operator()(Watcher& watcher, const SearchEvent& event) {
        if (std::holds_alternative<SearchStarted>(event))
            watcher.search->pause();
        const auto* news = std::get_if<HelperNews>(&event);
        if (news && news->kind == HelperNews::Kind::Joined && --count_ == 0)
            watcher.search->resume();
    }

private:
    int count_;
};

inline SearchPlan shortPlan() {
    SearchPlan plan = seedsPlan(5, 3);
    plan.parallel = 1;
    plan.winnerSeeds = 1;
    return plan;
}

// Some diverge: once, then again from another seed.
inline TrialResult trained(const TrialJob& job, const std::stop_token&) {
    Plan plan = job.plan;
    plan.seed = 0;
    return !job.test && accuracyOf(plan) < 0.3 ? FakeTrainer::diverged() : FakeTrainer::done(job);
}

// A leader's: its first trial lasts until then.
inline std::shared_ptr<FakeTrainer> waitingFor(std::promise<void>& moment) {
    return std::make_shared<FakeTrainer>(
        [come = moment.get_future().share()](const TrialJob& job, const std::stop_token& stop) {
            come.wait();
            return trained(job, stop);
        });
}

inline int countOf(const Watcher& watcher, HelperNews::Kind kind) {
    const std::vector<HelperNews> all = watcher.all<HelperNews>();
    return static_cast<int>(std::ranges::count(all, kind, &HelperNews::kind));
}

} // namespace belfry::test

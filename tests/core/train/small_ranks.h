// One small run of several ranks: each is a session on a thread of its own, and they meet over the loopback.
#pragma once

#include "tests/core/train/small_run.h"
#include "tests/support/ranks_on_threads.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

namespace belfry::test {

class KeepsLast : public CheckpointSink {
public:
    std::filesystem::path save(const Snapshot& snapshot, CheckpointKind kind) override {
        saved[kind] = snapshot;
        return "kept";
    }
    std::map<CheckpointKind, Snapshot> saved;
};

struct Ended {
    std::vector<std::shared_ptr<Recorder>> ranks;
    std::vector<std::shared_ptr<KeepsLast>> sinks;
    Finished finished(int rank) const { return ranks[static_cast<std::size_t>(rank)]->finished(); }
    template <typename E>
    std::vector<E> all(int rank) const {
        return ranks[static_cast<std::size_t>(rank)]->all<E>();
    }
};

struct RankRun {
    std::vector<int> towers; // by rank
    Plan plan;
    std::int64_t train = 1000;
    std::function<void(int rank, Session&, const Ended& soFar)> meanwhile = {};
    std::function<void(int rank, PreparedRun&)> change = {};
};

inline PreparedRun preparedFor(const RankRun& run, int rank, std::shared_ptr<RankGroup> group) {
    RankPlace place;
    place.seat = {std::move(group), std::accumulate(run.towers.begin(), run.towers.begin() + rank, 0), run.towers};
    place.own = {.first = place.seat.firstTower, .count = run.towers[static_cast<std::size_t>(rank)], .beside = 8};
    place.devices = {"cpu"};
    Plan plan = run.plan;
    plan.towers = std::accumulate(run.towers.begin(), run.towers.end(), 0);
    plan.checkpointMinutes = 0;
    PreparedRun prepared = prepareRun(plan, smallMnist(run.train), place);
    if (run.change)
        run.change(rank, prepared);
    return prepared;
}

inline Ended train(const RankRun& run) {
    const auto ranks = static_cast<int>(run.towers.size());
    Ended ended;
    for (int rank = 0; rank < ranks; ++rank) {
        ended.ranks.push_back(std::make_shared<Recorder>());
        ended.sinks.push_back(std::make_shared<KeepsLast>());
    }
    const Ranks meeting;
    EXPECT_THAT(Ranks::problemsOf(ranks,
                                  [&](int rank) {
                                      const auto r = static_cast<std::size_t>(rank);
                                      Session session(preparedFor(run, rank, meeting.meet(rank, ranks)),
                                                      *ended.ranks[r], rank == 0 ? ended.sinks[r].get() : nullptr);
                                      session.start();
                                      if (run.meanwhile)
                                          run.meanwhile(rank, session, ended);
                                      session.wait();
                                  }),
                testing::Each(""));
    return ended;
}

} // namespace belfry::test

// Steps of towers that do not wait for one another: each works on a batch of its own, with the weights that it was
// given after its last one. What the session thread gets is one tower's step after another, in the order in which they
// are done. Session thread only; internal to the engine (ATen).
#pragma once

#include "core/base/stopwatch.h"
#include "core/tower/tower_team.h"
#include "core/train/stall_watch.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace belfry {

class AsyncSteps {
public:
    using Seconds = StallWatch::Seconds;
    // In backward, on the tower's thread: as Exchange::ready.
    using Ready = std::function<void(int tower, int slice)>;
    // A team with a thread for each tower, and a feed that deals to one. A tower that is still at a step after what
    // StallWatch::patience allows, with this limit, is waited for by all: it may hang, and while others are served
    // nobody would see it.
    AsyncSteps(TowerTeam& team, Feed& feed, Ready ready, Seconds limit);

    struct Done {
        int tower = 0;
        TowerStep step;             // with wait: from the last weights to this batch
        std::int64_t staleness = 0; // updates since the tower got its weights
    };
    // Gives each idle tower a batch of this epoch, `most` in all at most, and waits for the tower that is done first.
    // None when no tower is at work: the epoch's batches are used up, or a stop reached the feed. An epoch begins when
    // the towers are settled. Rethrows a tower's failure.
    std::optional<Done> next(std::int64_t most, const std::stop_token& stop);

    int atWork() const { return atWork_; }
    bool settled() const { return atWork_ == 0; }
    // Waits for all that are at work; what they made, or threw, is nobody's any more.
    void drain() noexcept;
    // An update was made with this tower's gradient, and it has the weights of now.
    void updated(int tower);
    // All towers have the weights of now.
    void aligned();

private:
    struct Lane { // a tower's
        Share share;
        std::int64_t epoch = 0;
        std::int64_t weightsOf = 0; // updates
        bool atWork = false;
        Stopwatch idle;
        Stopwatch begun;
        Stopwatch done; // since its gradient was
        float wait = 0;
    };
    bool give(int tower, const std::stop_token& stop);
    bool someoneIsLate() const;

    TowerTeam& team_;
    Feed& feed_;
    Ready ready_;
    Seconds limit_, longest_{0};
    std::vector<Lane> lanes_; // by tower
    std::int64_t updates_ = 0;
    int atWork_ = 0;
    bool epochGiven_ = false; // its last batch is at work or done
};

} // namespace belfry

// Forwards another strategy's RunAhead, for exchanges of tests that differ from it in one point.
#pragma once

#include "core/exchange/run_ahead.h"

namespace belfry::test {

class ForwardingRunAhead : public RunAhead {
public:
    explicit ForwardingRunAhead(RunAhead& inner) : inner_(inner) {}
    bool queuesOnly(TowerTeam& team) const override { return inner_.queuesOnly(team); }
    void useGraphs() override { inner_.useGraphs(); }
    Text graphProblem() const override { return inner_.graphProblem(); }
    const std::int32_t* halted(int tower) const override { return inner_.halted(tower); }
    std::vector<int> groupOf() const override { return inner_.groupOf(); }
    ExchangeTimes deviceTimes(int tower, int stepsAgo) const override { return inner_.deviceTimes(tower, stepsAgo); }
    void restartClocks() override { inner_.restartClocks(); }

private:
    RunAhead& inner_;
};

} // namespace belfry::test

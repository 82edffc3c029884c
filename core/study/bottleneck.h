// The bottleneck of a step as one sentence, from the stage times of its towers. Plain values; any thread.
#pragma once

#include "core/base/text.h"
#include "core/train/events.h"

#include <span>
#include <string>
#include <vector>

namespace belfry {

// Purposes of the stages of a step.
// Host: between the stages, while the program makes the device's next work ready.
enum class StepCost { Data, Copy, Compute, Exchange, Update, Slowest, Host };

struct Bottleneck {
    StepCost cost = StepCost::Compute; // the largest beside computing, where it is worth naming
    int tower = 0;                     // with the largest cost
    bool everyTower = false;           // all pay about as much
    bool onlyTower = false;
    double share = 0; // of the step, 0 to 1
};

// towers: means per step. milliseconds: of the step, by the clock. Nothing below a twentieth of the step is named.
Bottleneck bottleneckOf(std::span<const StageTimes> towers, double milliseconds);

// "Tower 2 waits 31 % of each step for the exchange", without a full stop.
Text clauseOf(const Bottleneck& bottleneck);
// Settings of the run that the stages belong to: the advice never repeats one of them.
struct StepSettings {
    bool coresAreShared = false; // more threads than cores: towers wait for each other's turn
    std::string feed;            // as in the plan; empty: not known
    bool mayMeasureShares = true;
    bool severalRanks = false;      // the exchange is over the network
    bool roundsGradients = false;   // there, to 16 bits
    std::vector<std::string> hosts; // by tower, where there are several hosts; else empty
    // Of the sums over it, means per step; 0 bytes: not measured.
    double stepMilliseconds = 0; // of the whole step
    double sumsMilliseconds = 0; // while sums were on their way
    double sentBytes = 0;        // by a rank, for them
};
StepSettings stepSettingsOf(const Started& started);
// The same as a sentence that says what may help.
Text sentenceOf(const Bottleneck& bottleneck, const StepSettings& settings = {});

} // namespace belfry

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
// What the sums of a step take between ranks, mean per step; 0 bytes: nothing is sent, or it was not measured.
struct NetworkUse {
    double milliseconds = 0; // while sums were on their way
    double sentBytes = 0;    // by a rank
    NetworkUse& operator+=(const NetworkUse& other) {
        milliseconds += other.milliseconds;
        sentBytes += other.sentBytes;
        return *this;
    }
    NetworkUse over(double steps) const { return {milliseconds / steps, sentBytes / steps}; } // the mean of a sum
};
inline NetworkUse networkUseOf(const StepDone& step) {
    return {.milliseconds = double{step.sumsOnTheWay}, .sentBytes = static_cast<double>(step.sentBytes)};
}
// Settings of the run that the stages belong to: the advice never repeats one of them.
struct StepSettings {
    bool coresAreShared = false; // more threads than cores: towers wait for each other's turn
    std::string feed;            // as in the plan; empty: not known
    bool mayMeasureShares = true;
    bool severalRanks = false;      // there is one exchange for them
    bool roundsGradients = false;   // between them, to 16 bits
    std::vector<std::string> hosts; // by tower, where there are several hosts; else empty
    double stepMilliseconds = 0;    // mean, by the clock
    NetworkUse network;
};
StepSettings stepSettingsOf(const Started& started);
// The same as a sentence that says what may help.
Text sentenceOf(const Bottleneck& bottleneck, const StepSettings& settings = {});

} // namespace belfry

// Durations of the stages of one tower in one step.
#pragma once

#include <array>
#include <cstdint>

namespace belfry {

// Milliseconds by stage.
struct StageTimes {
    float wait = 0;    // for data
    float copy = 0;    // host to device (0 where the device is the CPU)
    float forward = 0; // input stage, forward, loss
    float backward = 0;
    float exchange = 0; // moving and averaging gradients, moving weights
    float update = 0;
    float straggler = 0;     // waiting for the slowest tower
    std::int64_t images = 0; // this tower's share of the step
    float total() const { return wait + copy + forward + backward + exchange + update + straggler; }
    StageTimes& operator+=(const StageTimes& more) {
        wait += more.wait;
        copy += more.copy;
        forward += more.forward;
        backward += more.backward;
        exchange += more.exchange;
        update += more.update;
        straggler += more.straggler;
        images += more.images;
        return *this;
    }
};

// All stages in the order of a step, with their names in files and tables.
struct Stage {
    const char* name;
    float StageTimes::*milliseconds;
};
inline constexpr std::array kEveryStage{
    Stage{"wait", &StageTimes::wait},           Stage{"copy", &StageTimes::copy},
    Stage{"forward", &StageTimes::forward},     Stage{"backward", &StageTimes::backward},
    Stage{"exchange", &StageTimes::exchange},   Stage{"update", &StageTimes::update},
    Stage{"straggler", &StageTimes::straggler},
};

} // namespace belfry

// Numbers of steps of towers on CUDA. Free of torch.
#pragma once

#include <cstdint>

namespace belfry {

// The steps before they reach a steady state: measurements must begin after them.
inline constexpr int kStepsTried = 2;         // in which own kernels, where there are any, are compared with the usual
inline constexpr int kStepsBeforeCapture = 4; // ordinary ones, in which libraries choose their algorithms
inline constexpr int kReplaysProbed = 2;      // made beside the ordinary step, from the capture's own step on
inline constexpr std::int64_t kStepsUntilReplay = kStepsTried + kStepsBeforeCapture + kReplaysProbed;

// Limit for a host that runs ahead of its devices.
inline constexpr int kMaxInFlightSteps = 2; // queued steps whose numbers are not known yet
// Host memory that devices read and write by themselves is kept for so many steps: the one being queued waits for the
// one before them.
inline constexpr int kStepSlots = kMaxInFlightSteps + 2;

} // namespace belfry

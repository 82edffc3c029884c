// Numbers of steps of towers on CUDA. Free of torch.
#pragma once

#include <cstdint>

namespace belfry {

// The steps before they reach a steady state: measurements must begin after them.
inline constexpr int kStepsBeforeCapture = 4; // ordinary ones, in which libraries choose their algorithms
inline constexpr int kStepsTried = 2;         // the first of them, in which own kernels are compared with the usual
inline constexpr int kReplaysProbed = 2;      // made beside the ordinary step, from the capture's own step on
inline constexpr std::int64_t kStepsUntilReplay = kStepsBeforeCapture + kReplaysProbed;

// Limit for a host that runs ahead of its devices.
inline constexpr int kMaxInFlightSteps = 2; // queued steps whose numbers are not known yet

} // namespace belfry

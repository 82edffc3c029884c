// When towers on CUDA work as they go on working: what is measured before is their beginning. Free of torch.
#pragma once

#include <cstdint>

namespace belfry {

inline constexpr int kStepsBeforeCapture = 4; // ordinary ones, in which libraries choose their algorithms
inline constexpr int kReplaysProbed = 2;      // made beside the ordinary step, from the capture's own step on
inline constexpr std::int64_t kStepsUntilSettled = kStepsBeforeCapture + kReplaysProbed;

} // namespace belfry

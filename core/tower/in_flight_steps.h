// How far the host is ahead of devices that it does not wait for. Free of torch.
#pragma once

namespace belfry {

inline constexpr int kMaxInFlightSteps = 2; // steps that it has queued and does not know the numbers of

} // namespace belfry

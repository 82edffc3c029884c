// Confidence that says how often a network is right: after Guo et al. 2017, On Calibration of Modern Neural Networks.
// No state; any thread; free of torch.
#pragma once

#include <cstdint>
#include <span>

namespace belfry {

inline constexpr std::int64_t kFewestForTemperature = 100; // pictures: of fewer it would be chance

// The number by which logits are divided, before they become probabilities, so that the loss of these pictures is the
// least; a set without errors bounds it, too. 1 for fewer than kFewestForTemperature. To three digits, from 0.05 to 20.
// logits: pictures x classes.
double fitTemperature(std::span<const float> logits, std::span<const std::uint8_t> labels);

} // namespace belfry

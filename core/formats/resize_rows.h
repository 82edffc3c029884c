// The first pass of resize.cpp, for each instruction set. No state; any thread.
#pragma once

#include <cstdint>
#include <span>

namespace belfry {

// line: the weighted sum of weights.size() rows of line.size() bytes that stand one below the other.
void weightedRows(const std::uint8_t* rows, std::span<const float> weights, std::span<float> line);

} // namespace belfry

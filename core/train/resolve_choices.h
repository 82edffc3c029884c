// What a plan leaves to its devices: "by-device", as its feed or its exchange, settled for the towers of a run by a
// rule. With a tower on the CPU nothing is measured: the same plan on the same machine is the same run. Free of torch;
// any thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace belfry {

inline constexpr const char* kByDevice = "by-device";

// devices: one per tower, "cpu", "cuda:0", ... bytes: of all training images. Any other word is its own answer.
// With a tower on CUDA: resident up to kMaxResidentBytes, queue beyond, and where a device has no room (placeTowers());
// else direct.
inline constexpr std::int64_t kMaxResidentBytes = std::int64_t{1} << 30; // bytes on each device
std::string resolveFeed(const std::string& feed, std::span<const std::string> devices, std::int64_t bytes);

// With a tower on the CPU: cpu; of one tower on CUDA: first; of several: auto, which tries them.
std::string resolveExchange(const std::string& exchange, std::span<const std::string> devices);

} // namespace belfry

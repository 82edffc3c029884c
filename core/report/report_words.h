// Numbers as a report prints them. No state; any thread.
#pragma once

#include "core/base/wilson.h"

#include <cstdint>
#include <optional>
#include <string>

namespace belfry {

std::string percentText(double fraction, int digits = 2);       // "98.91 %"
std::string percentText(const std::optional<double>& fraction); // "–" where it is unknown
std::string countText(std::int64_t count);                      // "61,800"
std::string secondsText(double seconds);                        // "42 s", "1:02:03 h"
std::string intervalText(const ShareInterval& interval);        // "97.2 to 98.1 %"

} // namespace belfry

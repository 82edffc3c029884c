// Numbers and times as people read them, and what --json prints.
#pragma once

#include "core/base/evaluation_result.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace belfry::cli {

std::string grouped(std::int64_t value);                                    // 61,800
std::string counted(std::int64_t value, const char* many, const char* one); // "1 step", "61,800 steps"
std::string perCent(double fraction, int digits = 2);                       // 98.91 %
// ", balanced accuracy 61.20 %, macro F1 60.80 %"; "" where they are unknown.
std::string meansText(const ClassMeans& means);
std::string fixed(double value, int digits);
std::string duration(double seconds);      // 0:42, 1:02:03
std::string gibibytes(std::int64_t bytes); // 12.3 GiB

nlohmann::json orNull(const std::optional<double>& value);

// For messages that quote names and files: line breaks and other control characters become '?'.
std::string oneLine(std::string text);

// For tables: at most so many letters of UTF-8, right-aligned, in one line.
std::string inColumn(std::string text, int letters, int width);

enum class JsonLayout { Line, Indented };

// On the standard output, with a line break. Names of files may be any bytes: what is no UTF-8 becomes U+FFFD.
void printJson(const nlohmann::json& json, JsonLayout layout = JsonLayout::Line);

} // namespace belfry::cli

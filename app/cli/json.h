// What --json prints.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace belfry::cli {

enum class JsonLayout { Line, Indented };

// On the standard output, with a line break. Names of files may be any bytes: what is no UTF-8 becomes U+FFFD.
void printJson(const nlohmann::json& json, JsonLayout layout = JsonLayout::Line);

} // namespace belfry::cli

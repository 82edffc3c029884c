#include "app/cli/json.h"

#include <nlohmann/json.hpp>

#include <cstdio>

namespace belfry::cli {

void printJson(const nlohmann::json& json, JsonLayout layout) {
    const int indent = layout == JsonLayout::Indented ? 2 : -1;
    std::printf("%s\n", json.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
}

} // namespace belfry::cli

#include "core/runs/json_reason.h"

#include <nlohmann/json.hpp>

namespace belfry {

std::string jsonReason(const std::exception& error) {
    if (const auto* parsing = dynamic_cast<const nlohmann::json::parse_error*>(&error))
        return "it is no JSON from byte " + std::to_string(parsing->byte) + " on";
    std::string reason = error.what();
    const std::size_t code = reason.find("] "); // "[json.exception.out_of_range.403] key 'state' not found"
    if (reason.starts_with("[json.exception") && code != std::string::npos)
        reason.erase(0, code + 2);
    while (reason.ends_with('.'))
        reason.pop_back();
    return reason;
}

} // namespace belfry

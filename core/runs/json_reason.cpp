#include "core/runs/json_reason.h"

#include "core/base/error.h"

#include <nlohmann/json.hpp>

namespace belfry {

Text jsonReason(const std::exception& error) {
    if (const auto* parsing = dynamic_cast<const nlohmann::json::parse_error*>(&error))
        return Text::tr("invalid JSON at byte %1", parsing->byte);
    if (const auto* json = dynamic_cast<const nlohmann::json::exception*>(&error)) {
        const std::string words = json->what(); // "[json.exception.out_of_range.403] key 'state' not found"
        const std::size_t code = words.find("] ");
        return Text::verbatim(code == std::string::npos ? words : words.substr(code + 2)).withoutFullStop();
    }
    return messageOf(error).withoutFullStop();
}

} // namespace belfry

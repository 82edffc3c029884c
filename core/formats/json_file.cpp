#include "core/formats/json_file.h"

#include "core/base/files.h"

#include <nlohmann/json.hpp>

namespace belfry {

std::string jsonText(const nlohmann::json& json, int indentation) {
    return json.dump(indentation, ' ', false, nlohmann::json::error_handler_t::replace);
}

void writeJsonFile(const std::filesystem::path& path, const nlohmann::json& json) {
    writeFileAtomically(path, jsonText(json, 1) + "\n");
}

} // namespace belfry

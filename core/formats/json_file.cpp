#include "core/formats/json_file.h"

namespace belfry {

std::string jsonText(const nlohmann::json& json, int indentation) {
    return json.dump(indentation, ' ', false, nlohmann::json::error_handler_t::replace);
}

void writeJsonFile(const std::filesystem::path& path, const nlohmann::json& json) {
    writeFileAtomically(path, jsonText(json, 1) + "\n");
}

nlohmann::json readJsonFile(const std::filesystem::path& path, std::uint64_t maxBytes) {
    return nlohmann::json::parse(readFile(path, maxBytes), nullptr, /*allow_exceptions=*/false);
}

} // namespace belfry

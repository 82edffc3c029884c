#include "core/formats/json_file.h"

#include "core/base/files.h"

#include <nlohmann/json.hpp>

namespace belfry {

void writeJsonFile(const std::filesystem::path& path, const nlohmann::json& json) {
    writeFileAtomically(path, json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

} // namespace belfry

// JSON files as the program writes them.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <filesystem>

namespace belfry {

// Complete or absent (base/files.h). Strings may be bytes of a path or of a file: what is no UTF-8 in them is replaced.
// Throws Error(Io). Blocks for the disk.
void writeJsonFile(const std::filesystem::path& path, const nlohmann::json& json);

} // namespace belfry

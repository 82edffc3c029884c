// JSON as the program writes it. No state; any thread.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <string>

namespace belfry {

// On one line, or with an indentation. Strings may be bytes of a path or of a file: what is no UTF-8 in them is
// replaced.
std::string jsonText(const nlohmann::json& json, int indentation = -1);

// Complete or absent (base/files.h). Throws Error(Io). Blocks for the disk.
void writeJsonFile(const std::filesystem::path& path, const nlohmann::json& json);

} // namespace belfry

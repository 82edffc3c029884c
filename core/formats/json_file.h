// JSON in files. No state; any thread; blocks for the disk.
#pragma once

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/formats/json_reader.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <exception>
#include <filesystem>
#include <string>

namespace belfry {

// On one line, or with an indentation. Strings may be bytes of a path or of a file: what is no UTF-8 in them is
// replaced.
std::string jsonText(const nlohmann::json& json, int indentation = -1);

// Complete or absent (base/files.h). Throws Error(Io).
void writeJsonFile(const std::filesystem::path& path, const nlohmann::json& json);

// A file that people write or choose: is_discarded() if it is not JSON, so that the caller can show what is expected.
// Throws as readFile() does.
nlohmann::json readJsonFile(const std::filesystem::path& path, std::uint64_t maxBytes = 1 << 20);

// A file that the program wrote: what read(json) returns. Throws Error(Data) with damaged(reason) when it is not JSON
// or read() throws; else as readFile() does.
template <typename Read, typename Damaged>
auto readRecordFile(const std::filesystem::path& path, std::uint64_t maxBytes, const Read& read,
                    const Damaged& damaged) {
    const std::string text = readFile(path, maxBytes);
    try {
        return read(nlohmann::json::parse(text));
    } catch (const std::exception& error) {
        throw dataError(damaged(jsonReason(error)));
    }
}

} // namespace belfry

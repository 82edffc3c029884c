#include "core/data/data_version.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/utf8.h"
#include "core/formats/json_file.h"
#include "core/formats/sha256.h"

#include <algorithm>

namespace belfry {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::size_t kHashDigits = 16;
constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 30;

Json changesOf(const DataVersion& version) {
    Json changes = Json::object();
    for (const auto& [file, label] : version.changes)
        changes[file] = label ? Json(*label) : Json(nullptr);
    return changes;
}

bool isHash(const std::string& text) {
    return text.size() == kHashDigits && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

[[noreturn]] void refuseNotUtf8(const std::string& file) {
    throw usageError(
        Text::tr("The name '%1' is not UTF-8, and cannot be written down. Rename the file.", asUtf8(file)));
}

fs::path fileOf(const std::string& hash) { return dataVersionFolder() / (hash + ".json"); }

} // namespace

void keepTogether(DataVersion& version, std::vector<std::string> files) {
    if (std::ranges::find(version.together, files) == version.together.end())
        version.together.push_back(std::move(files));
}

bool takeApart(DataVersion& version, const std::string& file) {
    std::size_t left = 0;
    for (std::vector<std::string>& set : version.together)
        left += std::erase(set, file);
    std::erase_if(version.together, [](const auto& set) { return set.size() < 2; });
    return left > 0;
}

std::string hashOf(const DataVersion& version) {
    std::string text = changesOf(version).dump(); // its names are sorted
    if (!version.together.empty())
        text += Json(version.together).dump();
    return sha256({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}).substr(0, kHashDigits);
}

fs::path dataVersionFolder() { return userDataFolder() / "versions"; }

std::string saveDataVersion(const DataVersion& version) {
    for (const auto& [file, label] : version.changes)
        if (!isUtf8(file) || (label && !isUtf8(*label)))
            refuseNotUtf8(file);
    for (const std::vector<std::string>& files : version.together)
        for (const std::string& file : files)
            if (!isUtf8(file))
                refuseNotUtf8(file);
    const std::string hash = hashOf(version);
    makeWritableFolder(dataVersionFolder());
    writeJsonFile(fileOf(hash),
                  {{"folder", version.folder}, {"changes", changesOf(version)}, {"together", version.together}});
    return hash;
}

DataVersion loadDataVersion(const std::string& hash) {
    std::error_code code;
    if (!isHash(hash) || !fs::is_regular_file(fileOf(hash), code))
        throw usageError(
            Text::tr("There is no version '%1' of pictures in '%2'; expected the %3 digits that 'data fix' "
                     "printed. Versions of other machines can be copied there.",
                     asUtf8(hash), dataVersionFolder().string(), kHashDigits));
    const fs::path file = fileOf(hash);
    const auto damaged = [&](const Text& reason) {
        return Text::tr("The version file '%1' is damaged: %2. Make the version again.", file.string(), reason);
    };
    DataVersion version = readRecordFile(
        file, kMaxBytes,
        [](const Json& json) {
            DataVersion read{.changes = {}, .folder = json.at("folder").get<std::string>(), .together = {}};
            for (const auto& [name, label] : json.at("changes").items())
                read.changes[name] = label.is_null() ? std::nullopt : std::optional(label.get<std::string>());
            if (json.contains("together"))
                json.at("together").get_to(read.together);
            return read;
        },
        damaged);
    if (hashOf(version) != hash)
        throw dataError(damaged(Text::tr("it says something else than when it was made")));
    return version;
}

} // namespace belfry

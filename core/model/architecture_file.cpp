#include "core/model/architecture_file.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/utf8.h"

#include <nlohmann/json.hpp>

namespace belfry {
namespace {

constexpr std::uint64_t kMaxBytes = 1 << 20;

Architecture parseJson(const std::string& content) {
    const auto json = nlohmann::json::parse(content, nullptr, /*allow_exceptions=*/false);
    if (json.is_discarded())
        throw usageError(
            Text::tr("This is not JSON; expected {\"name\": ..., \"layers\": [\"conv 6 5x5 relu\", ...]}."));
    return architectureFromJson(json);
}

Architecture parse(const std::filesystem::path& path, const std::string& content) {
    const std::string name = path.stem().string();
    Architecture architecture = path.extension() == ".json" ? parseJson(content) : architectureFromText(name, content);
    if (architecture.name.empty())
        architecture.name = name;
    requireOneLine(Text::tr("The network's name"), architecture.name);
    if (architecture.lines.empty())
        throw usageError(
            Text::tr("The file has no layers; expected one a line, the last of them 'dense classes linear'."));
    return architecture;
}

} // namespace

bool isArchitectureFile(const std::filesystem::path& path) {
    return path.extension() == ".txt" || path.extension() == ".json";
}

Architecture readArchitectureFile(const std::filesystem::path& path) {
    const std::string content = readFile(path, kMaxBytes);
    try {
        return parse(path, content);
    } catch (const Error& error) {
        throw usageError(Text::tr("'%1': %2", path.string(), error.message()));
    }
}

void writeArchitectureFile(const std::filesystem::path& path, const Architecture& architecture) {
    writeFileAtomically(path, path.extension() == ".json" ? toJson(architecture).dump(2) + "\n"
                                                          : architectureText(architecture));
}

} // namespace belfry

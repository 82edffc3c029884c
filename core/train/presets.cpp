#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/suggest.h"
#include "core/train/plan.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace belfry {
namespace {

// {"title": ..., "summary": ..., "plan": {...}}; the file's name is the preset's.
Preset readPreset(const std::filesystem::path& path) {
    const nlohmann::json json = nlohmann::json::parse(readFile(path, 1 << 20), nullptr, /*allow_exceptions=*/false);
    if (!json.is_object() || !json.contains("title") || !json["title"].is_string() || !json.contains("summary") ||
        !json["summary"].is_string() || !json.contains("plan"))
        throw Error(ErrorCategory::Data,
                    "The preset '" + path.string() +
                        "' is damaged: expected a JSON object with title, summary and plan. Install Belfry again.");
    Preset preset{path.stem().string(), json["title"].get<std::string>(), json["summary"].get<std::string>(),
                  planFromJson(json["plan"])};
    preset.plan.preset = preset.name;
    return preset;
}

} // namespace

std::vector<Preset> loadPresets() {
    std::vector<Preset> presets;
    for (const auto& entry : std::filesystem::directory_iterator(resourceFolder() / "presets"))
        if (entry.path().extension() == ".json")
            presets.push_back(readPreset(entry.path()));
    std::sort(presets.begin(), presets.end(), [](const Preset& a, const Preset& b) { return a.name < b.name; });
    return presets;
}

Preset presetByName(const std::string& name) {
    std::vector<std::string> names;
    for (Preset& preset : loadPresets()) {
        if (preset.name == name)
            return std::move(preset);
        names.push_back(preset.name);
    }
    throw Error(ErrorCategory::Usage, unknownName("preset", name, names));
}

} // namespace belfry

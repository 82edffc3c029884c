#include "core/base/error.h"
#include "core/base/suggest.h"
#include "core/formats/json_file.h"
#include "core/train/plan.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace belfry {
namespace {

std::vector<std::filesystem::path> presetFiles() {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(resourceFolder() / "presets"))
        if (entry.path().extension() == ".json")
            files.push_back(entry.path());
    std::ranges::sort(files, {}, [](const std::filesystem::path& file) { return file.stem().string(); });
    return files;
}

// {"title": ..., "summary": ..., "plan": {...}}; the file's name is the preset's. Title and summary are templates
// without places, and collected for translation (ui/translations.cmake).
Preset readPreset(const std::filesystem::path& path) {
    const nlohmann::json json = readJsonFile(path);
    if (!json.is_object() || !json.contains("title") || !json["title"].is_string() || !json.contains("summary") ||
        !json["summary"].is_string() || !json.contains("plan") ||
        (json.contains("published") && !json["published"].is_string()))
        throw dataError(Text::tr(
            "The preset '%1' is damaged: expected a JSON object with title, summary and plan. Install Belfry again.",
            path.string()));
    const auto text = [&](const char* key) { return Text::fromParts(json[key].get<std::string>(), {}, 0, {}); };
    Preset preset{path.stem().string(), text("title"), text("summary"), json.value("published", ""),
                  planFromJson(json["plan"])};
    preset.plan.preset = preset.name;
    return preset;
}

} // namespace

std::vector<Preset> loadPresets() {
    std::vector<Preset> presets;
    for (const std::filesystem::path& file : presetFiles())
        presets.push_back(readPreset(file));
    return presets;
}

std::vector<std::string> presetNames() {
    std::vector<std::string> names;
    try {
        for (const std::filesystem::path& file : presetFiles())
            names.push_back(file.stem().string());
    } catch (const std::exception&) {
        // presetByName() reports what is wrong.
    }
    return names;
}

Preset presetByName(const std::string& name) { return rowNamed(loadPresets(), Text::tr("preset"), name); }

} // namespace belfry

#include "core/runs/run_notes.h"

#include "core/base/error.h"
#include "core/formats/json_file.h"
#include "core/formats/json_reader.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string_view>
#include <system_error>

namespace belfry {
namespace {

using nlohmann::json;

constexpr std::size_t kMaxNameBytes = 200, kMaxNoteBytes = 100'000, kMaxTagBytes = 60;
constexpr std::size_t kMaxTags = 50;
constexpr std::uint64_t kMaxNotesFileBytes = 1 << 20;

bool hasControl(const std::string& text) {
    return std::ranges::any_of(
        text, [](unsigned char letter) { return letter < 0x20; });
}

void check(const RunNotes& notes) {
    if (notes.name.size() > kMaxNameBytes || hasControl(notes.name))
        throw usageError(Text::tr("A run's name needs 1 to %1 bytes on one line; this one has %2.", kMaxNameBytes,
                                  notes.name.size()));
    if (notes.note.size() > kMaxNoteBytes)
        throw usageError(
            Text::tr("A run's note has %1 bytes; expected at most %2. Keep what is longer in a file of its own.",
                     notes.note.size(), kMaxNoteBytes));
    if (notes.tags.size() > kMaxTags)
        throw usageError(Text::tr("A run has %1 tags; expected at most %2.", notes.tags.size(), kMaxTags));
    for (const std::string& tag : notes.tags)
        if (tag.empty() || tag.size() > kMaxTagBytes || hasControl(tag) || tag.find(',') != std::string::npos)
            throw usageError(Text::tr("A tag needs 1 to %1 bytes on one line and no comma; this one has %2.",
                                      kMaxTagBytes, tag.size()));
}

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

} // namespace

RunNotes readRunNotes(const std::filesystem::path& path) {
    std::error_code code;
    if (!std::filesystem::exists(path, code))
        return {};
    const auto read = [](const json& in) {
        RunNotes notes{in.at("name").get<std::string>(), in.at("note").get<std::string>(),
                       in.at("tags").get<std::vector<std::string>>()};
        check(notes);
        return notes;
    };
    return readRecordFile(path, kMaxNotesFileBytes, read, [&path](const Text& reason) {
        return Text::tr(
            "'%1' does not hold a run's name, note and tags (%2). Delete the file, or restore it from a copy.",
            path.string(), reason);
    });
}

void writeRunNotes(const std::filesystem::path& path, const RunNotes& notes) {
    check(notes);
    const json out{{"name", notes.name}, {"note", notes.note}, {"tags", notes.tags}};
    writeJsonFile(path, out);
}

std::vector<std::string> tagsFrom(const std::string& text) {
    std::vector<std::string> tags;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t comma = std::min(text.find(',', from), text.size());
        const std::string tag(trimmed(std::string_view(text).substr(from, comma - from)));
        if (!tag.empty() && std::ranges::find(tags, tag) == tags.end())
            tags.push_back(tag);
        from = comma + 1;
    }
    return tags;
}

} // namespace belfry

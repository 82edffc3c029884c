// notes.json: the user's name, note and tags of a run. It is in the run's folder, and absent until it is needed. Plain
// values; any thread; blocks for the disk.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace belfry {

struct RunNotes {
    std::string name; // "": the name in the plan
    std::string note; // any number of lines
    std::vector<std::string> tags;
    bool operator==(const RunNotes&) const = default;
};

// Empty if the file is absent. Throws Error(Data) with the name of a damaged file and the reason.
RunNotes readRunNotes(const std::filesystem::path& path);
// Atomic. Throws Error(Usage) for an invalid name, note or tag, and Error(Io).
void writeRunNotes(const std::filesystem::path& path, const RunNotes& notes);

// "first, second" -> {"first", "second"}: trimmed, without empty and repeated tags.
std::vector<std::string> tagsFrom(const std::string& text);

} // namespace belfry

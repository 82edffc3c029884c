// notes.json: what people say of a run: a name, a note, tags. In the run's folder, so that it goes where the run goes;
// absent until something was said. Plain values; any thread; blocks for the disk.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace belfry {

struct RunNotes {
    std::string name; // "": the one in its plan
    std::string note; // any number of lines
    std::vector<std::string> tags;
    bool operator==(const RunNotes&) const = default;
};

// Nothing said when the file is absent. Throws Error(Data) naming a file that is damaged, and what is wrong with it.
RunNotes readRunNotes(const std::filesystem::path& path);
// Atomic. Throws Error(Usage) for a name, note or tag that cannot be, and Error(Io).
void writeRunNotes(const std::filesystem::path& path, const RunNotes& notes);

// "first, second" -> {"first", "second"}: without blanks around them, empty ones and repetitions.
std::vector<std::string> tagsFrom(const std::string& text);

} // namespace belfry

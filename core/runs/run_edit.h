// Names, notes and tags of runs, and the trash. No state; any thread; blocks for the disk.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace belfry {

// Change notes.json (run_notes.h), also of a run that is in progress or damaged. The folder keeps its name. Throw
// Error(Usage) for invalid values and for a folder that is not a run.
void renameRun(const std::filesystem::path& folder, const std::string& name);
void noteRun(const std::filesystem::path& folder, const std::string& note);
void tagRun(const std::filesystem::path& folder, const std::vector<std::string>& tags);

// Moves the folder to the trash of its root and returns the new path. Throws Error(Usage) for a run in progress and for
// a folder that is not a run.
std::filesystem::path deleteRun(const std::filesystem::path& folder);
// Moves a run that deleteRun() returned back, and returns its folder. Throws Error(Usage) for a folder that is not in a
// trash.
std::filesystem::path restoreRun(const std::filesystem::path& trashed);
// Moves the folder of a run, whatever its state, to another root of the same file system, and returns its new path. It
// gets a number at its end where the name is taken.
std::filesystem::path moveRun(const std::filesystem::path& folder, const std::filesystem::path& root);
// Deletes a run that deleteRun() returned from the disk. Throws Error(Usage) for a folder that is not in a trash, and
// Error(Io) with the file that cannot be deleted.
void eraseRun(const std::filesystem::path& trashed);
// Bytes of its files, without those that cannot be read.
std::int64_t sizeOfRun(const std::filesystem::path& folder);
// <root>/.bin: a root of its own for listRuns() and findRun().
std::filesystem::path trashOf(const std::filesystem::path& root);
bool isTrash(const std::filesystem::path& root);

} // namespace belfry

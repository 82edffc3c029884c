// Files out of published archives. No state; any thread; blocks for the disk. Throws Error(Data) for an archive that
// cannot be read, Error(Io).
#pragma once

#include <filesystem>
#include <string>

namespace belfry {

// All regular files of a tar file, gzipped or not, into `folder`, without their paths: nothing is written outside.
void unpackArchive(const std::filesystem::path& archive, const std::filesystem::path& folder);

// The file that has this path in a zip archive; returns where it is in `folder`, under its own name.
std::filesystem::path unpackMember(const std::filesystem::path& archive, const std::string& member,
                                   const std::filesystem::path& folder);

} // namespace belfry

// A network of the user's own as a file: text (one layer a line, # for comments) or JSON, by the name's ending.
// Blocks for the disk; any thread.
#pragma once

#include "core/model/architecture.h"

#include <filesystem>

namespace belfry {

// .txt or .json: what distinguishes a file from the name of a built-in network.
bool isArchitectureFile(const std::filesystem::path& path);

// JSON may name the network; else it has the file's name without its ending. At most 1 MiB. Throws Error(Usage) naming
// file, line, layer and word, or Error(Data) for a file that cannot be read.
Architecture readArchitectureFile(const std::filesystem::path& path);

// As JSON for .json, else as text. The file is whole or absent; throws Error(Io).
void writeArchitectureFile(const std::filesystem::path& path, const Architecture& architecture);

} // namespace belfry

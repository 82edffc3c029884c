// A data set of the catalogue from the network into the user's data folder, where openDataSet() finds it. Any thread;
// blocks for the network and the disk.
#pragma once

#include "core/data/download.h"

#include <filesystem>
#include <optional>
#include <string>

namespace belfry {

struct DownloadPlan {
    std::filesystem::path folder; // where the files go
    std::uint64_t bytes = 0;      // of all files, as they are sent
    std::vector<DownloadFile> files;
    std::string
        unpackedFolder; // the one file is an archive with a folder of this name; "": the files are used as they are
};

// `parent`: instead of the user's data folder. `mirror`: a server's address to which file names are appended, asked
// before the known ones; "": none. Throws Error(Usage) for an unknown name and for a set that comes with Belfry.
DownloadPlan downloadPlan(const std::string& name, const std::optional<std::filesystem::path>& parent = {},
                          const std::string& mirror = {});

// Progress counts the bytes of the file in `progress.file`. False when stopped: what came stays, for the next time.
// Throws as downloadFile() does, and Error(Data) for an archive that cannot be unpacked.
bool downloadData(const DownloadPlan& plan, const DownloadOptions& options = {});

// Gives up what came so far. Never throws.
void discardData(const DownloadPlan& plan);

} // namespace belfry

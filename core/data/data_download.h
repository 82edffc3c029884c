// Downloads a data set of the catalogue into the user's data folder, where openDataSet() finds it. Any thread; blocks
// for the network and the disk.
#pragma once

#include "core/data/download.h"

#include <filesystem>
#include <optional>
#include <string>

namespace belfry {

struct DownloadPlan {
    std::filesystem::path folder; // where the files go
    std::uint64_t bytes = 0;      // transfer size of all files
    std::vector<DownloadFile> files;
    std::string
        unpackedFolder; // the single file is an archive with a folder of this name; "": the files are no archives
};

// `parent` replaces the user's data folder. `mirror`: base URL, tried before the known servers; "": none. Throws
// Error(Usage) for an unknown name and for a set that ships with Belfry.
DownloadPlan downloadPlan(const std::string& name, const std::optional<std::filesystem::path>& parent = {},
                          const std::string& mirror = {});

// Progress counts the bytes of `progress.file`. Returns false when stopped: partial files stay for the next attempt.
// Throws like downloadFile(), and Error(Data) for an archive that cannot be extracted.
bool downloadData(const DownloadPlan& plan, const DownloadOptions& options = {});

// Deletes partial downloads. Never throws.
void discardData(const DownloadPlan& plan);

} // namespace belfry

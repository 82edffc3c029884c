// What a version of a folder's pictures changed. No state; any thread; blocks for the disk.
#pragma once

#include "core/base/text.h"

#include <filesystem>

namespace belfry {

struct VersionGain {
    Text sentence;               // empty: there is nothing to compare with, or the run has no test
    std::filesystem::path other; // the folder of the run that it is compared with
};

// Test accuracy of this run and of the newest other one on the same pictures in another version, with the same network,
// backbone and size. Throws Error(Io) or Error(Data) for a folder or a plan of this run that cannot be read.
VersionGain versionGain(const std::filesystem::path& run);

} // namespace belfry

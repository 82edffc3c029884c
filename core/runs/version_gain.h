// What a version of a folder's pictures changed. No state; any thread; blocks for the disk.
#pragma once

#include "core/base/text.h"

#include <filesystem>

namespace belfry {

// Test accuracy of this run and of the newest other one on the same pictures in another version, with the same network,
// backbone and size. Empty: there is none, or the run has no test.
Text versionGain(const std::filesystem::path& run);

} // namespace belfry

// Checks whether a device still works. Free of torch.
#pragma once

#include "core/base/text.h"

#include <string>

namespace belfry {

// Writes to a little memory of a device such as "cuda:1", and waits for all of its work. Returns the reason of a
// failure;
// "" on success, for the CPU, and for a GPU that is only out of memory. After some errors a GPU refuses all work until
// the program ends. Blocks; any thread.
Text deviceProblem(const std::string& device);

} // namespace belfry

// Whether a device still works. Free of torch.
#pragma once

#include <string>

namespace belfry {

// Writes a little memory of "cuda:1" and waits for all that it has to do. Why that failed: a sentence; "" when it did
// not, for the CPU, and for a GPU whose memory is only full. After an error of some kinds a GPU refuses everything
// until the program ends. Blocks; any thread.
std::string deviceProblem(const std::string& device);

} // namespace belfry

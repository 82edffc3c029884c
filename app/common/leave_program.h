// The end of main() when a training thread hangs.
#pragma once

namespace belfry {

// Returns the status, unless a thread was abandoned (core/base/abandoned_threads.h). What it hangs in may not let
// itself be destroyed: the program then ends here, at once.
int leaveProgram(int status);

} // namespace belfry

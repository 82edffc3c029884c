// OpenMP's idle threads must sleep, not spin: on a machine that does anything else, spinning threads take the cores
// that the working ones need (LeNet fell from 11,000 to 700 images/s on two shared cores).
#pragma once

namespace belfry {

// Restarts the program with OMP_WAIT_POLICY=passive unless the variable is set: the runtime reads it when it is loaded,
// so it must be there before the program starts. Returns when nothing needs to be done or the restart fails.
void restartWithPassiveWaiting(char** argv);

} // namespace belfry

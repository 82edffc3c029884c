// The beginning and the end of main(), in both programs.
#pragma once

namespace belfry {

// Restarts the program with OMP_WAIT_POLICY=passive and a small GOMP_SPINCOUNT unless one of them is set: the runtime
// reads them when it is loaded, so they must be there before the program starts. Returns when nothing needs to be done
// or the restart fails.
//
// OpenMP's idle threads must sleep after a short while, not spin for milliseconds: on a machine that does anything
// else, spinning threads take the cores that the working ones need (LeNet fell from 11,000 to 700 images/s on two
// shared cores). At once they must not: to wake them in every part of a step took more time than the work.
void restartWithPassiveWaiting(char** argv);

// Gives LD_LIBRARY_PATH back the user's value where an installed package's launcher (packaging/launch.sh) has put
// LibTorch's folders before it: the loader has read it by now, and programs that this one starts, such as ssh or a
// browser, are not to take those libraries. Before any thread.
void forgetLaunchersFolders();

// Sends this process SIGTERM, once or several times, when its parent ends, where BELFRY_PARENT has the parent's number.
// The package for Python sets it: its kernel is killed to be restarted, and nobody would see or stop the run that it
// had started.
void endWithParent();

// Returns the status, unless a thread was abandoned (core/base/abandoned_threads.h). What it hangs in may not let
// itself be destroyed: the program then ends here, at once.
int leaveProgram(int status);

// Makes the allocator keep up to some megabytes of what is freed, by thread. It would give back a photograph's pixels
// to the system after each, and take them anew for the next, which costs a fifth of decoding it.
void reuseFreedMemory();

} // namespace belfry

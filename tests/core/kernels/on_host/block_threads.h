// The threads of a CUDA block on one CPU thread: fibers, which change where threads meet. So a meeting of 256 threads
// takes microseconds, every run has the same order, and what a kernel does wrong is found: a thread that ends or waits
// elsewhere while others meet ends the program with a sentence, and the thread sanitizer, which is told of fibers and
// meetings, sees two threads at one number without a meeting between.
#pragma once

#include <cstddef>
#include <functional>

namespace belfry::cuda {

struct dim3 {
    unsigned x, y, z;
    constexpr dim3(unsigned width = 1, unsigned height = 1, unsigned depth = 1) : x(width), y(height), z(depth) {}
};
inline thread_local dim3 blockIdx{0, 0, 0}, blockDim, gridDim;
inline thread_local dim3 aloneThread{0, 0, 0}; // the one that runs, where none meet
constexpr int warpSize = 32;

const dim3& threadOfKernel(); // a place of its own for each thread that meets others
#define threadIdx ::belfry::cuda::threadOfKernel()

// Runs kernel() in every thread of every block, one block after another, odd ones with their last thread first. The
// dynamic shared memory of a block begins with bytes of 0xFF (floats: NaN).
void runBlocks(dim3 blocks, dim3 threads, std::size_t sharedBytes, const std::function<void()>& kernel);

// While it lives, a kernel that this CPU thread starts runs only the last blocks of its grid: of each line of blocks as
// many as `across`, of the lines as many as `down`. So a test sees places far behind without the time for all before.
class LastBlocks {
public:
    explicit LastBlocks(unsigned across, unsigned down = ~0u);
    ~LastBlocks();
    LastBlocks(const LastBlocks&) = delete;
    LastBlocks& operator=(const LastBlocks&) = delete;

private:
    dim3 before_;
};
dim3 firstBlock(dim3 blocks); // that runs

void* dynamicSharedMemory(); // of the block that runs, aligned to 16 bytes

// Called by a thread of a block: returns when all its threads, or those of its warp that `lanes` names, have called it.
void meetBlock();
void meetWarp(unsigned lanes);

unsigned laneOfThread();
unsigned lanesOfWarp(); // a bit for each lane of the calling thread's warp that is a thread
// Of the calling thread's warp, for each lane, 8 bytes for what it gives to the others.
void* givenByLane(unsigned lane);

[[noreturn]] void kernelIsWrong(const char* why); // says so, with the block and the thread

} // namespace belfry::cuda

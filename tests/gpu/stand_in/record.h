// A stand-in of the CUDA runtime, cuBLAS and NCCL with two devices, for machines without a GPU: a program that is
// linked with it first, before the real libraries, calls it instead. It keeps in order what the host asks of the
// devices.
//
// Nothing is computed: kernels, matrix products and sums are kept as calls and never run. Device memory is address
// space without contents: what is read back is zero, unless a test says otherwise. So a test asserts calls, never a
// number that a device would compute. Streams are never behind: all queued work counts as done at once.
//
// Contexts: CUDA creates one on the calling thread's current device at the first call that needs one (12.0 and later:
// at cudaSetDevice, too). Which calls need none is documented for few; here those in question do create one, as the
// tensor library assumes as well (CUDAGuardImpl.h, CUDAHooks.cpp).
//
// Any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace belfry::stand_in {

struct Call {
    std::string name;      // the function's; a kernel's launch: "cudaLaunchKernel"
    std::string detail;    // of a launch the kernel; of a copy "ordinary to device" and the like; else what matters
    std::size_t bytes = 0; // allocated, copied, set; of a graph's launch its nodes; of a sum its numbers
    int device = 0;        // current on the calling thread
    int stream = -1;       // 0: a default stream; from 1: as created; -1: the call has none
    int opened = -1;       // the device on which the call created a context; -1: none
    bool captured = false; // it became a node of a graph
    std::thread::id thread;
};

// Forgets all calls and contexts, and takes back what a test had said.
void restart();
// Since then, in order. Not kept are calls that neither change anything nor create a context: errors and their texts,
// the current device, whether a stream is capturing.
std::vector<Call> calls();
std::vector<Call> calls(std::string_view name);
std::size_t countCalls(std::string_view name);
// Devices with a context, in ascending order.
std::vector<int> contexts();

// The memory of each device; allocations beyond it fail. 64 GiB at first.
void limitMemory(std::size_t bytes);
std::size_t memoryInUse(int device);

// No memory of the host can be page-locked any more.
void refuseLockedMemory();

// Reads of exactly so many bytes from device memory deliver these: what a comparison on the device would have answered.
void answerReads(const std::vector<std::uint8_t>& bytes);

// Whether the runtime that the tensor library calls is this one.
bool isLoaded();

} // namespace belfry::stand_in

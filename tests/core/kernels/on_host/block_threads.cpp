#include "tests/core/kernels/on_host/block_threads.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif
// The thread sanitizer's, where the program has it. It shall see kernels, not what is shared by all fibers here: this
// file is compiled without it.
extern "C" {
[[gnu::weak]] void* __tsan_get_current_fiber();
[[gnu::weak]] void* __tsan_create_fiber(unsigned flags);
[[gnu::weak]] void __tsan_switch_to_fiber(void* fiber, unsigned flags);
[[gnu::weak]] void __tsan_acquire(void* place);
[[gnu::weak]] void __tsan_release(void* place);
}

// Keeps what the x86-64 calling convention keeps on the stack that is left, whose pointer goes to *left, and goes on
// where `entered` was left. Contexts of the C library would ask the kernel for the mask of signals each time.
extern "C" void belfrySwitchStack(void** left, void* entered);
asm(R"(
.pushsection .text
.type belfrySwitchStack, @function
belfrySwitchStack:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
.size belfrySwitchStack, . - belfrySwitchStack
.popsection
)");

namespace belfry::cuda {
namespace {

constexpr std::size_t kStack = 1 << 18; // bytes; only what is used takes memory
constexpr unsigned kMostThreads = 1024;

enum class Waits { Nowhere, ForWarp, ForBlock, Ended };

struct Fiber {
    void* top = nullptr; // of its stack, while another runs
    std::unique_ptr<std::byte[]> stack;
    Waits waits = Waits::Ended;
    unsigned lanes = 0;    // that it waits for
    unsigned meetings = 0; // of its warp that it has come to; even and odd ones are told apart by the places below
    std::array<char, 2> came{};
    unsigned oddLanes = 0; // those that came to an odd one, of the meeting that let it go on
    dim3 thread;
    void* asanStack = nullptr;
    void* tsanFiber = nullptr;
};

struct alignas(16) SharedUnit {
    std::uint64_t halves[2];
};
constexpr SharedUnit kFresh{{~std::uint64_t{0}, ~std::uint64_t{0}}};

struct Warp {
    alignas(8) std::array<std::array<std::byte, 8>, warpSize> given;
};

// What runs on this CPU thread. Fibers are kept for the next kernel.
struct Block {
    std::unique_ptr<Fiber[]> fibers = std::make_unique<Fiber[]>(kMostThreads);
    std::array<Warp, kMostThreads / warpSize> warps;
    unsigned made = 0; // fibers with a stack
    std::vector<SharedUnit> shared;
    const std::function<void()>* kernel = nullptr;
    void* callerTop = nullptr;
    void* callerAsanStack = nullptr;
    const void* callerStackBottom = nullptr;
    std::size_t callerStackSize = 0;
    void* callerTsanFiber = nullptr;
    unsigned threads = 0;
    unsigned current = 0;  // thread
    unsigned meetings = 0; // of all threads; even and odd ones are told apart
    std::array<char, 2> came{};
    char began = 0, ended = 0;
    bool meets = false; // the threads are fibers
};
thread_local Block block;
thread_local dim3 mostBlocks{~0u, ~0u}; // of a grid, of which the last ones run

// Everything before `released` happens before everything after `acquired` of the same place.
void released(void* place) {
    if (__tsan_release != nullptr)
        __tsan_release(place);
}
void acquired(void* place) {
    if (__tsan_acquire != nullptr)
        __tsan_acquire(place);
}
// Orders nothing by itself.
void announceSwitch(void* tsanFiber) {
    if (__tsan_switch_to_fiber != nullptr)
        __tsan_switch_to_fiber(tsanFiber, 1);
}

void toCaller(Fiber& from) {
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_start_switch_fiber(&from.asanStack, block.callerStackBottom, block.callerStackSize);
#endif
    announceSwitch(block.callerTsanFiber);
    belfrySwitchStack(&from.top, block.callerTop);
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_finish_switch_fiber(from.asanStack, &block.callerStackBottom, &block.callerStackSize);
#endif
}

void toFiber(Fiber& to) {
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_start_switch_fiber(&block.callerAsanStack, to.stack.get(), kStack);
#endif
    announceSwitch(to.tsanFiber);
    belfrySwitchStack(&block.callerTop, to.top);
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_finish_switch_fiber(block.callerAsanStack, nullptr, nullptr);
#endif
}

// A fiber's life: the kernel once for every block.
void fiberMain() {
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_finish_switch_fiber(nullptr, &block.callerStackBottom, &block.callerStackSize);
#endif
    Fiber& self = block.fibers[block.current];
    for (;;) {
        acquired(&block.began);
        (*block.kernel)();
        self.waits = Waits::Ended;
        released(&block.ended);
        toCaller(self);
    }
}

void makeFibers(unsigned count) {
    for (; block.made < count; ++block.made) {
        Fiber& fiber = block.fibers[block.made];
        fiber.stack = std::make_unique_for_overwrite<std::byte[]>(kStack);
        // Six registers, to be taken from the stack at the first switch, and where to go on: aligned as after a call.
        auto* top = reinterpret_cast<void**>(reinterpret_cast<std::uintptr_t>(fiber.stack.get() + kStack) / 16 * 16);
        std::fill(top - 8, top, nullptr);
        top[-2] = reinterpret_cast<void*>(&fiberMain);
        fiber.top = top - 8;
        if (__tsan_create_fiber != nullptr)
            fiber.tsanFiber = __tsan_create_fiber(0);
    }
}

// Lets those threads of a warp go on that all lanes they wait for have met. False: none.
bool releaseWarp(unsigned first, unsigned last) {
    const unsigned present = last - first == warpSize ? ~0u : (1u << (last - first)) - 1;
    unsigned free = 0, seen = 0;
    for (unsigned i = first; i < last; ++i) {
        const unsigned lanes = block.fibers[i].lanes & present;
        unsigned came = 0;
        for (unsigned other = first; other < last && (seen & (1u << (i - first))) == 0; ++other)
            if (block.fibers[other].waits == Waits::ForWarp && (block.fibers[other].lanes & present) == lanes)
                came |= 1u << (other - first);
        seen |= came;
        free |= came == lanes ? came : 0u;
    }
    unsigned odd = 0;
    for (unsigned i = first; i < last; ++i)
        odd |= block.fibers[i].meetings % 2 << (i - first);
    for (unsigned i = first; i < last; ++i)
        if (free & (1u << (i - first))) {
            block.fibers[i].waits = Waits::Nowhere;
            block.fibers[i].oddLanes = odd;
        }
    return free != 0;
}

// The threads of a warp, as long as one of them can go on.
void runWarp(unsigned first, unsigned last, bool backwards) {
    for (bool someRan = true; someRan;) {
        someRan = false;
        for (unsigned i = first; i < last; ++i) {
            block.current = backwards ? last - 1 - (i - first) : i;
            Fiber& fiber = block.fibers[block.current];
            if (fiber.waits != Waits::Nowhere)
                continue;
            toFiber(fiber);
            someRan = true;
        }
        someRan |= releaseWarp(first, last);
    }
}

void runBlock(unsigned threads, bool backwards) {
    released(&block.began);
    for (unsigned i = 0; i < threads; ++i)
        block.fibers[i].waits = Waits::Nowhere;
    for (bool ended = false; !ended;) {
        const unsigned warps = (threads + warpSize - 1) / warpSize;
        for (unsigned i = 0; i < warps; ++i) {
            const unsigned warp = backwards ? warps - 1 - i : i;
            runWarp(warp * warpSize, std::min(threads, (warp + 1) * warpSize), backwards);
        }
        const auto all = [&](Waits waits) {
            return std::all_of(block.fibers.get(), block.fibers.get() + threads,
                               [&](const Fiber& fiber) { return fiber.waits == waits; });
        };
        ended = all(Waits::Ended);
        if (!ended && !all(Waits::ForBlock))
            kernelIsWrong("some threads of a block or of a warp wait for others that wait elsewhere or have ended");
        ++block.meetings;
        for (unsigned i = 0; !ended && i < threads; ++i)
            block.fibers[i].waits = Waits::Nowhere;
    }
    acquired(&block.ended);
}

} // namespace

LastBlocks::LastBlocks(unsigned across, unsigned down) : before_(mostBlocks) { mostBlocks = dim3(across, down); }
LastBlocks::~LastBlocks() { mostBlocks = before_; }

dim3 firstBlock(dim3 blocks) {
    return dim3(blocks.x - std::min(blocks.x, mostBlocks.x), blocks.y - std::min(blocks.y, mostBlocks.y), 0);
}

const dim3& threadOfKernel() { return block.meets ? block.fibers[block.current].thread : aloneThread; }

void kernelIsWrong(const char* why) {
    std::fprintf(stderr, "CUDA kernel on the CPU: %s (block %u %u %u, thread %u %u %u).\n", why, blockIdx.x, blockIdx.y,
                 blockIdx.z, threadIdx.x, threadIdx.y, threadIdx.z);
    std::abort();
}

void runBlocks(dim3 blocks, dim3 threads, std::size_t sharedBytes, const std::function<void()>& kernel) {
    const unsigned count = threads.x * threads.y * threads.z;
    if (count == 0 || count > kMostThreads || sharedBytes > 227 * 1024)
        kernelIsWrong("no device takes a block of this size");
    makeFibers(count);
    block.threads = count;
    for (unsigned i = 0; i < count; ++i)
        block.fibers[i].thread = dim3(i % threads.x, i / threads.x % threads.y, i / threads.x / threads.y);
    block.shared.resize((sharedBytes + sizeof(SharedUnit) - 1) / sizeof(SharedUnit));
    block.kernel = &kernel;
    block.meets = true;
    if (__tsan_get_current_fiber != nullptr)
        block.callerTsanFiber = __tsan_get_current_fiber();
    blockDim = threads;
    gridDim = blocks;
    const dim3 first = firstBlock(blocks);
    for (unsigned z = 0; z < blocks.z; ++z)
        for (unsigned y = first.y; y < blocks.y; ++y)
            for (unsigned x = first.x; x < blocks.x; ++x) {
                blockIdx = dim3(x, y, z);
                std::fill(block.shared.begin(), block.shared.end(), kFresh);
                runBlock(count, (x + y + z) % 2 == 1);
            }
    block.meets = false;
    block.kernel = nullptr;
}

void* dynamicSharedMemory() { return block.shared.data(); }

void meetBlock() {
    if (!block.meets)
        kernelIsWrong("its threads meet, but it was started with startThreads");
    Fiber& self = block.fibers[block.current];
    self.waits = Waits::ForBlock;
    void* place = &block.came[block.meetings % 2];
    released(place);
    toCaller(self);
    acquired(place);
}

void meetWarp(unsigned lanes) {
    if (!block.meets)
        kernelIsWrong("its threads meet, but it was started with startThreads");
    if ((lanes & (1u << laneOfThread())) == 0)
        kernelIsWrong("a thread meets lanes of its warp without being one of them");
    Fiber& self = block.fibers[block.current];
    self.waits = Waits::ForWarp;
    self.lanes = lanes;
    released(&self.came[++self.meetings % 2]);
    toCaller(self);
    const unsigned first = block.current / warpSize * warpSize;
    for (unsigned lane = 0; __tsan_acquire != nullptr && lane < warpSize; ++lane)
        if (lanes & lanesOfWarp() & (1u << lane))
            acquired(&block.fibers[first + lane].came[self.oddLanes >> lane & 1]);
}

unsigned lanesOfWarp() {
    const unsigned left = block.threads - block.current / warpSize * warpSize;
    return left >= warpSize ? ~0u : (1u << left) - 1;
}

unsigned laneOfThread() { return block.current % warpSize; }

void* givenByLane(unsigned lane) { return block.warps[block.current / warpSize].given[lane].data(); }

} // namespace belfry::cuda

#include "tests/core/formats/allocations.h"

#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <new>

namespace {

thread_local std::size_t largestRequest = 0;
thread_local std::ptrdiff_t held = 0, mostHeld = 0; // what another thread made may be given back here

void give(void* memory) {
    held -= static_cast<std::ptrdiff_t>(malloc_usable_size(memory));
    std::free(memory);
}

} // namespace

// Replaces the program's own; the array forms call these. The nothrow form (std::stable_sort's) too, lest one allocator
// allocates and another frees.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    largestRequest = std::max(largestRequest, size);
    void* const memory = std::malloc(size > 0 ? size : 1);
    held += static_cast<std::ptrdiff_t>(malloc_usable_size(memory));
    mostHeld = std::max(mostHeld, held);
    return memory;
}
void* operator new(std::size_t size) {
    if (void* memory = operator new(size, std::nothrow))
        return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { give(memory); }
void operator delete(void* memory, std::size_t) noexcept { give(memory); }

namespace belfry {

AllocationWatch::AllocationWatch() {
    largestRequest = 0;
    held = mostHeld = 0;
}
std::size_t AllocationWatch::largest() const { return largestRequest; }
std::size_t AllocationWatch::peak() const { return static_cast<std::size_t>(mostHeld); }

} // namespace belfry

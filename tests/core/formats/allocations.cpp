#include "tests/core/formats/allocations.h"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace {

thread_local std::size_t largestRequest = 0;

} // namespace

// Replaces the program's own; the array forms call these. The nothrow form (std::stable_sort's) too, lest one allocator
// allocates and another frees.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    largestRequest = std::max(largestRequest, size);
    return std::malloc(size > 0 ? size : 1);
}
void* operator new(std::size_t size) {
    if (void* memory = operator new(size, std::nothrow))
        return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

namespace belfry {

AllocationWatch::AllocationWatch() {
    largestRequest = 0;
}
std::size_t AllocationWatch::largest() const {
    return largestRequest;
}

} // namespace belfry

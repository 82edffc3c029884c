#include "tests/core/formats/allocations.h"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace {

thread_local std::size_t largestRequest = 0;

} // namespace

// Replaces the program's own (the array forms call these).
void* operator new(std::size_t size) {
    largestRequest = std::max(largestRequest, size);
    if (void* memory = std::malloc(size > 0 ? size : 1))
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

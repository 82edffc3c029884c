// What this thread has asked operator new for since the watch began: "unbounded memory" made testable.
#pragma once

#include <cstddef>

namespace belfry {

class AllocationWatch {
public:
    AllocationWatch();
    std::size_t largest() const; // bytes of one request
    std::size_t peak() const;    // the most bytes that were held at a time, beyond those held when the watch began
};

} // namespace belfry

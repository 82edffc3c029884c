// The largest request that this thread has made of operator new since the watch began: "unbounded memory" made
// testable.
#pragma once

#include <cstddef>

namespace belfry {

class AllocationWatch {
public:
    AllocationWatch();
    std::size_t largest() const; // bytes
};

} // namespace belfry

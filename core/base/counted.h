// Counts what is odd about many things; a message names the first. Plain value; any thread.
#pragma once

#include <cstdint>

namespace belfry {

template <typename First>
struct Counted {
    std::int64_t count = 0;
    First first;
    void add(const First& what) {
        if (count++ == 0)
            first = what;
    }
};

} // namespace belfry

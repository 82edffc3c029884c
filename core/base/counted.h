// Counts what is odd about many things; a message names the first. Plain values; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

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

inline constexpr std::int64_t kMaxNamed = 5000; // a folder may have a million of them

// Keeps the names of the others, too, up to kMaxNamed.
struct CountedFiles : Counted<std::string> {
    std::vector<std::string> names;
    void add(const std::string& name) {
        if (count < kMaxNamed)
            names.push_back(name);
        Counted::add(name);
    }
};

} // namespace belfry

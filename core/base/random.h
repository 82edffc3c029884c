// Counter-based random numbers: a value depends on its key and counter only, so results do not depend on the number of
// towers, the feed or the order of execution. Philox 4x32-10 (Salmon et al., SC 2011, "Parallel random numbers: as easy
// as 1, 2, 3"). Any thread; no shared state.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace belfry {

// Part of a stream's key: streams of different purposes never overlap.
enum class Purpose : std::uint32_t {
    Shuffle = 1,
    Initialise = 2,
    Dropout = 3,
    Augment = 4,
    Search = 5,
    Sample = 6,
    Balance = 7,
    Split = 8
};

// 128 random bits for one key and counter.
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 2> key, std::array<std::uint32_t, 4> counter);

// A sequence of numbers for (seed, purpose, a, b); two streams with the same key yield the same sequence.
class RandomStream {
public:
    RandomStream(std::uint64_t seed, Purpose purpose, std::uint64_t a = 0, std::uint32_t b = 0);

    std::uint32_t next();                     // 32 uniform bits
    std::uint64_t below(std::uint64_t bound); // uniform in [0, bound), without modulo bias; bound > 0
    double uniform();                         // [0, 1)
    double normal();                          // mean 0, standard deviation 1

private:
    std::array<std::uint32_t, 2> key_;
    std::array<std::uint32_t, 4> counter_;
    std::array<std::uint32_t, 4> block_{};
    int used_ = 4; // numbers of block_ already returned
    bool hasSpare_ = false;
    double spare_ = 0; // second normal of a Box-Muller pair
};

// A permutation of 0..count-1 (Fisher-Yates).
std::vector<std::int64_t> permutation(std::int64_t count, RandomStream stream);

} // namespace belfry

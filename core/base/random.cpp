#include "core/base/random.h"

#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

namespace belfry {

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 2> key, std::array<std::uint32_t, 4> counter) {
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t p0 = std::uint64_t{0xD2511F53} * counter[0];
        const std::uint64_t p1 = std::uint64_t{0xCD9E8D57} * counter[2];
        counter = {static_cast<std::uint32_t>(p1 >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(p1),
                   static_cast<std::uint32_t>(p0 >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(p0)};
        key[0] += 0x9E3779B9;
        key[1] += 0xBB67AE85;
    }
    return counter;
}

RandomStream::RandomStream(std::uint64_t seed, Purpose purpose, std::uint64_t a, std::uint32_t b)
    : key_{static_cast<std::uint32_t>(seed),
           static_cast<std::uint32_t>(seed >> 32) ^ (static_cast<std::uint32_t>(purpose) << 24)},
      counter_{0, static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(a >> 32), b} {}

std::uint32_t RandomStream::next() {
    if (used_ == 4) {
        block_ = philox(key_, counter_);
        ++counter_[0];
        used_ = 0;
    }
    return block_[static_cast<std::size_t>(used_++)];
}

std::uint64_t RandomStream::below(std::uint64_t bound) {
    const std::uint64_t limit = ~std::uint64_t{0} - (~std::uint64_t{0} % bound + 1) % bound;
    for (;;) {
        const std::uint64_t high = next();
        const std::uint64_t value = (high << 32) | next();
        if (value <= limit)
            return value % bound;
    }
}

double RandomStream::uniform() {
    const std::uint64_t high = next();
    return static_cast<double>(((high << 32) | next()) >> 11) * 0x1.0p-53;
}

double RandomStream::normal() {
    if (std::exchange(hasSpare_, false))
        return spare_;
    const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
    const double angle = 2.0 * std::numbers::pi * uniform();
    spare_ = radius * std::sin(angle);
    hasSpare_ = true;
    return radius * std::cos(angle);
}

std::vector<std::int64_t> permutation(std::int64_t count, RandomStream stream) {
    std::vector<std::int64_t> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), std::int64_t{0});
    for (std::size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[stream.below(i)]);
    return order;
}

} // namespace belfry

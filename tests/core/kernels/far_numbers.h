// More numbers than memory holds, for tests of positions beyond 2^31: addresses are reserved for all of them, and only
// some have memory. What is beside those ends the process, also where a position has gone around: addresses before the
// first number are reserved, too.
#pragma once

#include "core/kernels/bf16.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <type_traits>
#include <vector>

namespace belfry::test {

enum class Elsewhere { Nothing, Zeros }; // Zeros: may be read

template <typename T>
class FarNumbers {
public:
    explicit FarNumbers(std::int64_t count, Elsewhere elsewhere = Elsewhere::Nothing) : count_(count) {
        constexpr std::size_t kBefore = sizeof(T) << 31, kBehind = 1 << 16;
        // The last number ends with its page, or up to 15 bytes before, as the first is aligned to 16.
        const std::size_t bytes = (static_cast<std::size_t>(count) * sizeof(T) + 15) / 16 * 16;
        const std::size_t pages = (bytes + kPage - 1) / kPage * kPage;
        size_ = kBefore + pages + kBehind;
        void* const start =
            mmap(nullptr, size_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0); // NOLINT
        if (start == MAP_FAILED)
            throw std::runtime_error("No " + std::to_string(size_ >> 30) + " GiB of addresses could be reserved.");
        start_ = static_cast<std::byte*>(start);
        first_ = start_ + kBefore + pages - bytes;
        if (elsewhere == Elsewhere::Zeros)
            allow(start_ + kBefore, start_ + kBefore + pages, PROT_READ);
    }
    ~FarNumbers() { munmap(start_, size_); }
    FarNumbers(const FarNumbers&) = delete;
    FarNumbers& operator=(const FarNumbers&) = delete;

    T* all() const { return reinterpret_cast<T*>(first_); }
    // Gives the numbers from `first` on memory; they begin as zeros. As whole pages, so some beside them have it too.
    T* open(std::int64_t first, std::int64_t count) const {
        T* const from = all() + first;
        auto* const begin = reinterpret_cast<std::byte*>(reinterpret_cast<std::uintptr_t>(from) / kPage * kPage);
        const auto end = reinterpret_cast<std::uintptr_t>(from + count);
        allow(begin, reinterpret_cast<std::byte*>((end + kPage - 1) / kPage * kPage), PROT_READ | PROT_WRITE);
        return from;
    }
    // The last `count` of all, at their end `values`.
    T* openLast(std::int64_t count, const std::vector<T>& values = {}) const {
        T* const from = open(count_ - count, count);
        std::copy(values.begin(), values.end(), from + count - static_cast<std::int64_t>(values.size()));
        return from;
    }
    const T* last(std::size_t count) const { return all() + count_ - static_cast<std::int64_t>(count); }

private:
    static constexpr std::size_t kPage = 4096;

    static void allow(std::byte* from, std::byte* to, int access) {
        if (mprotect(from, static_cast<std::size_t>(to - from), access) != 0)
            throw std::runtime_error("No memory for a part of the reserved addresses.");
    }

    std::int64_t count_;
    std::size_t size_ = 0;
    std::byte* start_ = nullptr;
    std::byte* first_ = nullptr;
};

// What one number is, for comparisons.
template <typename T>
double valueOf(T number) {
    if constexpr (std::is_arithmetic_v<T>)
        return static_cast<double>(number);
    else
        return static_cast<double>(toFloat(number));
}

// Each within `relative` of what is expected, small ones within as much of 1.
template <typename T>
void expectNumbers(const T* found, const std::vector<T>& expected, double relative = 0) {
    std::size_t wrong = 0, first = 0;
    for (std::size_t i = expected.size(); i-- > 0;) {
        const double value = valueOf(expected[i]);
        if (std::abs(valueOf(found[i]) - value) <= relative * std::max(1.0, std::abs(value)))
            continue;
        ++wrong;
        first = i;
    }
    EXPECT_EQ(wrong, 0U) << "of " << expected.size() << ", the first at " << first << ": " << valueOf(found[first])
                         << " for " << valueOf(expected[first]);
}

// In a process of its own: a position that is wrong ends that one, and is a failure of this test alone.
inline void inProcessOfItsOwn(const std::function<void()>& test) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const auto run = [&] {
        test();
        const testing::TestResult& result = *testing::UnitTest::GetInstance()->current_test_info()->result();
        for (int i = 0; i < result.total_part_count(); ++i) // the process itself prints none
            std::fprintf(stderr, "%s\n", result.GetTestPartResult(i).message());
        std::_Exit(result.Failed() ? 1 : 0);
    };
    EXPECT_EXIT(run(), testing::ExitedWithCode(0), "");
}

} // namespace belfry::test

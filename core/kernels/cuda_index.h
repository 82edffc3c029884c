// How a CUDA kernel finds its numbers: positions of 32 bits where they fit, divisions by numbers known at the launch
// without dividing, and several neighbours in one access. For .cu files.
#pragma once

#include "core/kernels/bf16.h"
#include "core/kernels/cuda_launch.h"

#include <cstdint>

namespace belfry::cuda {

// Calls body(Index()) with std::uint32_t where `numbers` of them can be counted so, else with std::int64_t.
template <typename Body>
void withIndex(std::int64_t numbers, std::int64_t narrowLimit, const Body& body) {
    if (numbers <= narrowLimit)
        body(std::uint32_t{0});
    else
        body(std::int64_t{0});
}

// Divides by a number > 0 that is known at the launch.
template <typename Index>
class Divider;

// For dividends < 2^31: the upper half of a product (Granlund and Montgomery 1994, "Division by invariant integers
// using multiplication").
template <>
class Divider<std::uint32_t> {
public:
    explicit Divider(std::int64_t by) : by_(static_cast<std::uint32_t>(by)) {
        while ((std::uint64_t{1} << shift_) < by_)
            ++shift_;
        const std::uint64_t power = std::uint64_t{1} << shift_;
        factor_ = static_cast<std::uint32_t>(((power - by_) << 32) / by_ + 1);
    }
    // dividend / by; the dividend becomes the rest.
    __device__ std::uint32_t divide(std::uint32_t& dividend) const {
        const std::uint32_t quotient = (__umulhi(dividend, factor_) + dividend) >> shift_;
        dividend -= quotient * by_;
        return quotient;
    }
    __device__ std::uint32_t by() const { return by_; }

private:
    std::uint32_t by_, factor_ = 0, shift_ = 0;
};

template <>
class Divider<std::int64_t> {
public:
    explicit Divider(std::int64_t by) : by_(by) {}
    __device__ std::int64_t divide(std::int64_t& dividend) const {
        const std::int64_t quotient = dividend / by_;
        dividend -= quotient * by_;
        return quotient;
    }
    __device__ std::int64_t by() const { return by_; }

private:
    std::int64_t by_;
};

template <typename Index>
__device__ Index indexOfThread() {
    return static_cast<Index>(blockIdx.x) * kThreads + threadIdx.x;
}

// Of what blocks of `items` count, the first that belongs to this block. Always of 64 bits, as it costs next to
// nothing.
__device__ inline std::int64_t firstOfBlock(int items) { return static_cast<std::int64_t>(blockIdx.x) * items; }

// Neighbours that one access loads or stores.
template <typename T, int kNumbers>
struct alignas(sizeof(T) * kNumbers) Pack {
    T numbers[kNumbers];
};
template <int kNumbers, typename T>
__device__ Pack<T, kNumbers> loadPack(const T* from) {
    expectAligned(from, sizeof(Pack<T, kNumbers>));
    return *reinterpret_cast<const Pack<T, kNumbers>*>(from);
}
template <typename T, int kNumbers>
__device__ void storePack(const Pack<T, kNumbers>& pack, T* to) {
    expectAligned(to, sizeof pack);
    *reinterpret_cast<Pack<T, kNumbers>*>(to) = pack;
}
template <int kNumbers, typename T>
__device__ void loadFloats(const T* from, float (&to)[kNumbers]) {
    const Pack<T, kNumbers> pack = loadPack<kNumbers>(from);
    for (int i = 0; i < kNumbers; ++i)
        to[i] = toFloat(pack.numbers[i]);
}
template <int kNumbers, typename T>
__device__ void storeFloats(const float (&from)[kNumbers], T* to) {
    Pack<T, kNumbers> pack;
    for (int i = 0; i < kNumbers; ++i)
        store(from[i], pack.numbers[i]);
    storePack(pack, to);
}

// For numbers that were of type T before: nothing is to be rounded.
template <int kNumbers>
__device__ void storeExactly(const float (&from)[kNumbers], float* to) {
    storeFloats(from, to);
}
template <int kNumbers>
__device__ void storeExactly(const float (&from)[kNumbers], Bf16* to) {
    Pack<Bf16, kNumbers> pack;
    for (int i = 0; i < kNumbers; ++i)
        pack.numbers[i].bits = static_cast<std::uint16_t>(__float_as_uint(from[i]) >> 16);
    storePack(pack, to);
}

constexpr int kPackBytes = 16; // of the widest access
template <typename T>
constexpr int kPack = kPackBytes / static_cast<int>(sizeof(T));

// Whether rows of `length` numbers from these addresses on (null: none) can be accessed in packs of `numbers`.
template <typename... Pointers>
bool fitPacks(std::int64_t length, int numbers, const Pointers*... from) {
    return length % numbers == 0 &&
           ((reinterpret_cast<std::uintptr_t>(from) % (sizeof(Pointers) * static_cast<std::size_t>(numbers)) == 0) &&
            ...);
}

} // namespace belfry::cuda

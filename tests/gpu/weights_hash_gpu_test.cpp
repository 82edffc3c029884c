// A GPU's hash of weights is the processor's. Compiled twice: tests/core/kernels runs CUDA's kernels on the CPU.
#include "core/kernels/weights_hash.h"
#include "tests/gpu/kernels_context.h"

#include <utility>

namespace belfry {
namespace {

using test::CudaKernels;
using test::kernelsContext;
using test::kernelsDevice;
using test::normals;

const std::uint32_t* bitsOf(const at::Tensor& values) {
    return static_cast<const std::uint32_t*>(values.const_data_ptr());
}

std::uint64_t hashThere(const at::Tensor& values) {
    const at::Tensor there = values.to(kernelsDevice());
    const at::Tensor scratch = at::full({kHashScratch}, -1, there.options().dtype(at::kLong));
    weightsHash(kernelsContext(), bitsOf(there), there.numel(),
                static_cast<std::uint64_t*>(scratch.mutable_data_ptr()));
    return static_cast<std::uint64_t>(scratch[0].item<std::int64_t>());
}

TEST_F(CudaKernels, WeightsHashOfEverySize) {
    for (const std::int64_t count : {0, 1, 31, 255, 256, 257, 1000, 70'003}) {
        const at::Tensor values = normals({count}, 7);
        EXPECT_EQ(hashThere(values), weightsHash(bitsOf(values), count)) << count;
    }
}

TEST_F(CudaKernels, WeightsHashChangesWithEveryPlaceAndBit) {
    constexpr std::int64_t kCount = 1'003; // of some blocks
    const at::Tensor values = normals({kCount}, 7);
    const std::uint64_t hash = hashThere(values);
    auto* bits = static_cast<std::uint32_t*>(values.mutable_data_ptr());
    int bit = 0;
    for (const std::int64_t place : {0, 1, 255, 256, 500, 768, 1'001, 1'002}) {
        bits[place] ^= 1U << bit;
        EXPECT_NE(hashThere(values), hash) << place << ", bit " << bit;
        bits[place] ^= 1U << bit;
        bit = (bit + 9) % 32;
    }
    std::swap(bits[3], bits[259]);
    EXPECT_NE(hashThere(values), hash);
}

} // namespace
} // namespace belfry

#include "core/kernels/weights_hash.h"

#include "core/kernels/chunks.h"

namespace belfry {

// Sixteen sums side by side, as elsewhere, are summed wrongly by GCC 12 at -O3 with AVX2: this loop becomes the same.
BELFRY_CLONES std::uint64_t weightsHash(const std::uint32_t* bits, std::int64_t count) {
    std::uint64_t hash = 0;
    for (std::int64_t i = 0; i < count; ++i)
        hash += hashPart(static_cast<std::uint64_t>(i), bits[i]);
    return hash;
}

void weightsHash(ExecutionContext context, const std::uint32_t* bits, std::int64_t count, std::uint64_t* scratch) {
    if (context.cuda)
        return cuda::weightsHash(context.stream, bits, count, scratch);
    *scratch = weightsHash(bits, count);
}

} // namespace belfry

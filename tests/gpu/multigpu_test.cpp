// Towers on two GPUs give what one tower on one GPU gives.
#include "tests/gpu/gpu_networks.h"

namespace belfry {
namespace {

using test::gpu;
using TowersOnTwoGpus = test::OnGpus<2>;

TEST_F(TowersOnTwoGpus, ComputeWhatOneComputes) {
    test::expectEquality(gpu(0), {{gpu(0), gpu(1)}, {gpu(1), gpu(0)}, {gpu(0), gpu(1), gpu(0), gpu(1), gpu(1)}}, 1e-5);
}

TEST_F(TowersOnTwoGpus, MixWithTheCpu) {
    test::expectEquality(at::kCPU, {{gpu(1), at::kCPU, gpu(0)}, {at::kCPU, gpu(0), gpu(1)}}, 1e-4);
}

} // namespace
} // namespace belfry

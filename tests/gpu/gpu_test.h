// What every test on a GPU needs: skipped with the reason where there are too few, and the arithmetic of a run.
#pragma once

#include "core/tower/tower_team.h"

#include <ATen/ATen.h>
#include <ATen/Context.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAFunctions.h>

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace belfry::test {

// BELFRY_REQUIRE_GPUS=N: so many are in the machine, and a driver that shows fewer is a failure, nothing to skip for.
template <int kDevices>
class OnGpus : public testing::Test {
protected:
    void SetUp() override {
        const int found = c10::cuda::device_count();
        const char* required = std::getenv("BELFRY_REQUIRE_GPUS");
        if (required && found < std::atoi(required))
            FAIL() << "BELFRY_REQUIRE_GPUS=" << required << ", but " << found << " CUDA device(s) found";
        if (found < kDevices)
            GTEST_SKIP() << kDevices << " CUDA device(s) needed, " << found << " found";
        at::globalContext().lazyInitDevice(at::kCUDA); // the allocator, whose limits and figures a test may ask first
        useCudaProducts(Precision::Fp32);              // the 10 bits of TF32 would hide errors
    }
};

inline at::Device gpu(int index) { return {at::kCUDA, static_cast<c10::DeviceIndex>(index)}; }

// Whether the first GPU rounds the operands of products to TF32, when it may.
inline bool hasTf32() {
    int major = 0;
    C10_CUDA_CHECK(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0));
    return major >= 8;
}

// Of the first GPU's memory the program gets no more than this fraction meanwhile.
class MemoryLimit {
public:
    explicit MemoryLimit(double fraction) { c10::cuda::CUDACachingAllocator::setMemoryFraction(fraction, 0); }
    ~MemoryLimit() { c10::cuda::CUDACachingAllocator::setMemoryFraction(1.0, 0); }
    MemoryLimit(const MemoryLimit&) = delete;
    MemoryLimit& operator=(const MemoryLimit&) = delete;
};

} // namespace belfry::test

// What every test on a GPU needs: skipped with the reason where there are too few, and the arithmetic of a run.
#pragma once

#include "core/tower/tower_team.h"

#include <ATen/ATen.h>
#include <c10/cuda/CUDAFunctions.h>

#include <gtest/gtest.h>

namespace belfry::test {

template <int kDevices>
class OnGpus : public testing::Test {
protected:
    void SetUp() override {
        const int found = c10::cuda::device_count();
        if (found < kDevices)
            GTEST_SKIP() << kDevices << " CUDA device(s) needed, " << found << " found";
        useCudaProducts(Precision::Fp32); // the 10 bits of TF32 would hide errors
    }
};

inline at::Device gpu(int index) {
    return {at::kCUDA, static_cast<c10::DeviceIndex>(index)};
}

} // namespace belfry::test

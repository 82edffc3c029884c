// What every test on a GPU needs: skipped with the reason where there are too few, and full float precision.
#pragma once

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
        at::globalContext().setAllowTF32CuDNN(false); // its 10 bits would hide errors
        at::globalContext().setAllowTF32CuBLAS(false);
    }
};

inline at::Device gpu(int index) {
    return {at::kCUDA, static_cast<c10::DeviceIndex>(index)};
}

} // namespace belfry::test

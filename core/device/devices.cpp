#include "core/device/devices.h"

#include "core/device/probe.h"

#include <cuda_runtime_api.h>

#include <charconv>
#include <cstddef>
#include <string_view>

namespace belfry {
namespace {

constexpr std::size_t kBytes = 4096;

// cudaSuccess, or the first error. Restores the thread's current device.
cudaError_t tryDevice(int index) {
    int before = 0;
    cudaError_t status = cudaGetDevice(&before);
    if (status == cudaSuccess)
        status = cudaSetDevice(index);
    void* memory = nullptr;
    if (status == cudaSuccess)
        status = cudaDeviceSynchronize(); // reports errors of kernels
    if (status == cudaSuccess)
        status = cudaMalloc(&memory, kBytes);
    if (status == cudaSuccess)
        status = cudaMemset(memory, 0, kBytes);
    if (status == cudaSuccess)
        status = cudaDeviceSynchronize();
    cudaFree(memory); // null is allowed
    cudaSetDevice(before);
    cudaGetLastError(); // clears the error, which the next caller would take for its own
    return status;
}

} // namespace

int usableCores() { return usableCores(affinityCores(), SystemRoots{}); }

bool cpuMultipliesBf16() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx512bf16") != 0; // processors with AMX have it too
#else
    return false;
#endif
}

bool cpuHasTiles() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("amx-bf16") != 0;
#else
    return false;
#endif
}

Text DeviceReport::problems() const {
    std::vector<Text> sentences{cudaProblem};
    for (const UnusableDevice& device : unusable)
        sentences.push_back(device.reason);
    return Text::sentences(sentences);
}

DeviceReport listDevices() { return DeviceProbe().sample(); }

Text deviceProblem(const std::string& device) {
    constexpr std::string_view kGpu = "cuda:";
    if (!device.starts_with(kGpu))
        return {};
    int index = 0;
    std::from_chars(device.data() + kGpu.size(), device.data() + device.size(), index);
    const cudaError_t status = tryDevice(index);
    if (status == cudaSuccess || status == cudaErrorMemoryAllocation)
        return {};
    return Text::tr("The device '%1' has stopped working (%2, code %3).", device,
                    std::string(cudaGetErrorString(status)), static_cast<int>(status));
}

} // namespace belfry

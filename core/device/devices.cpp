#include "core/device/devices.h"

#include "core/device/probe.h"

#include <cuda_runtime_api.h>

#include <charconv>
#include <cstddef>
#include <string_view>
#include <thread>

namespace belfry {
namespace {

constexpr std::size_t kBytes = 4096;

// cudaSuccess, or the first error. Leaves the thread with this device as the current one.
cudaError_t tryDevice(int index) {
    cudaError_t status = cudaSetDevice(index);
    void* memory = nullptr;
    if (status == cudaSuccess)
        status = cudaDeviceSynchronize(); // reports errors of kernels
    if (status == cudaSuccess)
        status = cudaMalloc(&memory, kBytes);
    if (status == cudaSuccess)
        status = cudaMemset(memory, 0, kBytes);
    if (status == cudaSuccess)
        status = cudaDeviceSynchronize();
    if (memory != nullptr)
        cudaFree(memory);
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

std::vector<DeviceInfo> DeviceReport::gpus() const {
    std::vector<DeviceInfo> found = devices;
    std::erase_if(found, [](const DeviceInfo& device) { return device.id == "cpu"; });
    return found;
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
    cudaError_t status = cudaSuccess;
    // A thread of its own: to go back to the caller's current device may create a context there.
    std::jthread([&] { status = tryDevice(index); }).join();
    if (status == cudaSuccess || status == cudaErrorMemoryAllocation)
        return {};
    return Text::tr("The device '%1' has stopped working (%2, code %3).", device,
                    std::string(cudaGetErrorString(status)), static_cast<int>(status));
}

} // namespace belfry

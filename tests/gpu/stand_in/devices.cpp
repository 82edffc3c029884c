// Devices, errors, versions, and the few functions of the driver that the tensor library asks for.
#include "tests/gpu/stand_in/state.h"

#include <cuda.h>

#include <algorithm>
#include <cstdio>
#include <string_view>

using namespace belfry::stand_in;

namespace {

constexpr int kVersion = CUDART_VERSION;
constexpr int kMajor = 9, kMinor = 0, kProcessors = 132;

bool exists(int device) { return device >= 0 && device < kDevices; }

CUresult unsupported() { return CUDA_ERROR_NOT_SUPPORTED; }

} // namespace

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
    *count = kDevices;
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int* device) {
    *device = currentDevice();
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device) {
    Api api("cudaSetDevice", Api::Context::None);
    api.call().detail = std::to_string(device);
    if (!exists(device))
        return keepError(cudaErrorInvalidDevice);
    currentDevice() = api.call().device = device;
    api.open(device);
    return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
    if (!exists(device))
        return keepError(cudaErrorInvalidDevice);
    *properties = {};
    std::snprintf(properties->name, sizeof properties->name, "Stand-in %d", device);
    properties->totalGlobalMem = kMemory;
    properties->major = kMajor;
    properties->minor = kMinor;
    properties->multiProcessorCount = kProcessors;
    properties->warpSize = 32;
    properties->maxThreadsPerBlock = 1024;
    properties->maxThreadsPerMultiProcessor = 2048;
    properties->maxBlocksPerMultiProcessor = 32;
    properties->sharedMemPerBlock = 48 << 10;
    properties->sharedMemPerBlockOptin = 227 << 10;
    properties->sharedMemPerMultiprocessor = 228 << 10;
    properties->regsPerBlock = properties->regsPerMultiprocessor = 65536;
    properties->l2CacheSize = 50 << 20;
    std::ranges::copy(std::array{1024, 1024, 64}, properties->maxThreadsDim);
    std::ranges::copy(std::array{2147483647, 65535, 65535}, properties->maxGridSize);
    properties->textureAlignment = 512;
    properties->unifiedAddressing = 1;
    properties->pciBusID = device + 1;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
    if (!exists(device))
        return keepError(cudaErrorInvalidDevice);
    switch (attribute) {
    case cudaDevAttrComputeCapabilityMajor:
        *value = kMajor;
        break;
    case cudaDevAttrComputeCapabilityMinor:
        *value = kMinor;
        break;
    case cudaDevAttrMultiProcessorCount:
        *value = kProcessors;
        break;
    case cudaDevAttrMaxThreadsPerBlock:
        *value = 1024;
        break;
    case cudaDevAttrWarpSize:
        *value = 32;
        break;
    case cudaDevAttrMaxSharedMemoryPerBlock:
        *value = 48 << 10;
        break;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
        *value = 227 << 10;
        break;
    default:
        *value = 0;
    }
    return cudaSuccess;
}

cudaError_t cudaDeviceGetPCIBusId(char* id, int length, int device) {
    if (!exists(device))
        return keepError(cudaErrorInvalidDevice);
    std::snprintf(id, static_cast<std::size_t>(length), "0000:%02x:00.0", static_cast<unsigned>(device + 1) & 0xFFU);
    return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int* version) {
    *version = kVersion;
    return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int* version) {
    *version = kVersion;
    return cudaSuccess;
}

cudaError_t cudaDeviceSynchronize() {
    Api api("cudaDeviceSynchronize");
    return api.unsafe();
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
    *can = exists(device) && exists(peer) && device != peer ? 1 : 0;
    return cudaSuccess;
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned) {
    Api api("cudaDeviceEnablePeerAccess");
    api.call().detail = std::to_string(peer);
    api.open(peer);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
    Api api("cudaDeviceGetStreamPriorityRange", Api::Context::Current, Api::Kept::WhenItOpens);
    *least = 0;
    *greatest = -5;
    return cudaSuccess;
}

cudaError_t cudaGetLastError() { return takeError(true); }
cudaError_t cudaPeekAtLastError() { return takeError(false); }

const char* cudaGetErrorName(cudaError_t error) {
    return error == cudaErrorMemoryAllocation ? "cudaErrorMemoryAllocation" : "cudaError";
}

const char* cudaGetErrorString(cudaError_t error) {
    switch (error) {
    case cudaSuccess:
        return "no error";
    case cudaErrorMemoryAllocation:
        return "out of memory";
    case cudaErrorInvalidValue:
        return "invalid argument";
    case cudaErrorStreamCaptureUnsupported:
        return "operation not permitted when stream is capturing";
    case cudaErrorStreamCaptureInvalidated:
        return "operation failed due to a previous error during capture";
    default:
        return "an error of the stand-in";
    }
}

// The driver. The tensor library looks for it in libcuda.so.1, which is this library's name for the loader.

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned* flags, int* active) {
    const std::lock_guard lock(state().mutex);
    *flags = 0;
    *active = exists(device) && state().contexts.at(static_cast<std::size_t>(device)) ? 1 : 0;
    return CUDA_SUCCESS;
}

// One context for each device; the calling thread's is that of its current device.
CUresult cuCtxGetCurrent(CUcontext* context) {
    const std::lock_guard lock(state().mutex);
    const auto device = static_cast<std::size_t>(currentDevice());
    *context = state().contexts.at(device) ? reinterpret_cast<CUcontext>(&state().contexts.at(device)) : nullptr;
    return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext) { return CUDA_SUCCESS; }

CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
    Api api("cuDevicePrimaryCtxRetain", Api::Context::None);
    api.open(device);
    *context = reinterpret_cast<CUcontext>(&state().contexts.at(static_cast<std::size_t>(device)));
    return CUDA_SUCCESS;
}

CUresult cuGetErrorString(CUresult, const char** text) {
    *text = "an error of the stand-in's driver";
    return CUDA_SUCCESS;
}

cudaError_t cudaGetDriverEntryPointByVersion(const char* symbol, void** function, unsigned, unsigned long long,
                                             cudaDriverEntryPointQueryResult* result) {
    const std::string_view name(symbol);
    *function = name == "cuDevicePrimaryCtxGetState" ? reinterpret_cast<void*>(&cuDevicePrimaryCtxGetState)
                : name == "cuGetErrorString"         ? reinterpret_cast<void*>(&cuGetErrorString)
                                                     : reinterpret_cast<void*>(&unsupported);
    if (result)
        *result = cudaDriverEntryPointSuccess;
    return cudaSuccess;
}

} // extern "C"

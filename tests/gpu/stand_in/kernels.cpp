// Kernels: known by the name with which their code registers them, kept when they are launched, never run.
#include "tests/gpu/stand_in/state.h"

#include <cxxabi.h>

#include <cstdlib>
#include <vector>

using namespace belfry::stand_in;

namespace {

struct Configuration {
    dim3 grid, block;
    std::size_t shared;
    cudaStream_t stream;
};

std::vector<Configuration>& configurations() {
    thread_local std::vector<Configuration> pushed;
    return pushed;
}

std::string readable(const char* name) {
    int status = 0;
    char* text = abi::__cxa_demangle(name, nullptr, nullptr, &status);
    std::string found = status == 0 ? text : name;
    std::free(text);
    return found;
}

// With the lock held.
std::string kernelName(const void* function) {
    const auto found = state().kernels.find(function);
    return found == state().kernels.end() ? "unknown" : readable(found->second.c_str());
}

cudaError_t launch(const char* name, const void* function, cudaStream_t stream) {
    Api api(name);
    api.call().detail = kernelName(function);
    CUstream_st& queue = streamOf(stream);
    api.queue(queue);
    return queue.device == currentDevice() ? cudaSuccess : keepError(cudaErrorInvalidResourceHandle);
}

} // namespace

extern "C" {

void** __cudaRegisterFatBinary(void*) {
    static void* handle = nullptr;
    return &handle;
}
void __cudaRegisterFatBinaryEnd(void**) {}
void __cudaUnregisterFatBinary(void**) {}
void __cudaRegisterVar(void**, char*, char*, const char*, int, std::size_t, int, int) {}
void __cudaRegisterManagedVar(void**, void**, char*, const char*, int, std::size_t, int, int) {}
char __cudaInitModule(void**) { return 1; }

// Thousands of them when the program starts: their names are made readable when they are asked for.
void __cudaRegisterFunction(void**, const char* function, char*, const char* name, int, uint3*, uint3*, dim3*, dim3*,
                            int*) {
    const std::lock_guard lock(state().mutex);
    state().kernels[function] = name;
}

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared, CUstream_st* stream) {
    configurations().push_back({grid, block, shared, stream});
    return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, std::size_t* shared, void* stream) {
    if (configurations().empty())
        return cudaErrorMissingConfiguration;
    const Configuration last = configurations().back();
    configurations().pop_back();
    *grid = last.grid;
    *block = last.block;
    *shared = last.shared;
    *static_cast<cudaStream_t*>(stream) = last.stream;
    return cudaSuccess;
}

// The host's function is the kernel's handle.
cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* function) {
    *kernel = static_cast<cudaKernel_t>(const_cast<void*>(function));
    return cudaSuccess;
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3, dim3, void**, std::size_t, cudaStream_t stream) {
    return launch("cudaLaunchKernel", kernel, stream);
}

cudaError_t cudaLaunchKernel(const void* function, dim3, dim3, void**, std::size_t, cudaStream_t stream) {
    return launch("cudaLaunchKernel", function, stream);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* configuration, const void* function, void**) {
    return launch("cudaLaunchKernel", function, configuration->stream);
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void*) {
    Api api("cudaFuncGetAttributes", Api::Context::Current, Api::Kept::WhenItOpens);
    *attributes = {};
    attributes->maxThreadsPerBlock = 1024;
    attributes->numRegs = 32;
    attributes->binaryVersion = attributes->ptxVersion = 90;
    return cudaSuccess;
}

cudaError_t cudaFuncSetAttribute(const void*, cudaFuncAttribute, int) {
    Api api("cudaFuncSetAttribute", Api::Context::Current, Api::Kept::WhenItOpens);
    return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void*, int, std::size_t,
                                                                   unsigned) {
    *blocks = 2;
    return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void*, int, std::size_t) {
    *blocks = 2;
    return cudaSuccess;
}

} // extern "C"

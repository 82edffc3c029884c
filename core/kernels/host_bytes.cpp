#include "core/kernels/host_bytes.h"

#include <cuda_runtime_api.h>

namespace belfry {

void lockPagesThrough(int device) {
    if (cudaSetDevice(device) != cudaSuccess)
        cudaGetLastError(); // no error to be found by the next kernel
}

bool isPageLocked(const void* data) {
    cudaPointerAttributes attributes{};
    if (cudaPointerGetAttributes(&attributes, data) == cudaSuccess)
        return attributes.type == cudaMemoryTypeHost;
    cudaGetLastError(); // no error to be found by the next kernel
    return false;
}

void HostBytes::Release::operator()(std::uint8_t* data) const {
    if (!pageLocked)
        delete[] data;
    else if (cudaFreeHost(data) != cudaSuccess)
        cudaGetLastError(); // of a device that is lost: no error to be found by the next kernel
}

void HostBytes::resize(std::size_t size) {
    size_ = size;
    if (size <= capacity_)
        return;
    data_.reset();
    void* locked = nullptr;
    if (pageLocked_ && cudaMallocHost(&locked, size) == cudaSuccess)
        data_ = {static_cast<std::uint8_t*>(locked), Release{true}};
    else
        data_ = {new std::uint8_t[size], Release{false}};
    if (pageLocked_ && locked == nullptr)
        cudaGetLastError(); // copies work from ordinary memory too: no error to be found by the next kernel
    capacity_ = size;
}

} // namespace belfry

// Memory of devices and page-locked memory of the host, copies and settings.
#include "tests/gpu/stand_in/state.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace belfry::stand_in;

namespace {

constexpr std::size_t kPage = 4096;

std::size_t wholePages(std::size_t bytes) { return std::max((bytes + kPage - 1) / kPage * kPage, kPage); }

const char* placeOf(const void* address) {
    const Block* block = blockOf(address);
    return block == nullptr ? "ordinary" : block->onHost ? "locked" : "device";
}

bool onDevice(const void* address) {
    const Block* block = blockOf(address);
    return block != nullptr && !block->onHost;
}

// A sanitizer then finds a source that is gone.
void readAll(const void* source, std::size_t bytes) {
    unsigned char sum = 0;
    for (std::size_t i = 0; i < bytes; ++i)
        sum = static_cast<unsigned char>(sum ^ static_cast<const unsigned char*>(source)[i]);
    [[maybe_unused]] volatile unsigned char kept = sum;
}

// With the lock held.
void transfer(void* to, const void* from, std::size_t bytes) {
    if (onDevice(from)) {
        if (onDevice(to))
            return;
        const auto answer = state().answers.find(bytes);
        if (answer != state().answers.end())
            std::memcpy(to, answer->second.data(), bytes);
        else
            std::memset(to, 0, bytes);
    } else if (onDevice(to)) {
        readAll(from, bytes);
    } else {
        std::memcpy(to, from, bytes);
    }
}

cudaError_t copy(Api& api, void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
    api.call().bytes = bytes;
    api.call().detail = std::string(placeOf(from)) + " to " + placeOf(to);
    const bool claimsFrom = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    const bool claimsTo = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    if ((kind != cudaMemcpyDefault && (claimsFrom != onDevice(from) || claimsTo != onDevice(to))) || bytes == 0)
        return bytes == 0 ? cudaSuccess : keepError(cudaErrorInvalidValue);
    api.queue(streamOf(stream), [=] { transfer(to, from, bytes); });
    return cudaSuccess;
}

cudaError_t lockedMemory(const char* name, void** memory, std::size_t bytes) {
    Api api(name);
    api.call().bytes = bytes;
    if (const cudaError_t error = api.unsafe(); error != cudaSuccess)
        return error;
    if (!state().locks)
        return keepError(cudaErrorMemoryAllocation);
    *memory = std::aligned_alloc(kPage, wholePages(bytes));
    state().blocks[static_cast<std::byte*>(*memory)] = {bytes, currentDevice(), true, false};
    return cudaSuccess;
}

// giveBack(block): what its memory came from.
template <typename GiveBack>
cudaError_t freeBlock(const char* name, void* memory, bool onHost, const GiveBack& giveBack) {
    Api api(name);
    if (memory == nullptr)
        return cudaSuccess;
    if (const cudaError_t error = api.unsafe(); error != cudaSuccess)
        return error;
    const auto found = state().blocks.find(static_cast<std::byte*>(memory));
    if (found == state().blocks.end() || found->second.onHost != onHost || found->second.foreign)
        return keepError(cudaErrorInvalidValue);
    api.call().bytes = found->second.bytes;
    giveBack(found->second);
    state().blocks.erase(found);
    return cudaSuccess;
}

} // namespace

extern "C" {

cudaError_t cudaMalloc(void** memory, std::size_t bytes) {
    Api api("cudaMalloc");
    api.call().bytes = bytes;
    *memory = nullptr;
    if (const cudaError_t error = api.unsafe(); error != cudaSuccess)
        return error;
    std::size_t& inUse = state().inUse.at(static_cast<std::size_t>(currentDevice()));
    if (bytes > state().memory || inUse > state().memory - bytes)
        return keepError(cudaErrorMemoryAllocation);
    *memory = mmap(nullptr, wholePages(bytes), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    inUse += bytes;
    state().blocks[static_cast<std::byte*>(*memory)] = {bytes, currentDevice(), false, false};
    return cudaSuccess;
}

cudaError_t cudaFree(void* memory) {
    return freeBlock("cudaFree", memory, /*onHost=*/false, [memory](const Block& block) {
        state().inUse.at(static_cast<std::size_t>(block.device)) -= block.bytes;
        munmap(memory, wholePages(block.bytes));
    });
}

cudaError_t cudaMemGetInfo(std::size_t* available, std::size_t* total) {
    Api api("cudaMemGetInfo");
    *total = state().memory;
    *available = state().memory - std::min(state().memory, state().inUse.at(static_cast<std::size_t>(currentDevice())));
    return cudaSuccess;
}

cudaError_t cudaMallocHost(void** memory, std::size_t bytes) { return lockedMemory("cudaMallocHost", memory, bytes); }

cudaError_t cudaHostAlloc(void** memory, std::size_t bytes, unsigned) {
    return lockedMemory("cudaHostAlloc", memory, bytes);
}

cudaError_t cudaFreeHost(void* memory) {
    return freeBlock("cudaFreeHost", memory, /*onHost=*/true, [memory](const Block&) { std::free(memory); });
}

cudaError_t cudaHostRegister(void* memory, std::size_t bytes, unsigned) {
    Api api("cudaHostRegister");
    api.call().bytes = bytes;
    if (const cudaError_t error = api.unsafe(); error != cudaSuccess)
        return error;
    state().blocks[static_cast<std::byte*>(memory)] = {bytes, currentDevice(), true, true};
    return cudaSuccess;
}

cudaError_t cudaHostUnregister(void* memory) {
    Api api("cudaHostUnregister");
    state().blocks.erase(static_cast<std::byte*>(memory));
    return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* address) {
    Api api("cudaPointerGetAttributes", Api::Context::Current, Api::Kept::WhenItOpens);
    const Block* block = blockOf(address);
    *attributes = {};
    attributes->type = block == nullptr ? cudaMemoryTypeUnregistered
                       : block->onHost  ? cudaMemoryTypeHost
                                        : cudaMemoryTypeDevice;
    attributes->device = block ? block->device : -2;
    attributes->devicePointer = block ? const_cast<void*>(address) : nullptr;
    attributes->hostPointer = block && block->onHost ? const_cast<void*>(address) : nullptr;
    return cudaSuccess;
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
    Api api("cudaMemcpyAsync");
    return copy(api, to, from, bytes, kind, stream);
}

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    Api api("cudaMemcpy");
    if (const cudaError_t error = api.unsafe(); error != cudaSuccess)
        return error;
    return copy(api, to, from, bytes, kind, nullptr);
}

cudaError_t cudaMemcpyPeerAsync(void* to, int, const void* from, int, std::size_t bytes, cudaStream_t stream) {
    Api api("cudaMemcpyPeerAsync");
    return copy(api, to, from, bytes, cudaMemcpyDeviceToDevice, stream);
}

cudaError_t cudaMemsetAsync(void* memory, int, std::size_t bytes, cudaStream_t stream) {
    Api api("cudaMemsetAsync");
    api.call().bytes = bytes;
    if (!onDevice(memory))
        return keepError(cudaErrorInvalidValue);
    api.queue(streamOf(stream));
    return cudaSuccess;
}

cudaError_t cudaMemset(void* memory, int, std::size_t bytes) {
    Api api("cudaMemset");
    api.call().bytes = bytes;
    if (!onDevice(memory))
        return keepError(cudaErrorInvalidValue);
    api.queue(streamOf(nullptr));
    return cudaSuccess;
}

} // extern "C"

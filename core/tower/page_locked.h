// Host tensors that CUDA copies to and from while the host continues. The tensor library's own page-locked memory asks
// its devices when it is given back, and throws where one is lost: thrown by a destructor, that would end the program
// instead of the run. Internal to the engine (ATen).
#pragma once

#include "core/base/text.h"
#include "core/kernels/host_bytes.h"

#include <ATen/ATen.h>

#include <memory>

namespace belfry {

// Not initialised. Ordinary memory where CUDA can lock none: copies work from it too. The owner waits for the streams
// that use it before it goes.
inline at::Tensor pageLocked(at::IntArrayRef sizes, at::ScalarType type) {
    auto bytes = std::make_shared<HostBytes>(true);
    std::int64_t count = 1;
    for (const std::int64_t size : sizes)
        count *= size;
    bytes->resize(static_cast<std::size_t>(count) * at::elementSize(type));
    return at::from_blob(
        bytes->data(), sizes, [bytes](void*) {}, at::TensorOptions().dtype(type));
}

// Copies to `to`, on a device on its current stream. From page-locked memory and from a device the copy is queued:
// `from` must stay as it is until the stream has been waited for. Ordinary memory is free again when it returns: of a
// copy that is queued from there CUDA says only that it "might be synchronous" (Runtime API, "API synchronization
// behavior"). All that is brought to a device while others work goes through here.
void bring(const at::Tensor& to, const at::Tensor& from);

// Bytes of the host, all 0, that kernels on `device` read and write by themselves; on the CPU ordinary memory.
// Undefined where CUDA can lock none.
inline at::Tensor sharedWithDevice(std::int64_t bytes, at::Device device) {
    if (device.is_cpu())
        return at::zeros({bytes}, at::kByte);
    const at::Tensor locked = pageLocked({bytes}, at::kByte);
    return isPageLocked(locked.const_data_ptr()) ? locked.zero_() : at::Tensor();
}
Text noLockedMemory(); // says so, in a sentence

} // namespace belfry

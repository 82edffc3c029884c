// Numbers of the host in buffers of a device that are kept from step to step. Internal to the towers (ATen).
#pragma once

#include "core/tower/page_locked.h"

#include <algorithm>
#include <cstdint>

namespace belfry {

// Copies `count` numbers from the host into a device buffer that grows when it must, on the current stream.
template <typename T>
const T* upload(at::Tensor& buffer, const T* host, std::int64_t count, at::Device device, at::ScalarType type) {
    if (!buffer.defined() || buffer.numel() < count)
        buffer = at::empty({count}, at::TensorOptions().device(device).dtype(type));
    const at::Tensor source = at::from_blob(const_cast<T*>(host), {count}, at::TensorOptions().dtype(type));
    bring(buffer.narrow(0, 0, count), source);
    return buffer.const_data_ptr<T>();
}

// The same through its own page-locked memory: staging may wait for all that is queued.
template <typename T>
const T* upload(at::Tensor& buffer, at::Tensor& locked, const T* host, std::int64_t count, at::Device device,
                at::ScalarType type) {
    if (!locked.defined() || locked.numel() < count)
        locked = pageLocked({count}, type);
    std::copy_n(host, count, locked.data_ptr<T>());
    return upload(buffer, locked.const_data_ptr<T>(), count, device, type);
}

} // namespace belfry

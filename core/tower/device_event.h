// A mark on a CUDA stream. ATen's own sets the device to be destroyed, and throws where that is lost: thrown by a
// destructor, it would end the program instead of the run. Whatever is called makes the event's device the current one
// meanwhile: CUDA would create a context on the caller's. Internal to the engine (ATen); one thread at a time.
#pragma once

#include <c10/cuda/CUDAFunctions.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>

#include <cuda_runtime_api.h>

namespace belfry {

class DeviceEvent {
public:
    enum class Timing { Off, On };
    explicit DeviceEvent(Timing timing = Timing::Off)
        : flags_(timing == Timing::On ? cudaEventDefault : cudaEventDisableTiming) {}
    ~DeviceEvent() {
        if (!event_)
            return;
        if (const QuietGuard guard(device_); guard.status == cudaSuccess)
            cudaEventDestroy(event_);
    }
    DeviceEvent(const DeviceEvent&) = delete;
    DeviceEvent& operator=(const DeviceEvent&) = delete;

    // Always on streams of the same device.
    void record(const c10::cuda::CUDAStream& stream) {
        const c10::cuda::CUDAGuard guard(stream.device_index());
        if (!event_) {
            device_ = stream.device_index();
            C10_CUDA_CHECK(cudaEventCreateWithFlags(&event_, flags_));
        }
        C10_CUDA_CHECK(cudaEventRecord(event_, stream));
    }

    // Work queued on the stream from now on comes after the recorded work.
    void block(const c10::cuda::CUDAStream& stream) const {
        if (!event_)
            return;
        const c10::cuda::CUDAGuard guard(stream.device_index());
        C10_CUDA_CHECK(cudaStreamWaitEvent(stream, event_, 0));
    }

    // Waits for the recorded work; returns at once if there is none.
    void wait() const {
        if (!event_)
            return;
        const c10::cuda::CUDAGuard guard(device_);
        C10_CUDA_CHECK(cudaEventSynchronize(event_));
    }

    // Whether the recorded work is done: cudaSuccess, or cudaErrorNotReady; anything else is a failure of the device.
    // Waits for no device. Another thread may ask, once it knows of the first record(), while this one records again.
    cudaError_t query() const {
        const QuietGuard guard(device_);
        const cudaError_t status = guard.status == cudaSuccess ? cudaEventQuery(event_) : guard.status;
        if (status != cudaSuccess)
            cudaGetLastError(); // clears it, which the next caller would take for its own
        return status;
    }

    // Both with timing, recorded on one device, and waited for.
    float millisecondsTo(const DeviceEvent& later) const {
        const c10::cuda::CUDAGuard guard(device_);
        float milliseconds = 0;
        C10_CUDA_CHECK(cudaEventElapsedTime(&milliseconds, event_, later.event_));
        return milliseconds;
    }

private:
    // As CUDAGuard, for calls on a device that may be lost: it throws nothing.
    struct QuietGuard {
        explicit QuietGuard(c10::DeviceIndex device) : status(c10::cuda::SetDevice(device)) {}
        ~QuietGuard() {
            if (known)
                c10::cuda::MaybeSetDevice(before);
        }
        QuietGuard(const QuietGuard&) = delete;
        QuietGuard& operator=(const QuietGuard&) = delete;

        c10::DeviceIndex before = 0; // these two first: they are of the time before
        bool known = c10::cuda::GetDevice(&before) == cudaSuccess;
        cudaError_t status;
    };

    unsigned flags_;
    c10::DeviceIndex device_ = 0; // once there is an event
    cudaEvent_t event_ = nullptr;
};

} // namespace belfry

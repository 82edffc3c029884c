// Bytes on the host that CUDA may copy from while the program continues.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace belfry {

// Memory that the calling thread page-locks from now on goes through this CUDA device. A new thread would go through
// device 0, and create a context there, of hundreds of megabytes, even if only other devices were chosen.
void lockPagesThrough(int device);

// Whether CUDA knows it as page-locked memory of the host. Asks the current device of the calling thread, which should
// be one in use.
bool isPageLocked(const void* data);

// Grows, never shrinks, so that a step allocates nothing. Page-locked when asked for and where CUDA can do it, ordinary
// memory otherwise. One thread at a time.
class HostBytes {
public:
    explicit HostBytes(bool pageLocked = false) : pageLocked_(pageLocked) {}
    void resize(std::size_t size); // the contents are lost
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    std::uint8_t* data() { return data_.get(); }
    const std::uint8_t* data() const { return data_.get(); }

private:
    struct Release {
        bool pageLocked;
        void operator()(std::uint8_t* data) const;
    };
    bool pageLocked_;
    std::size_t size_ = 0, capacity_ = 0;
    std::unique_ptr<std::uint8_t, Release> data_{nullptr, Release{false}};
};

} // namespace belfry

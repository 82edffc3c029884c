#include "core/model/host_memory.h"

#include <ATen/ATen.h>
#include <c10/core/CPUAllocator.h>
#include <c10/core/impl/alloc_cpu.h>

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <new>
#include <unordered_map>

namespace belfry {
namespace {

constexpr std::size_t kPage = std::size_t{2} << 20; // a huge page: blocks are whole ones
constexpr std::size_t kLarge = std::size_t{1} << 20;

class HostMemory : public c10::Allocator {
public:
    static HostMemory& get() {
        static auto* const only = new HostMemory; // tensors of static storage may outlive everything
        return *only;
    }

    c10::DataPtr allocate(std::size_t bytes) override {
        void* const data = bytes < kLarge ? c10::alloc_cpu(bytes) : allocateLarge((bytes + kPage - 1) / kPage * kPage);
        return {data, data, &HostMemory::free, c10::Device(c10::DeviceType::CPU)};
    }
    c10::DeleterFnPtr raw_deleter() const override { return &HostMemory::free; }
    void copy_data(void* to, const void* from, std::size_t bytes) const override { std::memcpy(to, from, bytes); }

    void release() {
        const std::lock_guard lock(mutex_);
        giveBack(0);
        peak_ = used_;
    }
    HostMemoryUse use() {
        const std::lock_guard lock(mutex_);
        return {static_cast<std::int64_t>(used_), static_cast<std::int64_t>(kept_)};
    }

private:
    // A kept block of up to an eighth more will do.
    void* allocateLarge(std::size_t bytes) {
        const std::lock_guard lock(mutex_);
        const auto found = free_.lower_bound(bytes);
        if (found == free_.end() || found->first > bytes + bytes / 8)
            return allocateNew(bytes);
        const auto [size, data] = *found;
        free_.erase(found);
        kept_ -= size;
        enter(data, size);
        return data;
    }

    // With what is kept a process takes at most a quarter more than it would without.
    void* allocateNew(std::size_t bytes) {
        const std::size_t most = std::max(peak_, used_ + bytes) / 4 * 5;
        if (used_ + bytes + kept_ > most)
            giveBack(most - std::min(most, used_ + bytes));
        void* data = std::aligned_alloc(kPage, bytes);
        if (!data) {
            giveBack(0);
            data = std::aligned_alloc(kPage, bytes);
        }
        if (!data)
            throw std::bad_alloc();
        ::madvise(data, bytes, MADV_HUGEPAGE); // where the system has them
        enter(data, bytes);
        return data;
    }

    void enter(void* data, std::size_t bytes) {
        sizes_.emplace(data, bytes);
        used_ += bytes;
        peak_ = std::max(peak_, used_);
    }

    // Smallest first, until no more than `rest` bytes are kept.
    void giveBack(std::size_t rest) {
        while (kept_ > rest) {
            const auto [size, data] = *free_.begin();
            free_.erase(free_.begin());
            kept_ -= size;
            std::free(data);
        }
    }

    static void free(void* data) {
        if (reinterpret_cast<std::uintptr_t>(data) % kPage != 0 || !get().keep(data))
            c10::free_cpu(data);
    }
    bool keep(void* data) {
        const std::lock_guard lock(mutex_);
        const auto found = sizes_.find(data);
        if (found == sizes_.end())
            return false;
        used_ -= found->second;
        kept_ += found->second;
        free_.emplace(found->second, data);
        sizes_.erase(found);
        return true;
    }

    std::mutex mutex_; // guards what follows; bytes
    std::unordered_map<void*, std::size_t> sizes_;
    std::multimap<std::size_t, void*> free_;
    std::size_t used_ = 0, kept_ = 0, peak_ = 0;
};

} // namespace

void keepHostMemory() {
    [[maybe_unused]] static const bool once = [] {
        c10::SetCPUAllocator(&HostMemory::get(), /*priority=*/1);
        return true;
    }();
}

void releaseHostMemory() {
    HostMemory::get().release();
}

HostMemoryUse hostMemoryUse() {
    return HostMemory::get().use();
}

} // namespace belfry

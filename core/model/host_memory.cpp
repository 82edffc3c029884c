#include "core/model/host_memory.h"

#include <ATen/ATen.h>
#include <c10/core/CPUAllocator.h>
#include <c10/core/impl/alloc_cpu.h>

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <new>
#include <unordered_map>

namespace belfry {
namespace {

constexpr std::size_t kLarge = std::size_t{1} << 20;
constexpr std::size_t kHugePage = std::size_t{2} << 20; // where every large block begins

std::size_t roundedUp(std::size_t bytes) {
    const std::size_t unit = bytes < 4 * kHugePage ? kHugePage / 8 : kHugePage;
    return (bytes + unit - 1) / unit * unit;
}

// Straight from the system and back: malloc keeps what it likes.
void* mapBlock(std::size_t bytes) {
    if (bytes > SIZE_MAX - kHugePage)
        throw std::bad_alloc();
    void* const mapped = ::mmap(nullptr, bytes + kHugePage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED)
        throw std::bad_alloc();
    char* const begin = static_cast<char*>(mapped);
    const std::size_t before = (kHugePage - reinterpret_cast<std::uintptr_t>(begin) % kHugePage) % kHugePage;
    if (before > 0)
        ::munmap(begin, before);
    ::munmap(begin + before + bytes, kHugePage - before);
    ::madvise(begin + before, bytes, MADV_HUGEPAGE); // where the system has them
    return begin + before;
}

class HostMemory : public c10::Allocator {
public:
    static HostMemory& get() {
        static auto* const only = new HostMemory; // tensors of static storage may outlive everything
        return *only;
    }

    c10::DataPtr allocate(std::size_t bytes) override {
        void* const data = bytes < kLarge ? c10::alloc_cpu(bytes) : allocateLarge(roundedUp(bytes));
        return {data, data, &HostMemory::free, c10::Device(c10::DeviceType::CPU)};
    }
    c10::DeleterFnPtr raw_deleter() const override { return &HostMemory::free; }
    void copy_data(void* to, const void* from, std::size_t bytes) const override { std::memcpy(to, from, bytes); }

    void addKeeper() {
        const std::lock_guard lock(mutex_);
        ++keepers_;
    }
    void removeKeeper() {
        const std::lock_guard lock(mutex_);
        if (--keepers_ > 0)
            return;
        giveBack(0);
        peak_ = used_;
    }
    HostMemoryUse use() {
        const std::lock_guard lock(mutex_);
        return {static_cast<std::int64_t>(used_), static_cast<std::int64_t>(kept_)};
    }

private:
    // A kept block of up to a quarter more will do.
    void* allocateLarge(std::size_t bytes) {
        const std::lock_guard lock(mutex_);
        const auto found = free_.lower_bound(bytes);
        if (found == free_.end() || found->first > bytes + bytes / 4)
            return allocateNew(bytes);
        const auto [size, data] = *found;
        enter(data, size);
        free_.erase(found);
        kept_ -= size;
        return data;
    }

    void* allocateNew(std::size_t bytes) {
        const std::size_t wanted = used_ + bytes, limit = std::max(peak_, wanted) / 2 * 3;
        giveBack(limit - std::min(limit, wanted));
        void* data = nullptr;
        try {
            data = mapBlock(bytes);
        } catch (const std::bad_alloc&) {
            giveBack(0);
            data = mapBlock(bytes);
        }
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
            ::munmap(data, size);
        }
    }

    static void free(void* data) {
        if (reinterpret_cast<std::uintptr_t>(data) % kHugePage != 0 || !get().take(data))
            c10::free_cpu(data);
    }
    // False: it is no large block.
    bool take(void* data) {
        const std::lock_guard lock(mutex_);
        const auto found = sizes_.find(data);
        if (found == sizes_.end())
            return false;
        const std::size_t size = found->second;
        sizes_.erase(found);
        used_ -= size;
        try {
            if (keepers_ > 0) {
                free_.emplace(size, data);
                kept_ += size;
                return true;
            }
        } catch (const std::bad_alloc&) { // not even for the entry
        }
        ::munmap(data, size);
        return true;
    }

    std::mutex mutex_; // guards what follows; bytes
    std::unordered_map<void*, std::size_t> sizes_;
    std::multimap<std::size_t, void*> free_;
    std::size_t used_ = 0, kept_ = 0, peak_ = 0;
    int keepers_ = 0;
};

// Before there are threads, which the library's table of allocators asks for.
[[maybe_unused]] const bool installed = [] {
    c10::SetCPUAllocator(&HostMemory::get(), /*priority=*/1);
    return true;
}();

} // namespace

KeepHostMemory::KeepHostMemory() { HostMemory::get().addKeeper(); }
KeepHostMemory::~KeepHostMemory() { HostMemory::get().removeKeeper(); }

HostMemoryUse hostMemoryUse() { return HostMemory::get().use(); }

} // namespace belfry

#include "core/search/memory_room.h"

#include "core/base/error.h"

#include <algorithm>
#include <utility>

namespace belfry {

MemoryRoom::MemoryRoom(std::function<BytesOnDevices()> free) : askFree_(std::move(free)) {}

// Under the room's lock.
MemoryRoom::Place::Place(MemoryRoom& room, BytesOnDevices needed) : room_(&room), needed_(std::move(needed)) {
    ++room_->inside_;
    for (const auto& [device, bytes] : needed_)
        room_->taken_[device] += bytes;
}

MemoryRoom::Place::Place(Place&& other) noexcept
    : room_(std::exchange(other.room_, nullptr)), needed_(std::move(other.needed_)) {}

MemoryRoom::Place::~Place() {
    if (!room_)
        return;
    const std::lock_guard guard(room_->mutex_);
    --room_->inside_;
    ++room_->leavings_;
    for (const auto& [device, bytes] : needed_)
        room_->taken_[device] -= bytes;
    room_->left_.notify_all();
}

std::optional<MemoryRoom::Place> MemoryRoom::enter(const std::function<BytesOnDevices()>& estimate,
                                                   const std::stop_token& stop) {
    std::unique_lock guard(mutex_);
    for (;;) {
        if (inside_ == 0) {
            free_ = askFree_();
            taken_.clear();
        }
        try {
            BytesOnDevices needed = estimate();
            if (inside_ == 0 || fits(needed))
                return Place(*this, std::move(needed));
        } catch (const Error& error) {
            if (inside_ == 0 || error.category() != ErrorCategory::Device)
                throw;
        }
        if (!left_.wait(guard, stop, [this, before = leavings_] { return leavings_ != before; }))
            return std::nullopt;
    }
}

bool MemoryRoom::fits(const BytesOnDevices& needed) const {
    return std::ranges::all_of(needed, [this](const auto& part) {
        const auto free = free_.find(part.first);
        const auto taken = taken_.find(part.first);
        return free == free_.end() || part.second + (taken == taken_.end() ? 0.0 : taken->second) <= free->second;
    });
}

} // namespace belfry

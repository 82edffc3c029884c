#include "core/search/memory_budget.h"

#include "core/base/error.h"

#include <algorithm>

namespace belfry {

MemoryBudget::MemoryBudget(std::function<BytesOnDevices()> free) : askFree_(std::move(free)) {}

MemoryBudget::Reservation::Reservation(Reservation&& other) noexcept
    : budget_(std::exchange(other.budget_, nullptr)), needed_(std::move(other.needed_)) {}

MemoryBudget::Reservation::~Reservation() {
    if (budget_)
        budget_->release(needed_);
}

MemoryBudget::Reservation MemoryBudget::take(BytesOnDevices needed) {
    ++reservations_;
    for (const auto& [device, bytes] : needed)
        reserved_[device] += bytes;
    return {*this, std::move(needed)};
}

void MemoryBudget::release(const BytesOnDevices& needed) {
    const std::lock_guard guard(mutex_);
    --reservations_;
    ++releases_;
    for (const auto& [device, bytes] : needed)
        reserved_[device] -= bytes;
    released_.notify_all();
}

std::optional<MemoryBudget::Reservation> MemoryBudget::reserve(const std::function<BytesOnDevices()>& estimate,
                                                               const std::stop_token& stop) {
    std::unique_lock guard(mutex_);
    for (;;) {
        if (reservations_ == 0) {
            free_ = askFree_();
            reserved_.clear();
        }
        try {
            BytesOnDevices needed = estimate();
            if (reservations_ == 0 || fits(needed))
                return take(std::move(needed));
        } catch (const Error& error) {
            if (reservations_ == 0 || error.category() != ErrorCategory::Device)
                throw;
        }
        if (!released_.wait(guard, stop, [this, before = releases_] { return releases_ != before; }))
            return std::nullopt;
    }
}

bool MemoryBudget::fits(const BytesOnDevices& needed) const {
    return std::ranges::all_of(
        needed,
        [this](const auto& part) {
            const auto free = free_.find(part.first);
            const auto taken = reserved_.find(part.first);
            return free == free_.end() ||
                   part.second + (taken == reserved_.end() ? 0.0 : taken->second) <= free->second;
        });
}

} // namespace belfry

// Memory for trials in parallel: each is estimated before it starts, and those in progress may not have taken theirs
// yet. Internal to core/search; any thread.
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

namespace belfry {

using BytesOnDevices = std::map<std::string, double>;

class MemoryBudget {
public:
    // `free`: free bytes by device; called whenever nothing is reserved. A device that it does not name is unlimited.
    explicit MemoryBudget(std::function<BytesOnDevices()> free);

    // The memory is reserved during its lifetime.
    class Reservation {
    public:
        Reservation(Reservation&& other) noexcept;
        Reservation& operator=(Reservation&&) = delete;
        ~Reservation();

    private:
        friend class MemoryBudget;
        Reservation(MemoryBudget& budget, BytesOnDevices needed) : budget_(&budget), needed_(std::move(needed)) {}

        MemoryBudget* budget_;
        BytesOnDevices needed_;
    };

    // Blocks until the result of `estimate` fits beside all reservations; nullopt after a stop request. One thread at a
    // time makes its estimate. While others hold memory, its Error(Device) means to wait and to try again; one that is
    // alone gets any estimate, and rethrows what `estimate` throws.
    std::optional<Reservation> reserve(const std::function<BytesOnDevices()>& estimate, const std::stop_token& stop);

private:
    bool fits(const BytesOnDevices& needed) const; // under the lock
    Reservation take(BytesOnDevices needed);       // under the lock
    void release(const BytesOnDevices& needed);    // takes the lock

    const std::function<BytesOnDevices()> askFree_;
    std::mutex mutex_; // guards what follows
    std::condition_variable_any released_;
    int reservations_ = 0, releases_ = 0;
    BytesOnDevices free_, reserved_;
};

} // namespace belfry

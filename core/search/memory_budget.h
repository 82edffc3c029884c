// Memory for trials side by side: each is estimated before it starts, and those in progress may not have taken theirs
// yet. Internal to core/search; any thread.
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

namespace belfry {

using BytesOnDevices = std::map<std::string, double>;

class MemoryBudget {
public:
    // `free`: what every device has; asked whenever nobody is inside. A device that it does not name has no bounds.
    explicit MemoryBudget(std::function<BytesOnDevices()> free);

    // Inside for as long as it lives.
    class Reservation {
    public:
        Reservation(MemoryBudget& budget, BytesOnDevices needed);
        Reservation(Reservation&& other) noexcept;
        Reservation& operator=(Reservation&&) = delete;
        ~Reservation();

    private:
        MemoryBudget* budget_;
        BytesOnDevices needed_;
    };

    // Blocks until what `estimate` returns fits beside all who are inside; nothing: somebody asked to stop. One at a
    // time is asked for its estimate. While others are inside an Error(Device) of it is no reason to give up; who is
    // alone enters with any estimate, and throws what it throws.
    std::optional<Reservation> reserve(const std::function<BytesOnDevices()>& estimate, const std::stop_token& stop);

private:
    bool fits(const BytesOnDevices& needed) const;

    const std::function<BytesOnDevices()> askFree_;
    std::mutex mutex_; // guards what follows
    std::condition_variable_any released_;
    int reservations_ = 0, releases_ = 0;
    BytesOnDevices free_, reserved_;
};

} // namespace belfry

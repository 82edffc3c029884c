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

class MemoryRoom {
public:
    // `free`: what every device has; asked whenever nobody is inside. A device that it does not name has no bounds.
    explicit MemoryRoom(std::function<BytesOnDevices()> free);

    // Inside for as long as it lives.
    class Place {
    public:
        Place(MemoryRoom& room, BytesOnDevices needed);
        Place(Place&& other) noexcept;
        Place& operator=(Place&&) = delete;
        ~Place();

    private:
        MemoryRoom* room_;
        BytesOnDevices needed_;
    };

    // Blocks until what `estimate` returns fits beside all who are inside; nothing: somebody asked to stop. One at a
    // time is asked for its estimate. While others are inside an Error(Device) of it is no reason to give up; who is
    // alone enters with any estimate, and throws what it throws.
    std::optional<Place> enter(const std::function<BytesOnDevices()>& estimate, const std::stop_token& stop);

private:
    bool fits(const BytesOnDevices& needed) const;

    const std::function<BytesOnDevices()> askFree_;
    std::mutex mutex_; // guards what follows
    std::condition_variable_any left_;
    int inside_ = 0, leavings_ = 0;
    BytesOnDevices free_, taken_;
};

} // namespace belfry

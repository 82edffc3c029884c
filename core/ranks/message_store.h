// Messages among processes that come and go: queues and published values in a store that one of them serves (LibTorch's
// TCPStore). It neither encrypts nor authenticates: for private networks. Free of torch.
#pragma once

#include "core/ranks/listener.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace belfry {

// A message is shorter, as are those that the store itself takes from anybody (8 MB).
inline constexpr std::size_t kMaxMessageBytes = std::size_t{1} << 20;

// Any thread; one that waits in pop() or published() holds up others there, not those that push or publish. All throw
// Error(Device) with one sentence when the store is gone; no call returns while the way to it is cut.
class MessageStore {
public:
    static std::unique_ptr<MessageStore> serve(Listener listener); // as long as it exists
    // Throws Error(Usage) for a name that nobody knows, Error(Device) where nobody, or no such store, answers within
    // about the limit.
    static std::unique_ptr<MessageStore> connect(const Endpoint& server, std::chrono::milliseconds limit);
    ~MessageStore();
    MessageStore(const MessageStore&) = delete;
    MessageStore& operator=(const MessageStore&) = delete;

    void publish(const std::string& key, const std::string& value);
    // None: nobody has published it within the limit.
    std::optional<std::string> published(const std::string& key, std::chrono::milliseconds limit);

    void push(const std::string& queue, const std::string& message);
    // The oldest of a queue; none within the limit.
    std::optional<std::string> pop(const std::string& queue, std::chrono::milliseconds limit);

private:
    struct Impl;
    explicit MessageStore(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace belfry

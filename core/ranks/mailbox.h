// Messages sent and received on threads of their own: no call waits for the network, which may be cut. Any thread.
#pragma once

#include "core/base/abandonable.h"
#include "core/ranks/message_store.h"

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace belfry {

class Mailbox {
public:
    // Receives what comes to the queue `own`, sends to the queue `other`. `onNews`: called on a thread of the mailbox
    // when something has come, or the connection has broken; must not call the mailbox, and returns at once.
    Mailbox(std::unique_ptr<MessageStore> store, std::string own, std::string other, std::function<void()> onNews);
    // Sends what is left. A thread that hangs in a network that is cut is left behind after a second and a half.
    ~Mailbox();
    Mailbox(const Mailbox&) = delete;
    Mailbox& operator=(const Mailbox&) = delete;

    void send(std::string message);
    std::vector<std::string> take(); // what has come since
    // Whether the connection has broken, or the store has answered nothing for so long.
    bool lost(std::chrono::milliseconds silence) const;

private:
    struct State;
    std::shared_ptr<State> state_; // of the threads too, which may outlive this object
    std::deque<Abandonable<bool>> threads_;
};

} // namespace belfry

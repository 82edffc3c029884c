#include "core/ranks/mailbox.h"

#include "core/base/deadline.h"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <utility>

namespace belfry {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kLook(500);      // the store is asked at least so often: that is how its silence is noticed
constexpr milliseconds kFarewell(1500); // longer than that, so that a thread which hangs is one that hangs

} // namespace

struct Mailbox::State {
    std::unique_ptr<MessageStore> store;
    std::string own, other;
    std::mutex mutex; // guards what follows
    std::condition_variable changed;
    std::function<void()> onNews; // null: nobody is to be told any more
    std::deque<std::string> coming, going;
    Clock::time_point heard = Clock::now();
    bool closing = false, broken = false;

    void receive() {
        while (!isClosing()) {
            std::optional<std::string> message = store->pop(own, kLook);
            const std::lock_guard guard(mutex);
            heard = Clock::now();
            if (!message)
                continue;
            coming.push_back(*std::move(message));
            tell();
        }
    }

    void deliver() {
        for (;;) {
            std::string message;
            {
                std::unique_lock guard(mutex);
                changed.wait(guard, [this] { return closing || broken || !going.empty(); });
                if (going.empty() || broken)
                    return;
                message = std::move(going.front());
                going.pop_front();
            }
            store->push(other, message); // the store says nothing to that: a success is no sign of life
        }
    }

    // A thread of the mailbox, from its begin to its end.
    bool run(void (State::*work)()) {
        bool failed = false;
        try {
            (this->*work)();
        } catch (const std::exception&) { // the store is gone
            failed = true;
        }
        const std::lock_guard guard(mutex);
        broken = broken || failed;
        if (failed)
            tell();
        changed.notify_all();
        return !failed;
    }

    bool isClosing() {
        const std::lock_guard guard(mutex);
        return closing || broken;
    }
    void tell() const { // under the lock
        if (onNews)
            onNews();
    }
};

Mailbox::Mailbox(std::unique_ptr<MessageStore> store, std::string own, std::string other, std::function<void()> onNews)
    : state_(std::make_shared<State>()) {
    state_->store = std::move(store);
    state_->own = std::move(own);
    state_->other = std::move(other);
    state_->onNews = std::move(onNews);
    for (const auto work : {&State::receive, &State::deliver})
        threads_.emplace_back([state = state_, work] { return state->run(work); });
}

Mailbox::~Mailbox() {
    {
        const std::lock_guard guard(state_->mutex);
        state_->closing = true;
        state_->onNews = nullptr;
    }
    state_->changed.notify_all();
    const Deadline deadline(kFarewell);
    for (Abandonable<bool>& thread : threads_)
        thread.within(deadline.left());
}

void Mailbox::send(std::string message) {
    const std::lock_guard guard(state_->mutex);
    state_->going.push_back(std::move(message));
    state_->changed.notify_all();
}

std::vector<std::string> Mailbox::take() {
    const std::lock_guard guard(state_->mutex);
    std::vector<std::string> all(std::make_move_iterator(state_->coming.begin()),
                                 std::make_move_iterator(state_->coming.end()));
    state_->coming.clear();
    return all;
}

bool Mailbox::lost(milliseconds silence) const {
    const std::lock_guard guard(state_->mutex);
    return state_->broken || Clock::now() - state_->heard > silence;
}

} // namespace belfry

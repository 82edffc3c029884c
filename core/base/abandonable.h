// A call into a library that may hang, on a thread of its own: who waits for it can give it up. While such a thread
// goes on it counts as abandoned, so that nothing waits for it.
#pragma once

#include "core/base/abandoned_threads.h"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

namespace belfry {

template <typename Result>
class Abandonable {
public:
    // Begins it. It must own what it uses. Throws std::system_error where there is no thread.
    explicit Abandonable(std::function<Result()> call) {
        std::thread([state = state_, call = std::move(call)]() mutable { run(*state, std::move(call)); }).detach();
    }
    ~Abandonable() {
        const std::lock_guard lock(state_->mutex);
        if (state_->ended)
            return;
        state_->abandoned = true;
        ++abandonedThreads;
    }
    Abandonable(const Abandonable&) = delete;
    Abandonable& operator=(const Abandonable&) = delete;

    // Its result, once, or throws what it threw. Nullopt: it takes longer, or was stopped.
    std::optional<Result> within(std::chrono::milliseconds limit, const std::stop_token& stop = {}) {
        std::unique_lock lock(state_->mutex);
        return state_->changed.wait_for(lock, stop, limit, [this] { return state_->ended; }) ? taken() : std::nullopt;
    }

private:
    struct State {
        std::mutex mutex; // guards what follows
        std::condition_variable_any changed;
        std::optional<Result> result;
        std::exception_ptr problem;
        bool ended = false, abandoned = false;
    };

    static void run(State& state, std::function<Result()> call) {
        std::optional<Result> result;
        std::exception_ptr problem;
        try {
            result = call();
        } catch (...) {
            problem = std::current_exception();
        }
        call = nullptr; // what it holds may hang as well when it goes
        std::unique_lock lock(state.mutex);
        state.problem = problem;
        state.ended = true;
        state.changed.notify_all();
        if (!state.abandoned) {
            state.result = std::move(result);
            return;
        }
        lock.unlock();
        result.reset(); // nobody takes it
        --abandonedThreads;
    }

    std::optional<Result> taken() {
        if (state_->problem)
            std::rethrow_exception(state_->problem);
        return std::move(state_->result);
    }

    std::shared_ptr<State> state_ = std::make_shared<State>();
};

} // namespace belfry

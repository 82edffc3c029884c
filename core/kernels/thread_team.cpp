#include "core/kernels/thread_team.h"

#include <omp.h>
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace belfry {
namespace {

using Clock = std::chrono::steady_clock;

// As long as a step is between two of its loops.
constexpr std::chrono::microseconds kSpinTime{30};
// Less than the time for which a thread may have a core that others want, by Linux' schedulers.
constexpr std::chrono::microseconds kTimeSlice{2000};

thread_local bool inLoop = false; // this thread is in one, or helps

void relax() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

// Waits until `value` is another than `known`, first awake, then asleep.
template <typename T>
void awaitChange(const std::atomic<T>& value, T known) {
    constexpr int kChecks = 16; // between two looks at the clock
    const auto changed = [&] { return value.load(std::memory_order_acquire) != known; };
    if (changed())
        return;
    const auto end = Clock::now() + kSpinTime;
    do
        for (int check = 0; check < kChecks; ++check) {
            relax();
            if (changed())
                return;
        }
    while (Clock::now() < end);
    value.wait(known);
}

// Not thread-safe: of one caller.
class ThreadTeam {
public:
    explicit ThreadTeam(int wanted) : wanted_(wanted) {
        helpers_.reserve(static_cast<std::size_t>(wanted));
        try {
            for (int i = 0; i < wanted; ++i)
                helpers_.emplace_back([this] { help(); });
        } catch (const std::system_error&) { // the system allows no more: those that there are do the work
        }
    }
    ~ThreadTeam() {
        leave_ = true;
        advance();
        for (std::thread& helper : helpers_)
            helper.join();
    }

    int wanted() const { return wanted_; }
    int helpers() const { return static_cast<int>(helpers_.size()); }

    void run(std::int64_t count, void (*call)(const void* body, std::int64_t i), const void* body) {
        call_ = call, body_ = body, count_ = count;
        next_ = 0;
        advance(); // odd: open
        inLoop = true;
        while (takeOne()) {
        }
        inLoop = false;
        state_.fetch_add(1); // closed: who looks now does not come in
        for (int inside = inside_.load(); inside > 0; inside = inside_.load())
            awaitChange(inside_, inside);
        if (failure_)
            std::rethrow_exception(std::exchange(failure_, nullptr));
    }

private:
    void advance() {
        state_.fetch_add(1);
        state_.notify_all();
    }

    bool takeOne() {
        const std::int64_t i = next_.fetch_add(1, std::memory_order_relaxed);
        if (i >= count_)
            return false;
        try {
            call_(body_, i);
        } catch (...) {
            next_.store(count_, std::memory_order_relaxed);
            const std::scoped_lock lock(failing_);
            if (!failure_)
                failure_ = std::current_exception();
        }
        return true;
    }

    void help() {
        inLoop = true;
        auto since = Clock::now(); // when this thread began to compute
        std::uint32_t done = 0;    // the state that is dealt with
        while (!leave_) {
            const std::uint32_t state = state_.load(std::memory_order_acquire);
            if (state % 2 == 0 || state == done) {
                awaitChange(state_, state);
                since = Clock::now();
                continue;
            }
            if (takeSome(state, since))
                done = state;
        }
    }

    // False: there may be more of this loop, and others have had the core.
    bool takeSome(std::uint32_t state, Clock::time_point& since) {
        inside_.fetch_add(1);
        bool more = state_.load() == state; // else the caller may have gone: nothing of the loop may be touched
        bool over = false;
        while (more && !over) {
            more = takeOne();
            over = more && Clock::now() - since > kTimeSlice;
        }
        if (inside_.fetch_sub(1) == 1)
            inside_.notify_all();
        if (over) {
            ::sched_yield();
            since = Clock::now();
        }
        return !over;
    }

    int wanted_;
    std::vector<std::thread> helpers_;
    std::mutex failing_;
    std::exception_ptr failure_; // the first of the loop
    // Of the loop. Who is inside may read them.
    void (*call_)(const void* body, std::int64_t i) = nullptr;
    const void* body_ = nullptr;
    std::int64_t count_ = 0;
    alignas(64) std::atomic<std::int64_t> next_{0};
    alignas(64) std::atomic<std::uint32_t> state_{0}; // odd while a loop is open
    alignas(64) std::atomic<int> inside_{0};          // helpers that may take calls
    std::atomic<bool> leave_{false};
};

ThreadTeam* teamOfThread() {
    thread_local std::unique_ptr<ThreadTeam> team;
    const int wanted = std::max(omp_get_max_threads() - 1, 0);
    if (!team || team->wanted() != wanted) {
        team.reset();
        team = std::make_unique<ThreadTeam>(wanted);
    }
    return team.get();
}

} // namespace

void parallelFor(std::int64_t count, void (*call)(const void* body, std::int64_t i), const void* body) {
    if (count > 1 && !inLoop && omp_in_parallel() == 0) {
        ThreadTeam* const team = teamOfThread();
        if (team->helpers() > 0)
            return team->run(count, call, body);
    }
    for (std::int64_t i = 0; i < count; ++i)
        call(body, i);
}

} // namespace belfry

// Loops that helpers take part in: every call once, whatever their number, and what was written is seen.
#include "core/kernels/thread_team.h"

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

namespace belfry {
namespace {

template <typename Body>
void share(std::int64_t count, const Body& body) {
    parallelFor(
        count, [](const void* of, std::int64_t i) { (*static_cast<const Body*>(of))(i); }, &body);
}

// Short loops one after another: helpers come late, in the middle and too late.
void callEachOnce() {
    for (std::int64_t loop = 0; loop < 2000; ++loop) {
        std::vector<int> calls(std::size_t(loop % 40));
        share(std::int64_t(calls.size()), [&](std::int64_t i) { ++calls[std::size_t(i)]; });
        ASSERT_TRUE(std::ranges::all_of(calls, [](int count) { return count == 1; })) << loop;
    }
}

TEST(ThreadTeam, CallsEachOnce) {
    for (const int threads : {1, 2, 5}) {
        SCOPED_TRACE(threads);
        std::thread([threads] { // whose number of threads is its own
            omp_set_num_threads(threads);
            callEachOnce();
        })
            .join();
    }
}

TEST(ThreadTeam, FollowsTheNumberOfThreads) {
    std::thread([] {
        for (const int threads : {3, 1, 4}) {
            omp_set_num_threads(threads);
            callEachOnce();
        }
    }).join();
}

TEST(ThreadTeam, IsOfEachThreadAlone) {
    std::vector<std::thread> callers(3);
    for (std::thread& caller : callers)
        caller = std::thread([] {
            omp_set_num_threads(2);
            callEachOnce();
        });
    for (std::thread& caller : callers)
        caller.join();
}

// On the same thread, as its helpers are in the loop already.
TEST(ThreadTeam, RunsLoopsInLoops) {
    std::thread([] {
        omp_set_num_threads(3);
        std::atomic<int> calls{0}, elsewhere{0};
        share(8, [&](std::int64_t) {
            const auto thread = std::this_thread::get_id();
            share(10, [&](std::int64_t) {
                ++calls;
                elsewhere += std::this_thread::get_id() != thread ? 1 : 0;
            });
        });
        EXPECT_EQ(calls, 80);
        EXPECT_EQ(elsewhere, 0);
    }).join();
}

TEST(ThreadTeam, StaysAloneInOpenMpRegions) {
    std::thread([] {
        omp_set_num_threads(2);
        std::atomic<int> elsewhere{0};
#pragma omp parallel
        {
            const auto thread = std::this_thread::get_id();
            share(10, [&](std::int64_t) { elsewhere += std::this_thread::get_id() != thread ? 1 : 0; });
        }
        EXPECT_EQ(elsewhere, 0);
    }).join();
}

// An exception of a helper would end the program, and one of the caller would leave helpers in a body that is gone.
TEST(ThreadTeam, ThrowsWhatACallThrows) {
    std::thread([] {
        omp_set_num_threads(3);
        const auto caller = std::this_thread::get_id();
        for (const bool ofCaller : {true, false})
            for (int attempt = 0; attempt < 50; ++attempt) {
                std::atomic<bool> thrown{false};
                const auto mayThrow = [&](std::int64_t) {
                    while (!thrown && (std::this_thread::get_id() == caller) != ofCaller)
                        std::this_thread::yield(); // until one of the other kind has come
                    if (!thrown.exchange(true))
                        throw std::runtime_error("no memory");
                };
                EXPECT_THROW(share(1000, mayThrow), std::runtime_error);
                EXPECT_TRUE(thrown);
            }
        callEachOnce();
    }).join();
}

} // namespace
} // namespace belfry

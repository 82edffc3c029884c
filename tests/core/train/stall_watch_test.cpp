// The watch over the parts of a run: what counts as long.
#include "core/train/stall_watch.h"

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>

namespace belfry {
namespace {

using Work = StallWatch::Work;

struct Stalls : StallWatch::Listener {
    void onStall(const Text& work, StallWatch::Seconds longest) override {
        const std::lock_guard lock(mutex);
        last = work.english();
        longestBefore = longest;
        changed.notify_all();
    }
    bool mayGiveUp() override { return false; }
    void onGivenUp(const Text&, StallWatch::Seconds) override {}

    // In a section of so many seconds, until it is reported as a stall. Returns the longest before.
    StallWatch::Seconds stall(StallWatch& watch, Work work, std::int64_t step, double seconds) {
        const StallWatch::Section section(watch, work, step);
        std::unique_lock lock(mutex);
        last.clear();
        now = now + seconds;
        changed.wait(lock, [this] { return !last.empty(); });
        return longestBefore;
    }

    std::atomic<double> now = 0;
    std::mutex mutex;
    std::condition_variable changed;
    std::string last;
    StallWatch::Seconds longestBefore{-1};
};

// A long validation hid steps that hung: twenty times the longest of any work was allowed to all.
TEST(StallWatch, ComparesWorkWithItsOwnKind) {
    Stalls stalls;
    StallWatch watch(StallWatch::Seconds(0.01), stalls, [&stalls] { return StallWatch::Seconds(stalls.now); });
    EXPECT_EQ(stalls.stall(watch, Work::Validation, 20, 3).count(), 0);
    EXPECT_EQ(stalls.stall(watch, Work::Step, 21, 0.02).count(), 0);
    EXPECT_EQ(stalls.last, "Step 21");
    EXPECT_EQ(stalls.stall(watch, Work::Validation, 40, 61).count(), 3);
}

} // namespace
} // namespace belfry

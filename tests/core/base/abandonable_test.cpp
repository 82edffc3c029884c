#include "core/base/abandonable.h"

#include <gtest/gtest.h>

#include <future>
#include <stdexcept>

namespace belfry {
namespace {

using std::chrono::milliseconds;
constexpr std::chrono::minutes kLong(1);

TEST(Abandonable, GivesItsResultOrWhatItThrew) {
    EXPECT_EQ(Abandonable<int>([] { return 7; }).within(kLong), 7);
    Abandonable<int> fails([]() -> int { throw std::runtime_error("lost"); });
    EXPECT_THROW(fails.within(kLong), std::runtime_error);
}

TEST(Abandonable, CountsWhileItIsLeftBehind) {
    std::promise<void> goOn;
    const int before = abandonedThreads;
    {
        Abandonable<bool> hangs([on = goOn.get_future().share()] {
            on.wait();
            return true;
        });
        EXPECT_FALSE(hangs.within(milliseconds(1)));
        std::stop_source stop;
        stop.request_stop();
        EXPECT_FALSE(hangs.within(kLong, stop.get_token()));
        EXPECT_EQ(abandonedThreads, before);
    }
    EXPECT_EQ(abandonedThreads, before + 1);
    goOn.set_value();
    while (abandonedThreads != before)
        std::this_thread::yield();
}

} // namespace
} // namespace belfry

// What the Search page shows of a search while it is on, by a clock of the test's own.
#include "tests/ui/pages/search_page_fixture.h"

#include <atomic>
#include <condition_variable>
#include <mutex>

namespace belfry {
namespace {

// Trains nothing: the first trial takes a minute of the test's clock, the second one lasts until it is stopped.
class MinuteTrainer : public TrialTrainer {
public:
    explicit MinuteTrainer(std::atomic<double>& clock) : clock_(clock) {}
    TrialResult train(const TrialJob&, const std::function<void(const EpochDone&)>&, std::stop_token stop) override {
        TrialResult result;
        if (trials_++ == 0) {
            clock_ = clock_ + 60;
            result.finished.bestValidation = 0.5;
            return result;
        }
        std::mutex mutex;
        std::condition_variable_any changed;
        std::unique_lock lock(mutex);
        changed.wait(lock, stop, [] { return false; });
        result.finished.state = RunState::Stopped;
        return result;
    }
    void setPaused(bool) override {}

private:
    std::atomic<double>& clock_;
    std::atomic<int> trials_{0};
};

class SearchLiveTest : public SearchPageTest {};

// A pause took the figures back to the last trial's end, what followed added it up, and who looked at another search
// meanwhile had time begin anew.
TEST_F(SearchLiveTest, TimeAtWorkAndLeftGoOnInTheMiddleOfATrial) {
    std::atomic<double> clock{5000};
    openSearch();
    const auto other = createSearch(smallPlan());
    search().controller().setOptions(
        {.trainer = std::make_shared<MinuteTrainer>(clock), .runs = {}, .clock = [&clock] { return clock.load(); }});
    SearchPlan plan = smallPlan();
    plan.strategy = "exhaustive"; // 6 trials
    search().form()->setPlan(plan);
    click("startSearchButton");
    const auto shows = [&](const char* time, const char* left) {
        return eventually([&] { return text("searchTimeFigure") == time && text("searchLeftFigure") == left; });
    };
    ASSERT_TRUE(shows("1:00", "5:00"));
    clock = clock + 30;
    EXPECT_TRUE(shows("1:30", "4:30"));
    const std::filesystem::path folder = search().view().folder;
    search().openSearch(other);
    ASSERT_TRUE(eventually([&] { return search().view().state == "stopped"; }));
    EXPECT_EQ(text("searchTimeFigure"), "0:00");
    search().openSearch(folder);
    EXPECT_EQ(text("searchTimeFigure"), "1:30");
    EXPECT_EQ(text("searchLeftFigure"), "4:30");
    click("startSearchButton"); // Pause
    ASSERT_TRUE(eventually([&] { return search().view().state == "paused"; }));
    clock = clock + 5000;
    search().openSearch(folder);
    EXPECT_EQ(text("searchTimeFigure"), "1:30");
    EXPECT_EQ(text("searchLeftFigure"), "4:30");
    click("startSearchButton"); // Resume
    ASSERT_TRUE(eventually([&] { return search().view().state == "running"; }));
    EXPECT_EQ(text("searchTimeFigure"), "1:30");
    clock = clock + 15;
    EXPECT_TRUE(shows("1:45", "4:15"));
    click("stopSearchButton");
    ASSERT_TRUE(eventually([&] { return !search().controller().isActive(); }));
    EXPECT_EQ(text("searchTimeFigure"), "1:45");
    EXPECT_EQ(text("searchLeftFigure"), "–");
}

} // namespace
} // namespace belfry

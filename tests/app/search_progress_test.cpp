// What `search` prints while winners train.
#include "app/cli/formatting.h"
#include "app/cli/search_progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace belfry::cli {
namespace {

using testing::HasSubstr;

std::string printedOf(OutputStyle style, const SearchEvent& event) {
    const SearchPlan plan = searchPresetByName("genetic-mnist").plan;
    const std::unique_ptr<SearchObserver> progress = makeSearchProgress(style, plan, "a search");
    testing::internal::CaptureStdout();
    progress->onEvent(event);
    return testing::internal::GetCapturedStdout();
}

// Nothing was to be seen of a winner from its beginning to its end, which is most of a short search.
TEST(SearchProgress, PrintsAWinnersEpochs) {
    const WinnerEpoch epoch{.trial = 12, .seed = 2, .rank = 1, .epoch = 7, .epochs = 100, .accuracy = 0.98125F};
    const std::string text = "winner 1, seed 2: epoch 7 of at most 100, 98.12 %";
    EXPECT_EQ(printedOf(OutputStyle::Lines, epoch), text + "\n");
    const std::string bar = printedOf(OutputStyle::Bar, epoch);
    EXPECT_THAT(bar, HasSubstr(text));
    EXPECT_THAT(bar, testing::Not(HasSubstr("\n")));
    const auto json = nlohmann::json::parse(printedOf(OutputStyle::Json, epoch));
    EXPECT_EQ(json, (nlohmann::json{{"event", "winner epoch"},
                                    {"winner", 12},
                                    {"rank", 1},
                                    {"seed", 2},
                                    {"epoch", 7},
                                    {"epochs", 100},
                                    {"accuracy", 0.98125F},
                                    {"search", "a search"}}));
}

// "1 steps" and "1 towers" were printed.
TEST(CommandLineText, CountsUseThePlural) {
    EXPECT_EQ(counted(0, "steps", "step"), "0 steps");
    EXPECT_EQ(counted(1, "steps", "step"), "1 step");
    EXPECT_EQ(counted(61'800, "steps", "step"), "61,800 steps");
}

} // namespace
} // namespace belfry::cli

// The life of captured work, with numbers in the place of graphs.
#include "core/tower/replayed_work.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace belfry {
namespace {

using Work = ReplayedWork<int>;

// Ordinary runs until one of them makes the capture, counted.
int runsUntilCapture(Work& work, int value) {
    for (int run = 1; run <= 100; ++run)
        if (work.captureWhenDue([value] { return std::make_unique<int>(value); }))
            return run;
    return 0;
}

TEST(ReplayedWork, IsCapturedAfterSeveralOrdinaryRuns) {
    Work work;
    EXPECT_EQ(work.captured(), nullptr);
    EXPECT_EQ(runsUntilCapture(work, 7), kStepsBeforeCapture + 1);
    ASSERT_NE(work.captured(), nullptr);
    EXPECT_EQ(*work.captured(), 7);
}

// Of a larger batch, libraries choose their algorithms anew.
TEST(ReplayedWork, RestartsTheCountForOtherWork) {
    Work work;
    runsUntilCapture(work, 1);
    EXPECT_EQ(runsUntilCapture(work, 2), 1); // of other places alone
    work.restartCount();
    EXPECT_EQ(runsUntilCapture(work, 3), kStepsBeforeCapture + 1);
    EXPECT_EQ(*work.captured(), 3);
}

TEST(ReplayedWork, ComparesOnlyTheFirstReplays) {
    Work work;
    runsUntilCapture(work, 1);
    int compared = 0;
    for (; work.isProbed(); ++compared)
        work.probe([] { return true; }, Text::verbatim("differs"), Text::verbatim("no memory"));
    EXPECT_EQ(compared, kReplaysProbed);
    EXPECT_NE(work.captured(), nullptr);
    runsUntilCapture(work, 2);
    EXPECT_FALSE(work.isProbed()); // of the same work elsewhere
    EXPECT_TRUE(work.problem().empty());
}

TEST(ReplayedWork, IsGivenUpPermanently) {
    const auto problemOf = [](const auto& compare) {
        Work work;
        runsUntilCapture(work, 1);
        work.probe(compare, Text::verbatim("differs"), Text::verbatim("no memory"));
        EXPECT_EQ(work.captured(), nullptr);
        EXPECT_EQ(runsUntilCapture(work, 2), 0);
        return work.problem().english();
    };
    EXPECT_EQ(problemOf([] { return false; }), "differs");
    EXPECT_EQ(problemOf([]() -> bool { throw std::runtime_error("no launch"); }), "no launch");
    EXPECT_EQ(problemOf([]() -> bool { TORCH_CHECK_WITH(OutOfMemoryError, false, "full"); }), "no memory");
}

TEST(ReplayedWork, IsGivenUpWhenTheCaptureFails) {
    Work work;
    for (int run = 1; run <= 10; ++run)
        EXPECT_FALSE(work.captureWhenDue([]() -> std::unique_ptr<int> { throw std::runtime_error("no graphs"); }));
    EXPECT_EQ(work.problem().english(), "no graphs");
}

} // namespace
} // namespace belfry

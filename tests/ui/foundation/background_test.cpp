#include "ui/foundation/background.h"

#include <gtest/gtest.h>

#include <QTest>
#include <latch>
#include <stdexcept>
#include <vector>

namespace belfry {
namespace {

struct Answers {
    std::vector<int> done;
    std::vector<Text> failed;
    auto take() {
        return [this](int value) { done.push_back(value); };
    }
    auto fail() {
        return [this](const Text& sentence) { failed.push_back(sentence); };
    }
};

TEST(Background, RepliesInOrderAndReportsExceptions) {
    Answers answers;
    Background background;
    background.run<int>([] { return 1; }, answers.take(), answers.fail());
    background.run<int>([]() -> int { throw std::runtime_error("no"); }, answers.take(), answers.fail());
    background.run<int>([] { return 2; }, answers.take(), answers.fail());
    ASSERT_TRUE(QTest::qWaitFor([&] { return answers.done.size() == 2; }));
    EXPECT_EQ(answers.done, (std::vector{1, 2}));
    EXPECT_EQ(answers.failed, std::vector{Text::verbatim("no")});
}

// What the first one answers or reports after the second was started would be shown as the second's.
TEST(LatestJob, OnlyTheNewestRepliesAndReports) {
    Answers answers;
    std::vector<int> reports;
    Background background;
    LatestJob job(background);
    std::latch begun(1);
    const auto work = [&](int value) {
        return [&, value](const LatestJob::Token& token) {
            if (value == 1) {
                begun.count_down();
                while (!token.stop.stop_requested()) {
                    std::this_thread::yield();
                }
            }
            token.report([&reports, value] { reports.push_back(value); });
            return value;
        };
    };
    job.start<int>(work(1), answers.take(), answers.fail());
    begun.wait();
    EXPECT_TRUE(job.isRunning());
    job.start<int>(work(2), answers.take(), answers.fail());
    ASSERT_TRUE(QTest::qWaitFor([&] { return !job.isRunning(); }));
    EXPECT_EQ(answers.done, std::vector{2});
    EXPECT_EQ(reports, std::vector{2});
}

TEST(LatestJob, DoesNotStartAfterCancellation) {
    Answers answers;
    Background background;
    LatestJob job(background);
    std::latch free(1);
    background.run<int>(
        [&] {
            free.wait();
            return 0;
        },
        answers.take(), answers.fail());
    bool begun = false;
    job.start<int>(
        [&](const LatestJob::Token&) {
            begun = true;
            return 1;
        },
        answers.take(), answers.fail());
    job.cancel();
    EXPECT_FALSE(job.isRunning());
    free.count_down();
    background.run<int>([] { return 2; }, answers.take(), answers.fail());
    ASSERT_TRUE(QTest::qWaitFor([&] { return answers.done.size() == 2; }));
    EXPECT_EQ(answers.done, (std::vector{0, 2}));
    EXPECT_FALSE(begun);
}

// A window that closes while weights are evaluated does not wait for all images.
TEST(LatestJob, IsStoppedBeforeItsBackgroundWaits) {
    std::latch begun(1);
    Background background;
    LatestJob job(background);
    job.start<int>(
        [&](const LatestJob::Token& token) {
            begun.count_down();
            while (!token.stop.stop_requested()) {
                std::this_thread::yield();
            }
            return 1;
        },
        [](int) { FAIL(); }, [](const Text&) { FAIL(); });
    begun.wait();
}

} // namespace
} // namespace belfry

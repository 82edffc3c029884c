// Ranks that have met, sum, and lose one another: each on a thread of its own, over the loopback.
#include "core/ranks/rank_loss.h"
#include "tests/support/ranks_on_threads.h"

#include <ATen/ATen.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>

namespace belfry {
namespace {

using test::Ranks;

TEST(RankGroup, SumsGathersAndBroadcasts) {
    const Ranks ranks;
    EXPECT_THAT(Ranks::problemsOf(3,
                                  [&](int rank) {
                                      const auto group = ranks.meet(rank, 3);
                                      EXPECT_EQ(group->rank(), rank);
                                      EXPECT_EQ(group->size(), 3);
                                      const at::Tensor values = at::arange(1000, at::kFloat) * (rank + 1);
                                      group->sum(values);
                                      EXPECT_TRUE(at::equal(values, at::arange(1000, at::kFloat) * 6));
                                      const auto all = group->gather({1.0 * rank, 0.5});
                                      ASSERT_EQ(all.size(), 3U);
                                      for (int other = 0; other < 3; ++other)
                                          EXPECT_THAT(all[static_cast<std::size_t>(other)],
                                                      testing::ElementsAre(other, 0.5));
                                      const at::Tensor told = at::full({5}, rank + 7.0F);
                                      group->broadcast(told);
                                      EXPECT_TRUE(at::equal(told, at::full({5}, 7.0F)));
                                      group->leave();
                                  }),
                testing::Each(""));
}

TEST(RankGroup, NamesWhoIsLostInASum) {
    const Ranks ranks;
    const auto problems = Ranks::problemsOf(3, [&](int rank) {
        const auto group = ranks.meet(rank, 3);
        const at::Tensor values = at::ones({1 << 20});
        group->sum(values);
        if (rank != 1)
            group->sum(values);
    });
    EXPECT_EQ(problems[1], "");
    for (const int rank : {0, 2})
        EXPECT_THAT(problems[static_cast<std::size_t>(rank)], testing::MatchesRegex("Rank 1 \\(host .+\\) is lost\\."));
}

// It makes no sum while the others look for who is lost: it was named beside the lost one, and later missed the reason.
TEST(RankGroup, NamesNobodyWhoOnlyComputes) {
    const Ranks ranks;
    std::promise<void> gone;
    const auto problems = Ranks::problemsOf(3, [&](int rank) {
        auto group = ranks.meet(rank, 3);
        if (rank == 1)
            return;
        if (rank == 2)
            gone.get_future().wait();
        std::string problem;
        try {
            group->sum(at::ones({1000}));
        } catch (const Error& error) {
            problem = error.what();
        }
        group.reset(); // with rank 0's store
        if (rank == 0)
            gone.set_value();
        throw Error(ErrorCategory::Device, Text::verbatim(problem));
    });
    for (const int rank : {0, 2})
        EXPECT_THAT(problems[static_cast<std::size_t>(rank)], testing::MatchesRegex("Rank 1 \\(host .+\\) is lost\\."));
}

// Rank 0 waits twice: for who answers, and then for those to know. It named itself where one was silent and another
// slow.
TEST(LossFinder, OfRankZeroNeverNamesItself) {
    const Ranks ranks;
    const StorePointer store = openStore(ranks.launch(0, 3), Deadline(ranks.limits.meet));
    LossFinder finder(store->clone(), 0, {.hosts = {"a", "b", "c"}, .addresses = {}});
    store->set("lost/1", "1"); // and never says that it knows
    EXPECT_EQ(finder.sentence(7, Text::verbatim("")).english(), "Rank 2 (host c) is lost after step 7.");
    finder.waitUntilKnown();
}

// As in a validation. It was noticed when all were to sum, or after a minute of silence.
TEST(RankGroup, NoticesWhoHasGoneWhileNobodySums) {
    const Ranks ranks;
    const auto problems = Ranks::problemsOf(3, [&](int rank) {
        const auto group = ranks.meet(rank, 3);
        if (rank == 1)
            return;
        std::promise<void> known;
        const std::stop_callback hear(group->aborted(), [&] { known.set_value(); });
        ASSERT_EQ(known.get_future().wait_for(ranks.limits.silent / 2), std::future_status::ready);
        group->throwIfAborted();
    });
    for (const int rank : {0, 2})
        EXPECT_THAT(problems[static_cast<std::size_t>(rank)], testing::MatchesRegex("Rank 1 \\(host .+\\) is lost\\."));
}

// The wait for one another ended after the time that connecting may take, and with it the run.
TEST(RankGroup, WaitsForOneAnotherAsLongAsItLasts) {
    Ranks ranks;
    ranks.limits.meet = std::chrono::seconds(2);
    EXPECT_THAT(Ranks::problemsOf(2,
                                  [&](int rank) {
                                      const auto group = ranks.meet(rank, 2);
                                      std::promise<void> lost;
                                      const std::stop_callback hear(group->aborted(), [&] { lost.set_value(); });
                                      EXPECT_EQ(lost.get_future().wait_for(ranks.limits.meet),
                                                std::future_status::timeout);
                                      group->leave();
                                  }),
                testing::Each(""));
}

TEST(RankGroup, SharesTextsOfAnyLength) {
    const Ranks ranks;
    EXPECT_THAT(Ranks::problemsOf(3,
                                  [&](int rank) {
                                      const auto group = ranks.meet(rank, 3);
                                      const std::string own(static_cast<std::size_t>(1000 * rank), 'x');
                                      const std::vector<std::string> all = group->gatherTexts(own);
                                      ASSERT_EQ(all.size(), 3U);
                                      for (std::size_t other = 0; other < 3; ++other)
                                          EXPECT_EQ(all[other], std::string(1000 * other, 'x'));
                                      const std::string plan("a\0b", 3);
                                      EXPECT_EQ(group->share(rank == 0 ? plan : "of nobody's interest"), plan);
                                      group->leave();
                                  }),
                testing::Each(""));
}

TEST(RankGroup, FindsWhatDiffersLater) {
    const Ranks ranks;
    const auto problems = Ranks::problemsOf(2, [&](int rank) {
        const auto group = ranks.meet(rank, 2);
        group->requireSame({{Text::tr("the plan"), "a"}});
        group->requireSame({{Text::tr("the training images"), rank == 1 ? "5,000" : "55,000"}});
    });
    EXPECT_THAT(problems, testing::Each(testing::HasSubstr("differs from rank 0 in the training images: '5,000' there, "
                                                           "'55,000' at rank 0.")));
}

// Beside the group's own sums, in another order on each rank.
TEST(RankGroup, SumsOnConnectionsOfTheirOwn) {
    const Ranks ranks;
    EXPECT_THAT(Ranks::problemsOf(2,
                                  [&](int rank) {
                                      const auto group = ranks.meet(rank, 2);
                                      const RankGroup::SumNumbers sum = group->openSums();
                                      std::vector<double> numbers{1.0 + rank, 10};
                                      const at::Tensor vector = at::ones({1 << 18});
                                      RankGroup::Wait wait;
                                      if (rank == 0)
                                          wait = group->beginSum(vector);
                                      sum(numbers);
                                      if (rank == 1)
                                          wait = group->beginSum(vector);
                                      wait();
                                      EXPECT_THAT(numbers, testing::ElementsAre(3, 20));
                                      EXPECT_TRUE(at::equal(vector, at::full({1 << 18}, 2.0F)));
                                      group->leave();
                                  }),
                testing::Each(""));
}

TEST(RankGroup, TellsWhyARankFailed) {
    const Ranks ranks;
    const auto problems = Ranks::problemsOf(3, [&](int rank) {
        const auto group = ranks.meet(rank, 3);
        group->setStep(41);
        if (rank == 1)
            return group->fail("The device ran out of memory.");
        group->sum(at::ones({1000}));
    });
    EXPECT_EQ(problems[1], "");
    for (const int rank : {0, 2})
        EXPECT_THAT(problems[static_cast<std::size_t>(rank)],
                    testing::MatchesRegex("Rank 1 \\(host .+\\) failed: The device ran out of memory\\."));
}

// The others were told of a firewall.
TEST(RankGroup, TellsWhyARankFailedWhileTheOthersConnect) {
    Ranks ranks;
    ranks.limits.meet = std::chrono::seconds(10);
    const auto problems = Ranks::problemsOf(3, [&](int rank) {
        const auto group = ranks.meet(rank, 3);
        if (rank == 1)
            return group->fail("The disk is full.");
        group->openSums();
    });
    for (const int rank : {0, 2})
        EXPECT_THAT(problems[static_cast<std::size_t>(rank)],
                    testing::MatchesRegex("Rank 1 \\(host .+\\) failed: The disk is full\\."));
}

TEST(RankGroup, NamesTheStepAfterWhichARankWasLost) {
    const Ranks ranks;
    const auto problems = Ranks::problemsOf(2, [&](int rank) {
        const auto group = ranks.meet(rank, 2);
        group->setStep(41);
        if (rank == 0)
            group->gather({1});
    });
    EXPECT_THAT(problems[0], testing::MatchesRegex("Rank 1 \\(host .+\\) is lost after step 41\\."));
}

} // namespace
} // namespace belfry

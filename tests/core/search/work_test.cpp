// What a search gives to its crew.
#include "core/search/work.h"

#include <gtest/gtest.h>

#include <set>

namespace belfry {
namespace {

// "Train the best longer" made the first winner's run once more, with fewer epochs at most.
TEST(Work, ALongerPlanExceedsTheWinnersInEveryRespect) {
    for (const SearchPreset& preset : searchPresets())
        for (const std::int64_t patience : {std::int64_t{0}, preset.plan.space.plan.patience, std::int64_t{30}})
            for (const std::int64_t winnerEpochs : {0, 3, 500}) {
                SearchPlan plan = preset.plan;
                plan.space.plan.patience = patience;
                plan.space.plan.steps = 40;
                plan.winnerImages = 1000;
                plan.winnerEpochs = winnerEpochs;
                Trial trial;
                trial.asked.genes = Genes(plan.space.genes.size(), 0);
                trial.epochs = 60;
                const Plan longer = longerPlan(plan, trial);
                validate(longer);
                std::set<std::uint64_t> seeds{trialWork(plan, trial).job.plan.seed};
                Plan winner;
                for (int k = 0; k < plan.winnerSeeds; ++k) {
                    winner = winnerWork(plan, trial, 1, plan.seed + static_cast<std::uint64_t>(k)).job.plan;
                    seeds.insert(winner.seed);
                }
                EXPECT_FALSE(seeds.contains(longer.seed));
                EXPECT_GE(longer.epochs, 100);
                EXPECT_GE(longer.epochs, 4 * trial.epochs);
                EXPECT_GT(longer.epochs, winner.epochs);
                // A winner without patience trains all of its epochs.
                EXPECT_GE(longer.patience, 20);
                EXPECT_GT(longer.patience, winner.patience);
                EXPECT_TRUE(winner.patience > 0 || longer.patience >= winner.epochs);
                EXPECT_EQ(longer.trainImages, 0); // all
                EXPECT_EQ(longer.steps, 0);       // as many as its epochs have
                Plan same = longer;               // the network and how it learns
                same.epochs = winner.epochs;
                same.patience = winner.patience;
                same.trainImages = winner.trainImages;
                same.steps = winner.steps;
                same.seed = winner.seed;
                same.name = winner.name;
                EXPECT_EQ(same, winner);
            }
}

// Not that of its last epoch: the best weights are kept.
TEST(Work, ATrialIsAsGoodAsItsBestEpoch) {
    WorkDone done;
    done.work.trial.id = 7;
    done.result.curve = {0.5F, 0.9F, 0.7F};
    done.result.finished.bestValidation = 0.9;
    done.result.finished.bestEpoch = 2;
    const Trial trial = trialOf(done);
    EXPECT_EQ(trial.state, TrialState::Done);
    EXPECT_EQ(trial.accuracy, 0.9);
    EXPECT_EQ(trial.bestEpoch, 2);
    EXPECT_EQ(trial.epochs, 3);
}

} // namespace
} // namespace belfry

#include "core/search/work.h"

#include "core/base/utf8.h"
#include "core/model/blueprint.h"
#include "core/search/journal.h"

#include <algorithm>

namespace belfry {
namespace {

constexpr int kMaxAttempts = 2;
constexpr int kMaxGivenBack = 2; // by helpers
constexpr std::uint64_t kOtherSeed = 1'000'003;
constexpr std::size_t kLongestName = 150; // of the search, in that of a winner's run
constexpr std::int64_t kLongPatience = 20, kLongEpochs = 100, kManyTimes = 4, kMaxEpochs = 1'000'000; // of a plan

} // namespace

bool mayGoAway(const Work& work) {
    return work.winner.trial == 0 && !trainsAlone(work) && work.givenBack < kMaxGivenBack;
}

int otherFailures(const Trial& trial) { return static_cast<int>(trial.failures.size()) - trial.divergences; }

Work trialWork(const SearchPlan& plan, Trial trial) {
    Work work{.job = {.plan = planOf(plan.space, trial.asked.genes)}, .trial = std::move(trial), .winner = {}};
    work.trial.state = TrialState::Running;
    work.job.plan.seed = plan.seed + kOtherSeed * static_cast<std::uint64_t>(work.trial.divergences);
    if (work.trial.asked.epochs > 0)
        work.job.plan.epochs = work.trial.asked.epochs;
    return work;
}

std::int64_t parametersOf(const Plan& plan, const DataSet& data) {
    return fitLayers(architectureOf(plan), data.shape, static_cast<int>(data.classes.size()),
                     inputStageFromNames(plan.augmentation, plan.normalisation))
        .blueprint.parameters;
}

Work winnerWork(const SearchPlan& plan, const Trial& trial, int rank, std::uint64_t seed) {
    Work work{
        .job = {.plan = planOf(plan.space, trial.asked.genes), .slot = 0, .test = true}, .trial = trial, .winner = {}};
    work.winner.trial = trial.id;
    work.winner.rank = rank;
    work.winner.seed = seed;
    work.job.plan.seed = seed;
    work.job.plan.trainImages = plan.winnerImages;
    if (plan.winnerEpochs > 0)
        work.job.plan.epochs = plan.winnerEpochs;
    work.job.plan.name = asUtf8(plan.name.substr(0, kLongestName)) + ", winner " + std::to_string(rank) + ", seed " +
                         std::to_string(seed);
    return work;
}

// Patience ends it; a winner without patience trains all of its epochs, and so many more are waited for at least.
Plan longerPlan(const SearchPlan& plan, const Trial& trial) {
    Plan longer =
        winnerWork(plan, trial, 1, plan.seed + static_cast<std::uint64_t>(std::max(1, plan.winnerSeeds))).job.plan;
    const std::int64_t max = std::max(longer.epochs, trial.epochs);
    longer.patience =
        std::min(kMaxEpochs, std::max(kLongPatience, longer.patience > 0 ? 2 * longer.patience : longer.epochs));
    longer.epochs = std::min(kMaxEpochs, std::max(kLongEpochs, kManyTimes * max));
    longer.steps = longer.trainImages = 0; // none fewer than there are
    longer.name.clear();
    return longer;
}

Trial trialOf(const WorkDone& done) {
    Trial trial = done.work.trial;
    const Finished& finished = done.result.finished;
    trial.parameters = done.result.parameters;
    trial.device = done.result.device;
    trial.images = finished.images;
    trial.seconds = finished.seconds;
    trial.imagesPerSecond = finished.imagesPerSecond;
    trial.curve = done.result.curve;
    trial.epochs = static_cast<std::int64_t>(trial.curve.size());
    if (done.problem.empty()) {
        trial.state = TrialState::Done;
        trial.accuracy = finished.bestValidation;
        trial.bestEpoch = finished.bestEpoch;
        return trial;
    }
    trial.failures.push_back(done.problem);
    trial.divergences += finished.diverged ? 1 : 0;
    const int alike = finished.diverged ? trial.divergences : otherFailures(trial);
    trial.state = alike < kMaxAttempts ? TrialState::Waiting : TrialState::Failed;
    return trial;
}

WinnerRun winnerOf(const WorkDone& done) {
    WinnerRun run = done.work.winner;
    const Finished& finished = done.result.finished;
    run.run = finished.runFolder.filename().string();
    run.reason = done.problem;
    if (done.problem.empty()) {
        run.validation = finished.bestValidation;
        run.test = finished.test.accuracy();
        run.testImages = finished.test.images;
    }
    return run;
}

} // namespace belfry

#include "core/train/replicas.h"

#include "core/base/error.h"
#include "core/kernels/weights_hash.h"
#include "core/tower/cuda_steps.h"

#include <utility>

namespace belfry {
namespace {

// Which replica is right is unknown: of two both are named.
void requireEqualReplicas(TowerTeam& team, const std::vector<std::uint64_t>& hashes, std::int64_t step) {
    const int tower = differentReplica(hashes);
    if (tower < 0)
        return;
    const auto device = [&team](int t) { return team.tower(t).device().str(); };
    throw Error(ErrorCategory::Training,
                team.size() == 2
                    ? Text::tr("The weights of the two towers differ after step %1: a device (%2, %3) or the link "
                               "failed. Resume from a checkpoint, on other devices.",
                               step, device(0), device(1))
                    : Text::tr("The weights of tower %1 are not those of the other towers after step %2: its device "
                               "(%3) or a link failed. Resume from a checkpoint, on other devices.",
                               tower, step, device(tower)));
}

// Over ranks there is one.
std::function<std::unique_ptr<Exchange>(TowerTeam&)> exchangeOf(const PreparedRun& prepared) {
    if (prepared.exchange || !prepared.seat.group)
        return prepared.exchange;
    const bool byNccl = haveGpusOfTheirOwn(prepared.allTowers());
    if (byNccl)
        requireLikeGpus(prepared.plan, prepared.allTowers());
    const RankSums sums = byNccl                                  ? RankSums::Nccl
                          : prepared.plan.wirePrecision == "bf16" ? RankSums::GlooBf16
                                                                  : RankSums::MemoryOrGloo;
    return [seat = prepared.seat, sums](TowerTeam& team) { return makeRankExchange(seat, team, sums); };
}

} // namespace

Replicas::Replicas(const PreparedRun& prepared, TowerTeam& team, const std::vector<float>& weights, bool mayRunAhead,
                   StallWatch& watch)
    : plan_(prepared.plan), team_(team), watch_(watch), optimizer_(makeOptimizer(optimizerSettings(plan_))),
      started_(startExchange(plan_, team, *optimizer_, weights, mayRunAhead, exchangeOf(prepared))),
      replicaCheck_(team) {
    useGraphs(prepared);
}

// Where one thread leads all towers: captures come one after another.
void Replicas::useGraphs(const PreparedRun& prepared) {
    usesGraphs_ = !plan_.asynchronous() && !prepared.beside;
    if (!usesGraphs_)
        return;
    RunAhead* ahead = exchange().runAhead();
    if (ahead)
        ahead->useGraphs();
    for (Tower& tower : team_)
        tower.useGraphs(ahead ? ahead->groupOf() : std::vector<int>{});
}

ExchangeTimes Replicas::update(const Step& step) {
    const auto finish = [&] {
        const StallWatch::Section section(watch_, StallWatch::Work::Step, step.number);
        return exchange().finish(
            {step.towerImages, {step.rate, step.pull, step.averageShare, step.groupRates, step.groupBefore}});
    };
    weightsConsistent_ = false;
    try {
        const ExchangeTimes spent = finish();
        weightsConsistent_ = true; // outside of the section: not read until the step is counted
        return spent;
    } catch (const NoMeanGradient&) {
        weightsConsistent_ = true;
        throw;
    }
}

void Replicas::restore(const Snapshot& checkpoint) {
    const TrainingState& training = *checkpoint.training;
    optimizer_->restoreStep(training.step);
    variables().restore(checkpoint.lastWeights.empty() ? checkpoint.weights : checkpoint.lastWeights,
                        checkpoint.weights, training.optimizerState);
}

bool Replicas::compares() const { return plan_.replicaCheckEvery > 0 && !plan_.asynchronous() && team_.size() > 1; }

void Replicas::requireEqual(std::int64_t step) {
    queuedCheck_.reset(); // what it would have found is found now
    if (compares())
        compare(step, true);
}

std::uint64_t Replicas::hash() {
    replicaCheck_.queue();
    return replicaCheck_.read().front();
}

void Replicas::compareSoon(std::int64_t step) {
    if (!runsAhead() || !compares())
        return requireEqual(step);
    compareQueued(step + kMaxInFlightSteps + 1); // of the time before; its place is needed
    replicaCheck_.queue();
    queuedCheck_ = step;
}

// The numbers of the step after the one that is compared have been read then, and with them its hashes have come.
void Replicas::compareQueued(std::int64_t newestStep) {
    if (queuedCheck_ && newestStep > *queuedCheck_ + kMaxInFlightSteps)
        compare(*std::exchange(queuedCheck_, std::nullopt), false);
}

void Replicas::compare(std::int64_t step, bool now) {
    const StallWatch::Section section(watch_, StallWatch::Work::ReadingWeights, step);
    const bool consistent = std::exchange(weightsConsistent_, false);
    if (now)
        replicaCheck_.queue();
    const std::vector<std::uint64_t> hashes = replicaCheck_.read();
    check(); // sums that failed leave what they like
    requireEqualReplicas(team_, hashes, step);
    weightsConsistent_ = consistent;
}

void Replicas::substitute(const std::vector<float>& weights) {
    weightsConsistent_ = false;
    variables().setWeights(weights);
}

void Replicas::restoreWeights(const std::vector<float>& weights) {
    variables().setWeights(weights);
    weightsConsistent_ = true;
}

bool Replicas::hostWeightsAreIntact() const {
    if (!variablesAreOnHost())
        return false;
    std::vector<std::uint64_t> hashes;
    for (Tower& tower : team_)
        if (!plan_.asynchronous() && tower.device().is_cpu())
            hashes.push_back(weightsHash(static_cast<const std::uint32_t*>(tower.weights().const_data_ptr()),
                                         tower.weights().numel()));
    return hashes.empty() || differentReplica(hashes) < 0;
}

void Replicas::finishQueued() noexcept {
    for (Tower& tower : team_)
        tower.finish();
}

Text Replicas::newFault(std::int64_t step) {
    Text fault = faultReported_ ? Text() : started_.fault(step);
    faultReported_ = faultReported_ || !fault.empty();
    return fault;
}

std::vector<Text> Replicas::remarks() const {
    std::vector<Text> remarks = started_.deviationRemarks();
    for (Tower& tower : team_)
        if (const Text problem = tower.graphProblem(); !problem.empty())
            remarks.push_back(
                Text::tr("Tower %1 started its kernels one by one, which may be slower. %2", tower.index(), problem));
    for (Tower& tower : team_)
        if (const Text problem = tower.trialProblem(); !problem.empty())
            remarks.push_back(
                Text::tr("Tower %1 computed without own kernels, which may be slower. %2", tower.index(), problem));
    const RunAhead* ahead = exchange().runAhead();
    if (const Text problem = ahead ? ahead->graphProblem() : Text(); !problem.empty())
        remarks.push_back(Text::tr("Updates started their kernels one by one, which may be slower. %1", problem));
    return remarks;
}

} // namespace belfry

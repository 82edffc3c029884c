#include "core/train/replicas.h"

#include "core/train/replica_check.h"

#include <utility>

namespace belfry {

Replicas::Replicas(const PreparedRun& prepared, TowerTeam& team, const std::vector<float>& weights, bool mayRunAhead,
                   StallWatch& watch)
    : plan_(prepared.plan), team_(team), watch_(watch), optimizer_(makeOptimizer(optimizerSettings(plan_))),
      started_(startExchange(plan_, team, *optimizer_, weights, mayRunAhead, prepared.exchange)) {
    useGraphs(prepared);
}

// Of steps, among several towers, only where the gradient is too small for sums that begin in backward to gain
// anything, and where one thread leads them all: captures come one after another.
void Replicas::useGraphs(const PreparedRun& prepared) {
    constexpr std::int64_t kSmall = 1 << 20; // floats
    if (plan_.asynchronous() || prepared.beside)
        return;
    if (RunAhead* ahead = exchange().runAhead())
        ahead->useGraphs();
    if (team_.size() == 1 || prepared.blueprint->flatSize <= kSmall)
        for (int t = 0; t < team_.size(); ++t)
            team_.tower(t).useGraphs();
}

ExchangeTimes Replicas::update(const Step& step) {
    const auto finish = [&] {
        const StallWatch::Section section(watch_, StallWatch::Work::Step, step.number);
        return exchange().finish({step.towerImages, step.rate});
    };
    weightsConsistent_ = false;
    const ExchangeTimes spent = finish();
    weightsConsistent_ = true; // outside of the section: until the step is counted nobody looks
    return spent;
}

void Replicas::restore(const Snapshot& checkpoint) {
    const TrainingState& training = *checkpoint.training;
    optimizer_->restoreStep(training.step);
    variables().restore(checkpoint.lastWeights.empty() ? checkpoint.weights : checkpoint.lastWeights,
                        checkpoint.weights, training.optimizerState);
}

void Replicas::requireEqual(std::int64_t step) {
    if (plan_.replicaCheckEvery == 0 || plan_.asynchronous() || team_.size() == 1)
        return;
    const StallWatch::Section section(watch_, StallWatch::Work::ReadingWeights, step);
    const bool consistent = std::exchange(weightsConsistent_, false);
    const std::vector<std::uint64_t> hashes = replicaHashes(team_);
    check(); // sums that failed leave what they like
    requireEqualReplicas(team_, hashes, step);
    weightsConsistent_ = consistent;
}

void Replicas::substitute(const std::vector<float>& weights) {
    weightsConsistent_ = false;
    variables().setWeights(weights);
}

void Replicas::putBack(const std::vector<float>& weights) {
    variables().setWeights(weights);
    weightsConsistent_ = true;
}

bool Replicas::hostWeightsAreWhole() const {
    if (!variablesAreOnHost())
        return false;
    std::vector<std::uint64_t> hashes;
    for (int t = 0; !plan_.asynchronous() && t < team_.size(); ++t)
        if (team_.tower(t).device().is_cpu())
            hashes.push_back(replicaHash(team_.tower(t)));
    return hashes.empty() || differentReplica(hashes) < 0;
}

void Replicas::finishQueued() noexcept {
    for (int t = 0; t < team_.size(); ++t)
        team_.tower(t).finish();
}

Text Replicas::newFault(std::int64_t step) {
    Text fault = faultReported_ ? Text() : started_.fault(step);
    faultReported_ = faultReported_ || !fault.empty();
    return fault;
}

std::vector<Text> Replicas::remarks() const {
    std::vector<Text> remarks = started_.deviationRemarks();
    for (int t = 0; t < team_.size(); ++t)
        if (const Text problem = team_.tower(t).graphProblem(); !problem.empty())
            remarks.push_back(Text::tr("Tower %1 started its kernels one by one, which may be slower. %2", t, problem));
    const RunAhead* ahead = exchange().runAhead();
    if (const Text problem = ahead ? ahead->graphProblem() : Text(); !problem.empty())
        remarks.push_back(Text::tr("Updates started their kernels one by one, which may be slower. %1", problem));
    return remarks;
}

} // namespace belfry

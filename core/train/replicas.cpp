#include "core/train/replicas.h"

#include "core/base/error.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace belfry {
namespace {

// Waits for the tower's stream. Any thread, while the tower does not write its weights.
std::uint64_t replicaHash(Tower& tower) {
    tower.synchronize();
    const at::Tensor host = tower.weights().cpu(); // itself where it is there already
    return weightsHash(static_cast<const std::uint32_t*>(host.const_data_ptr()), host.numel());
}

// By tower, each taken on its own thread.
std::vector<std::uint64_t> replicaHashes(TowerTeam& team) {
    std::vector<std::uint64_t> hashes(static_cast<std::size_t>(team.size()));
    team.run([&hashes](Tower& tower) { hashes[static_cast<std::size_t>(tower.index())] = replicaHash(tower); });
    return hashes;
}

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

} // namespace

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
        for (Tower& tower : team_)
            tower.useGraphs();
}

ExchangeTimes Replicas::update(const Step& step) {
    const auto finish = [&] {
        const StallWatch::Section section(watch_, StallWatch::Work::Step, step.number);
        return exchange().finish({step.towerImages, step.rate});
    };
    weightsConsistent_ = false;
    const ExchangeTimes spent = finish();
    weightsConsistent_ = true; // outside of the section: not read until the step is counted
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
            hashes.push_back(replicaHash(tower));
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
    const RunAhead* ahead = exchange().runAhead();
    if (const Text problem = ahead ? ahead->graphProblem() : Text(); !problem.empty())
        remarks.push_back(Text::tr("Updates started their kernels one by one, which may be slower. %1", problem));
    return remarks;
}

// Multiplication by an odd number and the exchange of both halves can be undone: a difference stays one. Four sums go
// side by side, so that the processor need not wait for each product.
std::uint64_t weightsHash(const std::uint32_t* bits, std::int64_t count) {
    constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;
    std::uint64_t sums[4] = {1, 2, 3, 4};
    for (std::int64_t i = 0; i < count; ++i) {
        std::uint64_t& sum = sums[i % 4];
        sum = std::rotl((sum ^ bits[i]) * kOdd, 32);
    }
    std::uint64_t hash = 0;
    for (const std::uint64_t sum : sums)
        hash = std::rotl((hash ^ sum) * kOdd, 32);
    return hash;
}

int differentReplica(const std::vector<std::uint64_t>& hashes) {
    const auto holders = [&](std::uint64_t hash) { return std::ranges::count(hashes, hash); };
    std::uint64_t majority = hashes.front();
    for (const std::uint64_t hash : hashes)
        if (holders(hash) > holders(majority))
            majority = hash;
    const auto other = std::ranges::find_if(hashes, [majority](std::uint64_t hash) { return hash != majority; });
    return other == hashes.end() ? -1 : static_cast<int>(other - hashes.begin());
}

} // namespace belfry

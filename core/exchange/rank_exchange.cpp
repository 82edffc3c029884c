#include "core/exchange/rank_exchange.h"

#include "core/base/stopwatch.h"
#include "core/exchange/pieces.h"
#include "core/kernels/kernels.h"

#include <algorithm>
#include <utility>

namespace belfry {

constexpr int kMostTerms = 64; // weightedSum()

void RankExchange::Clock::begin() {
    const std::lock_guard lock(mutex_);
    if (sums_++ == 0)
        since_ = std::chrono::steady_clock::now();
}

void RankExchange::Clock::end() {
    const std::lock_guard lock(mutex_);
    if (--sums_ == 0)
        time_ += std::chrono::steady_clock::now() - since_;
}

float RankExchange::Clock::lap() {
    const std::lock_guard lock(mutex_);
    if (sums_ > 0) { // whose end is told in a moment
        const auto now = std::chrono::steady_clock::now();
        time_ += now - std::exchange(since_, now);
    }
    return std::exchange(time_, {}).count();
}

RankExchange::RankExchange(RankSeat seat, Wire wire, std::int64_t bucketFloats, bool sharesMemory)
    : seat_(std::move(seat)), wire_(wire), bucketFloats_(bucketFloats),
      sharesMemory_(sharesMemory && wire == Wire::Fp32 && seat_.group->size() <= kMostTerms) {}

void RankExchange::attach(TowerTeam& team, Optimizer& optimizer, const UpdateRules& rules) {
    team_ = &team;
    optimizer_ = &optimizer;
    const at::Tensor weights = weightsOnHost(team);
    store_.emplace(team, weights, std::nullopt, optimizer, rules);
    shared_ = sharesMemory_ ? SharedVectors::open(seat_.group, weights.numel()) : nullptr;
    // Gradients are still looked at while it is summed. What the ranks share is not clipped by each of them.
    store_->mean() = shared_ && !store_->variables().clips() ? at::from_blob(shared_->common(), weights.sizes())
                                                             : at::zeros_like(weights);
    part_ = shared_ ? shared_->of(shared_->rank()) : store_->mean().data_ptr<float>();
    if (wire_ == Wire::Bf16)
        rounded_ = at::zeros_like(weights, at::kBFloat16);
    gradients_.emplace(team);
    buckets_.emplace(team.tower(0).blueprint(), team.size(), bucketFloats_);
}

void RankExchange::beginStep(std::span<const std::int64_t> images) {
    const std::vector<double> weights = imageWeights(images);
    scales_.clear();
    for (const Tower& tower : *team_)
        scales_.push_back(static_cast<float>(weights[static_cast<std::size_t>(seat_.firstTower + tower.index())]));
    buckets_->beginStep();
    sums_.clear();
}

void RankExchange::begin(std::span<const std::int64_t> images) {
    const std::lock_guard lock(mutex_);
    beginStep(images);
}

void RankExchange::ready(int tower, int slice) {
    const std::lock_guard lock(mutex_);
    if (!scales_.empty() && buckets_->end(tower, slice) >= 0)
        queueEnded();
}

// Under the lock, and in the buckets' own order: every rank begins the same sums one after another, and all of them
// before what ranks agree on after a step's gradients. What is queued on a device is waited for, so nothing is before
// all is queued.
void RankExchange::queueEnded() {
    if (gradients_->copies() && !buckets_->allEnded())
        return;
    for (int next = buckets_->takeNext(); next >= 0; next = buckets_->takeNext()) {
        if (next == 0)
            gradients_->send(*buckets_);
        queue(next);
    }
}

// The mean's part of this process: by the thread of the tower that came last.
void RankExchange::queue(int number) {
    const Bucket& bucket = (*buckets_)[number];
    const std::int64_t count = bucket.end - bucket.begin;
    const std::vector<const float*> gradients = gradients_->await(number);
    weightedSum({}, part_, gradients.data(), scales_.data(), team_->size(), bucket.begin, bucket.end);
    if (shared_)
        return;
    at::Tensor part = store_->mean().narrow(0, bucket.begin, count);
    if (wire_ == Wire::Bf16)
        part = rounded_.narrow(0, bucket.begin, count).copy_(part);
    summedBytes_ += static_cast<std::int64_t>(part.nbytes());
    clock_->begin();
    sums_.push_back({bucket, seat_.group->beginSum(part, [clock = clock_] { clock->end(); })});
}

// As the towers of one process do it: each makes a part of the mean.
void RankExchange::sumInMemory() {
    shared_->meet(); // all have written theirs
    std::vector<const float*> parts;
    for (int rank = 0; rank < shared_->ranks(); ++rank)
        parts.push_back(shared_->of(rank));
    const std::vector<float> ones(parts.size(), 1.0F);
    const Range whole{0, store_->mean().numel()};
    float* const mean = shared_->common();
    forPieces(*team_, partOf(whole, shared_->rank(), shared_->ranks()), [&](std::int64_t begin, std::int64_t end) {
        weightedSum({}, mean, parts.data(), ones.data(), shared_->ranks(), begin, end);
        store_->variables().addPenalty(mean, begin, end);
    });
    shared_->meet(); // all is there, and parts may be written again
    if (float* const own = store_->mean().data_ptr<float>(); own != mean)
        forPieces(*team_, whole,
                  [&](std::int64_t begin, std::int64_t end) { std::copy(mean + begin, mean + end, own + begin); });
}

void RankExchange::awaitSums() {
    if (shared_)
        return sumInMemory();
    for (const auto& [bucket, wait] : sums_) {
        wait();
        const std::int64_t count = bucket.end - bucket.begin;
        if (wire_ == Wire::Bf16)
            store_->mean().narrow(0, bucket.begin, count).copy_(rounded_.narrow(0, bucket.begin, count));
    }
    sums_.clear();
}

ExchangeTimes RankExchange::finish(const ExchangeStep& step) {
    Stopwatch watch;
    {
        const std::lock_guard lock(mutex_);
        if (scales_.empty())
            beginStep(step.images);
        for (int t = 0; t < team_->size(); ++t) // not announced before
            while (buckets_->endNext(t) >= 0) {
            }
        queueEnded();
        scales_.clear();
    }
    try {
        awaitSums();
    } catch (const Error& error) { // a rank is lost
        throw NoMeanGradient(error);
    }
    ExchangeTimes times{.exchange = watch.lap(), .onTheWay = clock_->lap()};
    const int ranks = seat_.group->size(); // of a ring each sends all but its own part, twice
    times.sentBytes = std::exchange(summedBytes_, 0) * 2 * (ranks - 1) / ranks;
    update(step.update);
    times.update = watch.lap();
    return times;
}

void RankExchange::update(const UpdateStep& step) {
    Variables& variables = store_->variables();
    float* mean = store_->mean().data_ptr<float>();
    const Range whole{0, store_->mean().numel()};
    const auto addPenalty = [&](std::int64_t begin, std::int64_t end) {
        if (!shared_) // else it is in the mean
            variables.addPenalty(mean, begin, end);
    };
    const auto updateAndCopy = [&](std::int64_t begin, std::int64_t end) {
        variables.update(mean, begin, end);
        copyToReplicas(*team_, variables.weights(), begin, end);
    };
    optimizer_->beginStep();
    variables.setStepNumbers(step);
    if (variables.needsWholeMean()) {
        forPieces(*team_, whole, addPenalty);
        variables.clip(mean);
        orthogonaliseByTowers(*team_, variables, mean);
        forPieces(*team_, whole, updateAndCopy);
    } else {
        forPieces(
            *team_, whole,
            [&](std::int64_t begin, std::int64_t end) {
                addPenalty(begin, end);
                updateAndCopy(begin, end);
            });
    }
    for (Tower& tower : *team_)
        if (tower.stream()) // before the next gradient comes from there, which is waited for
            tower.takeWeights(variables.weights());
}

} // namespace belfry

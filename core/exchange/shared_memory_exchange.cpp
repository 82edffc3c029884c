#include "core/exchange/shared_memory_exchange.h"

#include "core/base/stopwatch.h"
#include "core/exchange/pieces.h"

#include <array>
#include <atomic>

namespace belfry {
namespace {

constexpr std::int64_t kRun = 2048; // floats of which all sums of the tree stay in the first cache

// The stages share one pass over memory; each thread adds up what its ranges took.
class SharedTime {
public:
    void add(float milliseconds) {
        const auto whole = static_cast<std::int64_t>(milliseconds * 1e6F);
        nanoseconds_.fetch_add(whole, std::memory_order_relaxed);
    }
    std::int64_t nanoseconds() const { return nanoseconds_.load(std::memory_order_relaxed); }

private:
    std::atomic<std::int64_t> nanoseconds_{0};
};

} // namespace

void SharedMemoryExchange::attach(TowerTeam& team, Optimizer& optimizer, const UpdateRules& rules) {
    team_ = &team;
    optimizer_ = &optimizer;
    Tower& first = team.tower(0);
    store_.emplace(team, first.weights(), std::nullopt, optimizer, rules);
    store_->mean() = at::empty({0});
}

ExchangeTimes SharedMemoryExchange::finish(const ExchangeStep& step) {
    Stopwatch watch;
    gather(step);
    Variables& variables = store_->variables();
    float* mean = store_->mean().data_ptr<float>();
    SharedTime exchanging, updating;
    const auto takeMean = [&](std::int64_t begin, std::int64_t end) {
        Stopwatch lap;
        for (std::int64_t run = begin; terms_.size() > 1 && run < end; run += kRun)
            average(terms_, run, std::min(kRun, end - run), mean + run);
        exchanging.add(lap.lap());
        variables.addPenalty(mean, begin, end);
        updating.add(lap.lap());
    };
    const auto updateAndCopy = [&](std::int64_t begin, std::int64_t end) {
        Stopwatch lap;
        variables.update(mean, begin, end);
        updating.add(lap.lap());
        copyToReplicas(*team_, store_->variables().weights(), begin, end);
        exchanging.add(lap.lap());
    };
    optimizer_->beginStep();
    variables.setStepNumbers(step.update);
    if (variables.needsWholeMean()) {
        forPieces(*team_, {0, store_->mean().numel()}, takeMean);
        Stopwatch lap;
        variables.clip(mean);
        orthogonaliseByTowers(*team_, variables, mean);
        updating.add(lap.lap());
        forPieces(*team_, {0, store_->mean().numel()}, updateAndCopy);
    } else {
        forPieces(
            *team_, {0, store_->mean().numel()},
            [&](std::int64_t begin, std::int64_t end) {
                takeMean(begin, end);
                updateAndCopy(begin, end);
            });
    }
    const auto exchanged = static_cast<float>(exchanging.nanoseconds());
    const float all = std::max(exchanged + static_cast<float>(updating.nanoseconds()), 1.0F), took = watch.lap();
    return {.exchange = took * exchanged / all, .update = took * (1 - exchanged / all)};
}

// The gradients of the towers that had images, and where their mean goes.
void SharedMemoryExchange::gather(const ExchangeStep& step) {
    const std::vector<double> weights = imageWeights(step.images);
    terms_.clear();
    for (Tower& tower : *team_) {
        const auto t = static_cast<std::size_t>(tower.index());
        if (step.images[t] == 0)
            continue;
        at::Tensor& gradient = tower.gradient();
        if (terms_.empty())
            store_->mean() = gradient;
        terms_.push_back({gradient.const_data_ptr<float>(), static_cast<float>(weights[t])});
    }
}

// A tree: the sums of both halves of the towers, added. `out` may be the first gradient's own place.
void SharedMemoryExchange::average(std::span<const Term> terms, std::int64_t begin, std::int64_t count,
                                   float* out) const {
    if (terms.size() <= 2) {
        std::array<const float*, 2> in{};
        std::array<float, 2> scales{};
        for (std::size_t i = 0; i < terms.size(); ++i) {
            in.at(i) = terms[i].gradient + begin;
            scales.at(i) = terms[i].scale;
        }
        return weightedSum({}, out, in.data(), scales.data(), static_cast<int>(terms.size()), 0, count);
    }
    const std::size_t half = (terms.size() + 1) / 2;
    std::array<float, kRun> right;
    average(terms.first(half), begin, count, out);
    average(terms.subspan(half), begin, count, right.data());
    const std::array<const float*, 2> in{out, right.data()};
    const std::array<float, 2> ones{1, 1};
    weightedSum({}, out, in.data(), ones.data(), 2, 0, count);
}

} // namespace belfry

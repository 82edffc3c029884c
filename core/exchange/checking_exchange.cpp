#include "core/exchange/checking_exchange.h"

#include <c10/core/StreamGuard.h>

#include <cmath>

namespace belfry {
namespace {

std::vector<float> onHost(Tower& tower, const at::Tensor& flat) {
    const c10::OptionalStreamGuard guard(tower.stream());
    const at::Tensor host = flat.cpu();
    return {host.const_data_ptr<float>(), host.const_data_ptr<float>() + host.numel()};
}

double distance(const std::vector<float>& found, const at::Tensor& reference) {
    const float* expected = reference.const_data_ptr<float>();
    double difference = 0, norm = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const double one = expected[i], off = found[i] - one;
        difference += off * off;
        norm += one * one;
    }
    return std::sqrt(norm > 0 ? difference / norm : difference);
}

// NaN is worse than any number, and stays the worst.
bool isWorse(double found, double worst) { return !std::isnan(worst) && !(found <= worst); }

} // namespace

CheckingExchange::CheckingExchange(std::unique_ptr<Exchange> checked, const OptimizerSettings& settings)
    : ForwardingExchange(std::move(checked)), optimizer_(makeOptimizer(settings)) {}

void CheckingExchange::attach(TowerTeam& team, Optimizer& optimizer, const UpdateRules& rules) {
    team_ = &team;
    checkedOptimizer_ = &optimizer;
    ForwardingExchange::attach(team, optimizer, rules);
    VariableStore& checked = ForwardingExchange::variables();
    std::vector<float> start = checked.weights(); // slow weights begin there too
    const at::Tensor weights = at::from_blob(start.data(), {static_cast<std::int64_t>(start.size())}).clone();
    reference_.emplace(weights, std::nullopt, team.tower(0).blueprint(), *optimizer_, rules);
    store_.emplace(checked, *reference_);
}

ExchangeTimes CheckingExchange::finish(const ExchangeStep& step) {
    reference_->setWeights(store_->weights()); // its rounding is forgotten: a step is compared, not the whole way
    const at::Tensor mean = referenceMean(step);
    const ExchangeTimes times = ForwardingExchange::finish(step);

    auto* numbers = mean.data_ptr<float>();
    reference_->addPenalty(numbers, 0, mean.numel());
    reference_->clip(numbers);
    optimizer_->restoreStep(checkedOptimizer_->step()); // also after a restore
    reference_->setStepNumbers(step.update);
    reference_->orthogonalise(numbers);
    reference_->update(numbers, 0, mean.numel());
    const std::vector<float> weights = store_->weights();
    if (const double found = distance(store_->meanGradient(), mean); isWorse(found, largest_.gradient)) {
        largest_.gradient = found;
        largest_.step = optimizer_->step();
    }
    if (const double found = distance(weights, reference_->weights()); isWorse(found, largest_.weights))
        largest_.weights = found;
    compareReplicas(weights);
    return times;
}

void CheckingExchange::Store::restore(std::span<const float> weights, std::span<const float> average,
                                      std::span<const std::vector<float>> optimizerState) {
    ForwardingVariables::restore(weights, average, optimizerState);
    reference_.restore(weights, average, optimizerState);
}

at::Tensor CheckingExchange::referenceMean(const ExchangeStep& step) {
    const std::vector<double> shares = imageWeights(step.images);
    std::vector<double> sum;
    for (Tower& tower : *team_) {
        const auto t = static_cast<std::size_t>(tower.index());
        if (step.images[t] == 0)
            continue;
        const std::vector<float> gradient = onHost(tower, tower.gradient());
        sum.resize(gradient.size());
        const auto add = [&](std::size_t begin, std::size_t end, double share) {
            for (std::size_t i = begin; i < end; ++i)
                sum[i] += share * static_cast<double>(gradient[i]);
        };
        const auto trained = static_cast<std::size_t>(tower.blueprint().trainableSize);
        add(0, trained, shares[t] / static_cast<double>(tower.lossWeight())); // where the tower has weighed it
        add(trained, sum.size(), shares[t]);
    }
    const at::Tensor mean = at::empty({static_cast<std::int64_t>(sum.size())});
    std::transform(sum.begin(), sum.end(), mean.data_ptr<float>(),
                   [](double value) { return static_cast<float>(value); });
    return mean;
}

void CheckingExchange::compareReplicas(const std::vector<float>& weights) {
    for (Tower& tower : *team_)
        if (largest_.differentTower < 0 && onHost(tower, tower.weights()) != weights) {
            largest_.differentTower = tower.index();
            largest_.differentStep = optimizer_->step();
        }
}

} // namespace belfry

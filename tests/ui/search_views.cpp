#include "tests/ui/search_views.h"

#include "core/search/strategy.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace belfry {
namespace {

double figureOf(const GeneValue& value, const std::string& gene) {
    static const std::map<std::string, double> names{
        {"rmsprop", 0.978}, {"adam", 0.982},    {"sgd", 0.90},       {"adagrad", 0.955},   {"adadelta", 0.55},
        {"adamax", 0.98},   {"nadam", 0.983},   {"adamw", 0.981},    {"relu", 0.985},      {"elu", 0.98},
        {"tanh", 0.977},    {"sigmoid", 0.955}, {"softplus", 0.975}, {"hard_sigmoid", 0.9}};
    if (const auto* name = std::get_if<std::string>(&value)) {
        const auto found = names.find(*name);
        return found == names.end() ? 0.9 : found->second;
    }
    const auto* whole = std::get_if<std::int64_t>(&value);
    const double number = whole ? static_cast<double>(*whole) : std::get<double>(value);
    if (gene == "learning_rate") {
        return 0.99 - 0.02 * std::abs(std::log10(number) + 3);
    }
    return 0.97 + 0.004 * std::log2(1 + number) / 2.5;
}

double accuracyOf(const Space& space, const Genes& genes, int trial) {
    const std::vector<bool> said = expressed(space, genes);
    double wrong = 0, count = 0;
    for (std::size_t i = 0; i < genes.size(); ++i) {
        if (said[i]) {
            const GeneValue value = space.genes[i].choices()[static_cast<std::size_t>(genes[i])];
            wrong += 1 - figureOf(value, space.genes[i].name);
            count += 1;
        }
    }
    const double noise = std::fmod(trial * 0.6180339887, 1.0) - 0.5;
    return std::clamp(1 - wrong / count - 0.002 * noise, 0.05, 0.995);
}

Trial trialOf(const SearchPlan& plan, Proposal proposal, int id, bool fails) {
    Trial trial{.id = id, .asked = std::move(proposal)};
    trial.state = fails ? TrialState::Failed : TrialState::Done;
    if (fails) {
        trial.failures.assign(2, Text::verbatim("The loss was not a number at step 7."));
        return trial;
    }
    trial.accuracy = accuracyOf(plan.space, trial.asked.genes, id);
    trial.bestEpoch = 7;
    trial.epochs = 12;
    for (int epoch = 1; epoch <= 12; ++epoch) {
        trial.curve.push_back(static_cast<float>(trial.accuracy * (1 - std::exp(-epoch))));
    }
    return trial;
}

} // namespace

SearchView madeUp(const MadeUpSearch& search) {
    SearchView view;
    view.plan = searchPresetByName(search.preset).plan;
    if (!search.strategy.empty()) {
        view.plan.strategy = search.strategy;
    }
    view.plan.genetic.population = search.population;
    view.plan.genetic.generations = search.generations;
    view.plan.trials = search.trials;
    view.plan.halving = search.halving;
    if (search.halving > 0) {
        view.plan.space.plan.epochs = 100;
    }
    const std::unique_ptr<Strategy> strategy = makeStrategy(view.plan);
    std::optional<Proposal> proposal;
    const auto ended = [&] { return static_cast<std::int64_t>(view.trials.size()); };
    while (ended() < search.ended && (proposal = strategy->ask())) {
        const int id = static_cast<int>(ended()) + 1;
        view.trials.push_back(
            trialOf(view.plan, std::move(*proposal), id, search.failEvery > 0 && id % search.failEvery == 0));
        strategy->tell(view.trials.back());
    }
    view.generations = strategy->generations();
    for (int i = 0; i < search.inTraining && (proposal = strategy->ask()); ++i) {
        Trial trial{.id = static_cast<int>(ended()) + 1, .asked = std::move(*proposal)};
        trial.state = i + 1 < search.inTraining ? TrialState::Running : TrialState::Waiting;
        view.trials.push_back(std::move(trial));
    }
    return view;
}

} // namespace belfry

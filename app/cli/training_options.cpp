#include "app/cli/training_options.h"

#include "app/cli/formatting.h"
#include "app/cli/number_options.h"
#include "core/optim/schedule.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace belfry::cli {
namespace {

// "--schedule-decay"
std::string optionOf(const OptimizerParameter& parameter) {
    std::string option = "--" + parameter.name;
    std::ranges::replace(option, '_', '-');
    return option;
}

std::string usersOf(const OptimizerParameter& parameter) {
    std::vector<std::string> names;
    for (const OptimizerInfo& info : optimizers())
        if (info.uses(parameter.name))
            names.push_back(info.name);
    return joined(names);
}

// "adam 0.001, sgd 0.01, ..."
std::string usualRates() {
    std::vector<std::string> rates;
    for (const OptimizerInfo& info : optimizers()) {
        std::array<char, 32> rate{};
        std::snprintf(rate.data(), rate.size(), "%g", info.usualRate);
        rates.push_back(info.name + " " + rate.data());
    }
    return joined(rates);
}

} // namespace

std::string choiceNames(const std::vector<Choice>& choices) {
    std::string names;
    for (const Choice& choice : choices)
        names += (names.empty() ? "" : ", ") + choice.name;
    return names;
}

void TrainingOptions::addTo(CLI::App& app) {
    app.add_option("--optimizer", optimizer_, choiceNames(optimizerChoices()));
    addNumber(app, "--learning-rate", learningRate_, "Learning rate; the usual ones are " + usualRates());
    for (const OptimizerParameter& parameter : optimizerParameters())
        addNumber(app, optionOf(parameter), parameters_[parameter.name], "For " + usersOf(parameter));
    app.add_option("--schedule", schedule_, choiceNames(scheduleChoices()));
    addNumber(app, "--decay-factor", decayFactor_,
              "staircase, exponential: what is left of the rate after an interval");
    auto* decayEpochs =
        addNumber(app, "--decay-epochs", decayEpochs_, "staircase, exponential: the interval in epochs");
    addNumber(app, "--decay-steps", decaySteps_, "The interval in steps (0: by epochs)")->excludes(decayEpochs);
    auto* warmupEpochs = addNumber(app, "--warmup-epochs", warmupEpochs_, "Epochs in which the rate rises from zero");
    addNumber(app, "--warmup-steps", warmupSteps_, "Steps in which the rate rises (0: by epochs)")
        ->excludes(warmupEpochs);
    addNumber(app, "--clip-norm", clipNorm_, "Scale longer mean gradients down to this norm (0: never)");
    addNumber(app, "--average-decay", averageDecay_,
              "Validate and keep a moving average of the weights, such as 0.9999 (0: none)");
    addNumber(app, "--label-smoothing", labelSmoothing_, "Part of the truth dealt to all classes, such as 0.1");
    addNumber(app, "--patience", patience_, "Stop after so many epochs without better weights (0: never)");
    app.add_option("--best-by", bestBy_,
                   "Which validation figure makes weights the best: " + choiceNames(bestByChoices()));
}

void TrainingOptions::apply(Plan& plan) const {
    if (optimizer_)
        chooseOptimizer(plan, *optimizer_);
    take(plan.learningRate, learningRate_);
    OptimizerSettings settings = optimizerSettings(plan);
    for (const OptimizerParameter& parameter : optimizerParameters())
        take(settings.*parameter.value, parameters_.at(parameter.name));
    setOptimizer(plan, settings);
    take(plan.schedule, schedule_);
    take(plan.decayFactor, decayFactor_);
    take(plan.decayEpochs, decayEpochs_);
    if (decayEpochs_)
        plan.decaySteps = 0;
    take(plan.decaySteps, decaySteps_);
    take(plan.warmupEpochs, warmupEpochs_);
    if (warmupEpochs_)
        plan.warmupSteps = 0;
    take(plan.warmupSteps, warmupSteps_);
    take(plan.clipNorm, clipNorm_);
    take(plan.averageDecay, averageDecay_);
    take(plan.labelSmoothing, labelSmoothing_);
    take(plan.patience, patience_);
    take(plan.bestBy, bestBy_);
}

void TrainingOptions::refuseIdle(const Plan& plan, Refuse refuse) const {
    const OptimizerInfo& optimizer = optimizerInfo(plan.optimizer);
    for (const OptimizerParameter& parameter : optimizerParameters())
        refuse(plan, parameters_.at(parameter.name).has_value(), optionOf(parameter).c_str(),
               optimizer.uses(parameter.name), usersOf(parameter));
    const bool decays = decaysByIntervals(plan.schedule);
    const std::string users = "the schedules staircase and exponential";
    refuse(plan, decayFactor_.has_value(), "--decay-factor", decays, users);
    refuse(plan, decayEpochs_.has_value(), "--decay-epochs", decays, users);
    refuse(plan, decaySteps_.has_value(), "--decay-steps", decays, users);
}

} // namespace belfry::cli

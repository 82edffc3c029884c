// The options of the training rules: optimizer, rate, schedule and what stands around them. Part of plan_options.h.
#pragma once

#include "core/train/plan.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace belfry::cli {

// Must live as long as the parser.
class TrainingOptions {
public:
    void addTo(CLI::App& app);
    void apply(Plan& plan) const; // what was given, after parsing
    // Calls refuse(plan, given, "--option", used, "the schedule staircase") for options that not every plan uses.
    using Refuse = void (*)(const Plan& plan, bool given, const char* option, bool used, const std::string& user);
    void refuseIdle(const Plan& plan, Refuse refuse) const;

private:
    std::optional<std::string> optimizer_, schedule_, bestBy_;
    std::optional<double> learningRate_, decayFactor_, decayEpochs_, warmupEpochs_, clipNorm_, averageDecay_,
        labelSmoothing_;
    std::optional<std::int64_t> decaySteps_, warmupSteps_, patience_;
    std::map<std::string, std::optional<double>> parameters_; // of the optimizer, by name
};

// "adam, sgd, ..."
std::string choiceNames(const std::vector<Choice>& choices);

// Takes over an option that was given.
template <typename Field, typename Value>
void take(Field& field, const std::optional<Value>& given) {
    if (given)
        field = *given;
}

} // namespace belfry::cli

// The options that make a plan: preset, then plan file, then single options, each over the one before.
#pragma once

#include "app/cli/field_options.h"
#include "core/train/plan.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace belfry::cli {

class PlanOptions {
public:
    // measuresTowers: --towers may be 'auto'.
    explicit PlanOptions(CLI::App& app, bool measuresTowers = false);
    // After parsing. Throws Error(Usage) for an unknown preset or a damaged plan file.
    Plan plan() const;
    bool towersMeasured() const; // --towers auto: the plan's number is not the one to use

private:
    void addMeasuredTowers(CLI::App& app);

    struct Start; // what the options come over
    FieldOptions<Plan> options_;
    std::shared_ptr<Start> start_;
};

} // namespace belfry::cli

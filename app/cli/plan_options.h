// The options that make a plan: preset, then plan file, then single options, each over the one before.
#pragma once

#include "app/cli/field_options.h"
#include "core/train/plan.h"

#include <CLI/CLI.hpp>

#include <initializer_list>
#include <memory>
#include <optional>
#include <string>

namespace belfry::cli {

class PlanOptions {
public:
    // measuresTowers: --towers may be 'auto'.
    explicit PlanOptions(CLI::App& app, bool measuresTowers = false);
    // After parsing. Throws Error(Usage) for an unknown preset or a damaged plan file.
    Plan plan() const;
    bool towersMeasured() const { return start_->towersMeasured; } // the plan's number of towers is not the one to use
    bool givesTowers() const { return start_->givesTowers; }

private:
    void addMeasuredTowers(CLI::App& app);

    struct Start { // what the options come over
        std::optional<std::string> preset, planFile;
        bool towersMeasured = false; // --towers auto
        bool givesTowers = false;
    };
    FieldOptions<Plan> options_;
    std::shared_ptr<Start> start_;
};

// Fields that an experiment sets itself, or that matter only to a stored run, are not among its options.
void leaveOut(CLI::App& app, std::initializer_list<const char*> options);
void leaveOutRun(CLI::App& app);

} // namespace belfry::cli

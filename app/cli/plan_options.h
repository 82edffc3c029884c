// The options that make a plan: preset, then plan file, then single options, each over the one before.
#pragma once

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
    void refuseIdleOptions(const Plan& plan) const;

    struct Given; // options as text, so that "not given" differs from a default
    std::shared_ptr<Given> given_;
};

// "cuda:0,cuda:1" as names. Throws Error(Usage) for an empty one.
std::vector<std::string> deviceNames(const std::string& text);

} // namespace belfry::cli

// scaling --hosts: what more hosts would give, by a model.
#pragma once

#include "core/study/host_scaling.h"
#include "core/train/plan.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>

namespace belfry::cli {

struct HostScalingOptions {
    explicit HostScalingOptions(CLI::App& app);

    // None without --hosts. Throws Error(Usage) for words that are no such number, and for options without effect.
    std::optional<HostScalingSettings> settings() const;

private:
    std::optional<std::string> hosts_, bandwidth_, delay_;
    std::optional<int> towersPerHost_;
    std::optional<double> coresPerHost_;
};

// Measures and prints. The exit status.
int modelHosts(const Plan& plan, const HostScalingSettings& settings, bool json);

} // namespace belfry::cli

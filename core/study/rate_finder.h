// The learning-rate range test (Smith 2017, "Cyclical learning rates"): from a plan's initial weights the rate rises
// exponentially over a few hundred batches while the loss is watched. No run is made or touched. Free of torch.
#pragma once

#include "core/train/session.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace belfry {

struct RateFinderSettings {
    // 0: a thousandth, and a thousand times, the optimizer's default rate; never above 1000.
    double min = 0, max = 0;
    int batches = 100; // 20 to 1000
    bool lowPriority = false;
};

struct RateTrial {
    double rate = 0;
    double loss = 0;     // of one batch, before its update
    double smoothed = 0; // over a twenty-fifth of the batches, without lag
};

struct RateFinding {
    std::vector<RateTrial> trials;
    // The rate at which all that was learned is lost again, or the loss is not finite: the test ends there.
    std::optional<double> diverged;
    std::optional<double> steepest; // where the loss falls fastest; none when it never falls
    // The steepest, but at most a tenth of `diverged`; two digits.
    std::optional<double> suggestion;
    bool stopped = false; // by the caller, before its end
};

// Called on the session's thread after every batch, with all that is known so far.
using RateObserver = std::function<void(const RateFinding&)>;

// Blocks; a stop request is answered within one step. Schedule, warm-up and length of the plan do not count; its other
// training rules do. The same plan gives the same finding. Throws Error for settings or a plan that cannot be, and when
// the device fails.
RateFinding findRate(const Plan& plan, const RateFinderSettings& settings = {}, const RateObserver& observer = {},
                     std::stop_token stop = {});
RateFinding findRate(PreparedRun prepared, const RateFinderSettings& settings = {}, const RateObserver& observer = {},
                     std::stop_token stop = {});

// The finding from rates and losses. `batches`: of the whole test.
RateFinding readLosses(std::vector<RateTrial> trials, int batches);

} // namespace belfry

// Which batch per tower to take: the largest that fits into memory, and the one that trains most images a second. What
// the estimate says does not fit is never tried, so that nothing else on the machine suffers. Free of torch.
#pragma once

#include "core/base/text.h"
#include "core/train/session.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

namespace belfry {

struct BatchFinderSettings {
    std::int64_t memoryLimit = 0; // bytes of each device; 0: nine tenths of what is free, of the CPU's half
    std::int64_t min = 8;         // images per tower: where the ladder of doubled batches begins
    std::int64_t max = 0;         // 0: as many as the training split has for each tower
    double longestStep = 10;      // seconds: a batch whose step would take longer is not tried
    bool lowPriority = false;
};

struct BatchTrial {
    std::int64_t batch = 0;     // images per tower
    std::int64_t memory = 0;    // bytes, the estimate for the device that needs most
    double imagesPerSecond = 0; // of all towers together
    Text problem;               // why the device could not do it; else empty
};

struct BatchFinding {
    std::vector<BatchTrial> trials; // as they were tried: smaller ones first, then what was looked for between
    std::int64_t largest = 0;       // that fits, images per tower
    bool largestTried = false;      // else it fits by the estimate: its step would take too long
    std::int64_t fastest = 0;       // the smallest within 3 % of the best speed; 0: none was measured
    bool stopped = false;           // by the caller, before its end
};

// Called on the caller's thread after every trial, with all that is known so far.
using BatchObserver = std::function<void(const BatchFinding&)>;

// Blocks; a stop request is answered within one step. Batches of the plan do not count, all else does; its weights are
// not changed. On the CPU the estimate is corrected by the memory that the trials really took. Throws Error for
// settings or a plan that cannot be, and when not even the smallest batch fits.
BatchFinding findBatch(const Plan& plan, const BatchFinderSettings& settings = {}, const BatchObserver& observer = {},
                       std::stop_token stop = {});

} // namespace belfry

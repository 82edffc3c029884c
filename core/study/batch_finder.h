// Which batch per tower to take: the largest that fits into memory, and the one that trains most images a second. What
// the estimate says does not fit is never tried, so that nothing else on the machine suffers. Free of torch.
#pragma once

#include "core/base/text.h"
#include "core/train/session.h"

#include <cstdint>
#include <functional>
#include <optional>
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
    double imagesPerSecond = 0; // of all towers together: the median where it was timed again
    Text problem;               // why the device could not do it; else empty
};

struct BatchFinding {
    std::vector<BatchTrial> trials; // as they were tried: smaller ones first, then what was looked for between
    std::int64_t largest = 0;       // that fits, images per tower
    bool largestTried = false;      // else it fits by the estimate: its step would take too long
    std::int64_t fastest = 0;       // fastestOf() the trials; 0: none was measured
    bool nearlyFastest = false;     // a larger one that may be suggested is faster, by up to kNearBestPercent
    bool capped = false;            // larger ones were faster, with fewer than kLeastSteps steps an epoch
    std::int64_t trainImages = 0;   // size of the training split
    bool stopped = false;           // by the caller, before its end
};

// Below it the weights are updated so rarely that more images a second do not teach more.
inline constexpr std::int64_t kLeastSteps = 50; // an epoch
inline constexpr int kNearBestPercent = 3;      // that the suggested batch may be slower than the fastest

// The batch to suggest: the smallest within kNearBestPercent of the best speed, among those that leave at least
// kLeastSteps steps an epoch, or the smallest of all when none does. 0: none was measured.
std::int64_t fastestOf(const std::vector<BatchTrial>& trials, int towers, std::int64_t trainImages);

// Times a batch once more: images per second of all towers together, or nothing where it could not be done.
using BatchTimer = std::function<std::optional<double>(std::int64_t batch)>;

// One measurement may be disturbed by other programs: of the batches that may be suggested those whose speeds are
// within a tenth of the best one, and the neighbours of the suggested one, are timed twice more, and get the median.
void settleSpeeds(std::vector<BatchTrial>& trials, int towers, std::int64_t trainImages, const BatchTimer& time);

// The learning rate of the plan, carried over to another batch per tower: in proportion to the images of a step for
// plain and momentum SGD (Goyal et al. 2017), to their square root for the optimizers that divide by the gradient's
// size (Malladi et al. 2022). To two digits.
double rateForBatch(const Plan& plan, std::int64_t batchPerTower);

// Called on the caller's thread after every trial, with all that is known so far.
using BatchObserver = std::function<void(const BatchFinding&)>;

// Blocks; a stop request is answered within one step. Ends with settleSpeeds(). Batches of the plan do not count, all
// else does; its weights are not changed. On the CPU the estimate is corrected by the memory that the trials really
// took. Throws Error for settings or a plan that cannot be, and when not even the smallest batch fits.
BatchFinding findBatch(const Plan& plan, const BatchFinderSettings& settings = {}, const BatchObserver& observer = {},
                       std::stop_token stop = {});

} // namespace belfry

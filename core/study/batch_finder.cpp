#include "core/study/batch_finder.h"

#include "core/base/error.h"
#include "core/base/median.h"
#include "core/optim/optimizer.h"
#include "core/study/pilot.h"
#include "core/study/process_memory.h"
#include "core/tower/cuda_steps.h"
#include "core/train/placement.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <ranges>
#include <set>

namespace belfry {
namespace {

constexpr double kFreeShare = 0.9;    // of a GPU's free memory that may be used
constexpr double kFreeShareCpu = 0.5; // of the computer's, where other programs grow too and the kernel would kill one
constexpr double kNearBest = 1 - kNearBestPercent / 100.0; // of the best speed
constexpr double kTimedAgain = 0.9;                        // of the best speed: those are timed ...
constexpr int kRepetitions = 2;                            // ... as often again
constexpr double kTrialSeconds = 0.5;                      // that a batch is timed for, within ...
constexpr double kMinSteps = 4, kMaxSteps = 40;            // ... these bounds, after the warm-up
constexpr std::int64_t kExact = 16;                        // a batch that failed is closed in to within a sixteenth
constexpr std::int64_t kMinMeasurable = 256 << 20;         // bytes: smaller trials are lost in the noise of the process

void checkSettings(const BatchFinderSettings& settings) {
    if (settings.memoryLimit < 0 || settings.min < 1 || settings.max < 0 || !(settings.longestStep > 0) ||
        (settings.max > 0 && settings.max < settings.min))
        throw usageError(Text::tr("The batches to try are %1 to %2; expected two of at least 1, the smaller one first.",
                                  settings.min, settings.max));
}

double bestSpeed(const std::vector<BatchTrial>& trials, std::int64_t largest) {
    double best = 0;
    for (const BatchTrial& trial : trials)
        if (trial.problem.empty() && trial.batch <= largest)
            best = std::max(best, trial.imagesPerSecond);
    return best;
}

// The smallest near the best speed of those that are not larger.
std::int64_t fastestUpTo(std::int64_t largest, const std::vector<BatchTrial>& trials) {
    const double best = bestSpeed(trials, largest);
    std::int64_t fastest = 0;
    for (const BatchTrial& trial : trials)
        if (trial.problem.empty() && trial.batch <= largest && best > 0 && trial.imagesPerSecond >= kNearBest * best &&
            (fastest == 0 || trial.batch < fastest))
            fastest = trial.batch;
    return fastest;
}

constexpr std::int64_t kAny = std::numeric_limits<std::int64_t>::max();

// The largest of them with enough steps an epoch, else the smallest that could be done; kAny: none could.
std::int64_t largestToSuggest(const std::vector<BatchTrial>& trials, int towers, std::int64_t trainImages) {
    std::int64_t largest = 0, smallest = kAny;
    for (const BatchTrial& trial : trials) {
        if (!trial.problem.empty())
            continue;
        smallest = std::min(smallest, trial.batch);
        const std::int64_t images = trial.batch * towers;
        if ((trainImages + images - 1) / images >= kLeastSteps)
            largest = std::max(largest, trial.batch);
    }
    return largest > 0 ? largest : smallest;
}

// Whether no batch that could be done lies between the two.
bool areNeighbours(const std::vector<BatchTrial>& trials, std::int64_t a, std::int64_t b) {
    const auto [low, high] = std::minmax(a, b);
    return std::ranges::none_of(trials, [low, high](const BatchTrial& trial) {
        return trial.problem.empty() && trial.batch > low && trial.batch < high;
    });
}

// The next one of those that have been timed only once and may change which batch is suggested: nearly the best ones,
// and the neighbours of the suggested one. Null: none.
BatchTrial* disputed(std::vector<BatchTrial>& trials, int towers, std::int64_t trainImages,
                     const std::set<std::int64_t>& settled) {
    const std::int64_t largest = largestToSuggest(trials, towers, trainImages);
    const double best = bestSpeed(trials, largest);
    const std::int64_t suggested = fastestUpTo(largest, trials);
    const auto found = std::ranges::find_if(trials, [&](const BatchTrial& trial) {
        return trial.problem.empty() && trial.batch <= largest && !settled.contains(trial.batch) &&
               (trial.imagesPerSecond >= kTimedAgain * best || areNeighbours(trials, trial.batch, suggested));
    });
    return found == trials.end() ? nullptr : &*found;
}

double toTwoDigits(double value) {
    const std::string digits = significant(value, 2).english();
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
}

class BatchFinder {
public:
    BatchFinder(const Plan& plan, const BatchFinderSettings& settings, const BatchObserver& observer,
                std::stop_token stop)
        : settings_(settings), observer_(observer), stop_(std::move(stop)), memoryBefore_(residentBytes()) {
        Plan smallest = plan;
        setBatch(smallest, settings.min);
        run_ = prepareRun(smallest);
        run_.plan = timingPlan(run_.plan);
        report_ = listDevices();
        resetPeakMemory();
        finding_.trainImages = run_.data->train->size();
        maxBatch_ = std::max<std::int64_t>(run_.data->train->size() / run_.plan.towers, 1);
        if (settings.max > 0)
            maxBatch_ = std::min(maxBatch_, settings.max);
        place(settings.min); // throws when not even that fits
    }

    BatchFinding find() {
        climb();
        if (!finding_.stopped)
            tryLargest();
        timeAgain();
        return finding_;
    }

private:
    static void setBatch(Plan& plan, std::int64_t batch) {
        plan.batchPerTower = batch;
        plan.globalBatch = 0;
    }

    // The devices as they would be with the limit as their free memory.
    DeviceReport allowed() const {
        DeviceReport report = report_;
        for (DeviceInfo& device : report.devices) {
            const bool known = device.memoryTotal >= 0 && device.memoryUsed >= 0;
            if (!known && settings_.memoryLimit == 0)
                continue;
            const bool cpu = device.id == "cpu";
            double free = settings_.memoryLimit > 0 ? static_cast<double>(settings_.memoryLimit)
                                                    : (cpu ? kFreeShareCpu : kFreeShare) *
                                                          static_cast<double>(device.memoryTotal - device.memoryUsed);
            if (cpu)
                free /= correction_;
            device.memoryUsed = 0;
            device.memoryTotal = static_cast<std::int64_t>(free);
        }
        return report;
    }

    // Throws Error(Device) when it does not fit.
    std::vector<TowerPlacement> place(std::int64_t batch) const {
        Plan plan = run_.plan;
        setBatch(plan, batch);
        return placeTowers(plan, *run_.blueprint, allowed(), run_.data->train->size()).towers;
    }

    bool fits(std::int64_t batch) const {
        try {
            place(batch);
            return true;
        } catch (const Error& error) {
            if (error.category() != ErrorCategory::Device)
                throw;
            return false;
        }
    }

    std::int64_t largestByEstimate() const {
        std::int64_t low = settings_.min, high = maxBatch_ + 1; // low fits, high does not
        while (high - low > 1) {
            const std::int64_t middle = low + (high - low) / 2;
            (fits(middle) ? low : high) = middle;
        }
        return low;
    }

    static std::int64_t fullestDevice(const std::vector<TowerPlacement>& towers) {
        std::map<std::string, std::int64_t> bytes;
        for (const TowerPlacement& tower : towers)
            bytes[tower.device] += tower.memoryBytes;
        return std::ranges::max(bytes | std::views::values);
    }

    static bool onCpu(const std::vector<TowerPlacement>& towers) {
        return std::ranges::all_of(
            towers, [](const TowerPlacement& tower) { return tower.device == "cpu"; });
    }

    double expectedSeconds(std::int64_t batch) const {
        return speed_ > 0 ? static_cast<double>(batch * run_.plan.towers) / speed_ : 0;
    }

    // A part of a second of steps.
    Pilot timed(BatchTrial& trial) {
        PreparedRun run = run_;
        setBatch(run.plan, trial.batch);
        run.placement = place(trial.batch);
        const double expected = expectedSeconds(trial.batch);
        const double steps = expected > 0 ? std::clamp(kTrialSeconds / expected, kMinSteps, kMaxSteps) : kMinSteps;
        trial.memory = fullestDevice(run.placement);
        const std::int64_t warmUp = onCpu(run.placement) ? 1 : kStepsUntilReplay;
        run.plan.steps = static_cast<std::int64_t>(steps) + warmUp;
        const Plan plan = run.plan;
        Pilot done = runPilot(std::move(run),
                              {.steps = plan.steps, .warmUp = warmUp, .lowPriority = settings_.lowPriority}, stop_);
        finding_.stopped = stop_.stop_requested();
        trial.imagesPerSecond = done.imagesPerSecond(plan);
        return done;
    }

    // Returns whether the batch could be done.
    bool attempt(std::int64_t batch) {
        BatchTrial trial{.batch = batch};
        const Pilot done = timed(trial);
        if (finding_.stopped)
            return false;
        if (done.failed)
            trial.problem = done.reason;
        else
            speed_ = trial.imagesPerSecond;
        if (onCpu(place(batch)) && trial.memory > kMinMeasurable)
            correct(trial.memory);
        finding_.trials.push_back(std::move(trial));
        if (!done.failed)
            finding_.largest = std::max(finding_.largest, batch);
        chooseFastest();
        if (observer_)
            observer_(finding_);
        return !done.failed;
    }

    // Corrects by the maximum memory of this process since the first trial.
    void correct(std::int64_t estimate) {
        const std::int64_t taken = peakBytes() - memoryBefore_;
        if (taken > 0)
            correction_ = std::max(correction_, static_cast<double>(taken) / static_cast<double>(estimate));
    }

    void climb() {
        for (std::int64_t batch = settings_.min; batch <= maxBatch_ && fits(batch); batch *= 2) {
            if (expectedSeconds(batch) > settings_.longestStep)
                return;
            if (!attempt(batch)) {
                failed_ = batch;
                return;
            }
        }
    }

    void chooseFastest() {
        const std::int64_t largest = largestToSuggest(finding_.trials, run_.plan.towers, finding_.trainImages);
        finding_.fastest = fastestUpTo(largest, finding_.trials);
        finding_.capped = finding_.fastest < fastestUpTo(kAny, finding_.trials);
        const auto trial = std::ranges::find(finding_.trials, finding_.fastest, &BatchTrial::batch);
        finding_.nearlyFastest =
            trial != finding_.trials.end() && trial->imagesPerSecond < bestSpeed(finding_.trials, largest);
    }

    void timeAgain() {
        if (finding_.trials.size() < 2)
            return;
        const auto time = [this](std::int64_t batch) -> std::optional<double> {
            if (finding_.stopped || !fits(batch)) // by the estimate, which has been corrected since it was tried
                return std::nullopt;
            BatchTrial again{.batch = batch};
            if (timed(again).failed || finding_.stopped)
                return std::nullopt;
            return again.imagesPerSecond;
        };
        settleSpeeds(finding_.trials, run_.plan.towers, finding_.trainImages, time);
        chooseFastest();
    }

    void tryLargest() {
        std::int64_t high = failed_;
        if (high == 0) {
            const std::int64_t estimated = largestByEstimate();
            finding_.largestTried = estimated == finding_.largest;
            if (finding_.largestTried)
                return;
            if (expectedSeconds(estimated) > settings_.longestStep) {
                finding_.largest = estimated;
                return;
            }
            if (attempt(estimated)) {
                finding_.largestTried = true;
                return;
            }
            high = estimated;
        }
        while (!finding_.stopped && high - finding_.largest > std::max<std::int64_t>(1, high / kExact)) {
            const std::int64_t middle = finding_.largest + (high - finding_.largest) / 2;
            if (!attempt(middle))
                high = middle;
        }
        finding_.largestTried = finding_.largest > 0;
    }

    const BatchFinderSettings settings_;
    const BatchObserver& observer_;
    std::stop_token stop_;
    std::int64_t memoryBefore_; // bytes of this process
    PreparedRun run_;
    DeviceReport report_;
    std::int64_t maxBatch_ = 0;
    double correction_ = 1; // of the estimate for the CPU
    double speed_ = 0;      // images per second of the last trial
    std::int64_t failed_ = 0;
    BatchFinding finding_;
};

} // namespace

std::int64_t fastestOf(const std::vector<BatchTrial>& trials, int towers, std::int64_t trainImages) {
    return fastestUpTo(largestToSuggest(trials, towers, trainImages), trials);
}

void settleSpeeds(std::vector<BatchTrial>& trials, int towers, std::int64_t trainImages, const BatchTimer& time) {
    std::set<std::int64_t> settled;
    while (BatchTrial* trial = disputed(trials, towers, trainImages, settled)) {
        settled.insert(trial->batch);
        std::vector<double> speeds{trial->imagesPerSecond};
        for (int repetition = 0; repetition < kRepetitions; ++repetition)
            if (const std::optional<double> speed = time(trial->batch))
                speeds.push_back(*speed);
        trial->imagesPerSecond = median(std::move(speeds));
    }
}

double rateForBatch(const Plan& plan, std::int64_t batchPerTower) {
    const std::int64_t images = plan.asynchronous() ? batchPerTower : batchPerTower * plan.towers;
    if (images == plan.imagesPerStep())
        return plan.learningRate;
    const double factor = static_cast<double>(images) / static_cast<double>(plan.imagesPerStep());
    const OptimizerInfo& info = optimizerInfo(plan.optimizer);
    const bool proportional = plan.optimizer == "sgd" || (info.uses("momentum") && !info.uses("beta2"));
    return toTwoDigits(plan.learningRate * (proportional ? factor : std::sqrt(factor)));
}

BatchFinding findBatch(const Plan& plan, const BatchFinderSettings& settings, const BatchObserver& observer,
                       std::stop_token stop) {
    checkSettings(settings);
    return BatchFinder(plan, settings, observer, std::move(stop)).find();
}

} // namespace belfry

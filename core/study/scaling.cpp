#include "core/study/scaling.h"

#include "core/base/error.h"
#include "core/exchange/exchange_table.h"
#include "core/study/exchange_bench.h"
#include "core/study/scaling_case.h"

#include <algorithm>
#include <cmath>
#include <locale>
#include <sstream>

namespace belfry {
namespace {

constexpr double kLongestStep = 1; // seconds: one tower is not timed with more images than take so long

// `what`: "The number of towers".
void checkRange(const Text& what, std::int64_t value, std::int64_t min, std::int64_t max) {
    if (value < min || value > max)
        throw usageError(Text::tr("%1 is %2; expected %3 to %4.", what, value, min, max));
}

class ScalingStudy {
public:
    ScalingStudy(const Plan& plan, const ScalingSettings& settings, const ScalingObserver& observer,
                 std::stop_token stop)
        : settings_(settings), observer_(observer), stop_(std::move(stop)) {
        check(plan);
        global_ = plan.imagesPerStep();
        maxTowers_ = settings.towersUpTo > 0 ? settings.towersUpTo : defaultTowers(plan);
        if (settings.towersUpTo == 0 && measures(ScalingMode::Global)) // as many as can have an image
            maxTowers_ = static_cast<int>(std::clamp<std::int64_t>(global_, 1, maxTowers_));
        batch_ = plan.globalBatch > 0 ? std::max<std::int64_t>(1, plan.globalBatch / plan.towers) : plan.batchPerTower;
        prepare(plan);
        addCases();
        addProbes();
        finding_.all = static_cast<int>(cases_.size()) * settings.repeats;
    }

    ScalingFinding measure() {
        for (int round = 0; round < settings_.repeats && !finding_.stopped; ++round)
            measureRound(round);
        if (!finding_.stopped)
            finish();
        return finding_;
    }

private:
    struct Wanted { // a point, by the case that measures it
        ScalingMode mode;
        std::size_t measured, base;
    };

    void check(const Plan& plan) const {
        validate(plan);
        requireCommonStep(plan.exchange);
        checkRange(Text::tr("The number of towers"), settings_.towersUpTo, 0, 64);
        checkRange(Text::tr("The number of repeats"), settings_.repeats, 1, 100);
        checkRange(Text::tr("The number of steps"), settings_.steps, 0, 1'000'000);
        if (settings_.modes.empty())
            throw usageError(Text::tr("No mode is chosen; expected 'per-tower', 'global' or both."));
    }

    bool measures(ScalingMode mode) const { return std::ranges::find(settings_.modes, mode) != settings_.modes.end(); }

    // Refuses impossible plans before anything is measured: those with the most towers and the most images.
    void prepare(const Plan& plan) {
        if (measures(ScalingMode::Global))
            validate(planOf(plan, caseOf(plan, maxTowers_, global_)));
        run_ = prepareRun(planOf(plan, caseOf(plan, maxTowers_, std::max(batch_ * maxTowers_, global_))));
        const std::string feed = run_.plan.feed; // resolved
        run_.plan = plan;
        run_.plan.feed = feed;
        run_.plan.devices = devicesOf(run_.placement);
        report_ = listDevices();
        finding_.remarks = run_.remarks;
        if (!plan.shares.empty() && plan.shares != "measured")
            finding_.remarks.push_back(
                Text::tr("The plan's shares are ignored: here the towers share each step equally."));
        const auto onCpu = std::ranges::count(run_.placement, "cpu", &TowerPlacement::device);
        if (onCpu > 1)
            finding_.remarks.push_back(Text::plural(
                "One tower alone has all %n cores of the processor; more towers divide them.",
                "One tower alone has the %n core of the processor; more towers divide it.", usableCores()));
    }

    // Throws Error when the devices cannot do it.
    std::size_t addCase(int towers, std::int64_t images) {
        const auto known = std::ranges::find_if(
            cases_, [&](const ScalingCase& one) { return one.towers == towers && one.images == images; });
        if (known != cases_.end())
            return static_cast<std::size_t>(known - cases_.begin());
        ScalingCase one = caseOf(run_.plan, towers, images);
        one.placement = place(planOf(run_.plan, one));
        cases_.push_back(std::move(one));
        return cases_.size() - 1;
    }

    std::vector<TowerPlacement> place(const Plan& plan) const {
        return placeTowers(plan, *run_.blueprint, report_, run_.data->train->size()).towers;
    }

    bool fits(int towers, std::int64_t images, const std::string& feed = "") const {
        try {
            if (images > run_.data->train->size())
                return false;
            Plan plan = planOf(run_.plan, caseOf(run_.plan, towers, images));
            plan.feed = feed.empty() ? plan.feed : feed;
            place(plan);
            return true;
        } catch (const Error& error) {
            if (error.category() != ErrorCategory::Device)
                throw;
            return false;
        }
    }

    // The advice is about the plan's towers and batch: they are measured in every mode.
    void addCases() {
        std::vector<int> ladder = towerLadder(maxTowers_);
        const std::size_t alone = addCase(1, batch_);
        for (const ScalingMode mode : {ScalingMode::PerTower, ScalingMode::Global}) {
            if (!measures(mode))
                continue;
            const bool perTower = mode == ScalingMode::PerTower;
            const std::size_t base = perTower ? alone : addCase(1, global_);
            for (const int towers : ladder)
                wanted_.push_back({mode, addCase(towers, perTower ? batch_ * towers : global_), base});
        }
        advised_ = addCase(maxTowers_, batch_ * maxTowers_);
    }

    // One tower with fewer and with more images: the line that predictions are read from.
    void addProbes() {
        if (maxTowers_ == 1)
            return;
        probesFrom_ = cases_.size();
        if (measures(ScalingMode::Global))
            addCase(1, std::max<std::int64_t>(1, global_ / maxTowers_));
        for (const std::int64_t factor : {4, 16})
            if (fits(maxTowers_, batch_ * factor * maxTowers_))
                addCase(1, batch_ * factor);
    }

    void measureRound(int round) {
        for (std::size_t i = 0; i < cases_.size(); ++i) {
            // There and back again: each case is as often early as late.
            const std::size_t at = round % 2 == 0 ? i : cases_.size() - 1 - i;
            if (at < probesFrom_ || !takesTooLong(cases_[at]))
                measureCase(cases_[at], run_, settings_.steps, settings_.lowPriority, stop_);
            finding_.stopped = stop_.stop_requested();
            if (finding_.stopped)
                return;
            ++finding_.done;
            takePoints();
            if (observer_)
                observer_(finding_);
        }
    }

    bool takesTooLong(const ScalingCase& probe) const {
        const ScalingCase& alone = cases_[0];
        return alone.meanMilliseconds() / 1000 * static_cast<double>(probe.images) >
               kLongestStep * static_cast<double>(alone.images);
    }

    void takePoints() {
        finding_.points.clear();
        for (const Wanted& wanted : wanted_)
            if (!cases_[wanted.measured].speeds.empty())
                finding_.points.push_back(pointOf(wanted));
    }

    ScalingPoint pointOf(const Wanted& wanted) const {
        const ScalingCase &one = cases_[wanted.measured], &base = cases_[wanted.base];
        const Spread speedUp = speedUpOf(one, base);
        return {.mode = wanted.mode,
                .towers = one.towers,
                .batchPerTower = one.largestShare(),
                .globalBatch = one.images,
                .exchange = one.exchange,
                .repeats = static_cast<int>(one.speeds.size()),
                .imagesPerSecond = spreadOf(one.speeds),
                .speedUp = speedUp,
                .efficiency = {speedUp.mean / one.towers, speedUp.deviation / one.towers},
                .milliseconds = one.meanMilliseconds(),
                .stages = one.stages()};
    }

    static Spread speedUpOf(const ScalingCase& one, const ScalingCase& base) {
        std::vector<double> factors;
        for (std::size_t r = 0; r < std::min(one.speeds.size(), base.speeds.size()); ++r)
            factors.push_back(one.speeds[r] / base.speeds[r]);
        return spreadOf(factors);
    }

    void finish() {
        std::vector<ComputeTimeModel::Point> work;
        for (const ScalingCase& one : cases_)
            if (one.towers == 1 && !one.speeds.empty())
                work.push_back({one.images, one.meanMilliseconds() - restOf(one)});
        finding_.work = ComputeTimeModel(work);
        const std::vector<ExchangeTrial> trials = tryExchanges();
        if (stop_.stop_requested()) {
            finding_.stopped = true;
            return;
        }
        predict();
        advise(trials);
        const ScalingCase& advised = cases_[advised_];
        if (std::ranges::none_of(wanted_, [this](const Wanted& one) { return one.measured == advised_; }))
            finding_.remarks.push_back(Text::plural(
                "The advice is about %1 with %n images each, which were measured too: %2 images per second.",
                "The advice is about %1 with %n image each, which were measured too: %2 images per second.", batch_,
                towersText(maxTowers_), std::llround(spreadOf(advised.speeds).mean)));
    }

    static double restOf(const ScalingCase& alone) {
        const StageTimes times = alone.stages().front();
        return double{times.exchange} + double{times.update};
    }

    std::vector<ExchangeTrial> tryExchanges() {
        std::vector<ExchangeTrial> trials;
        const ScalingCase& towers = cases_[advised_];
        finding_.exchange.bytes = run_.blueprint->flatSize * static_cast<std::int64_t>(sizeof(float));
        const std::vector<std::string> devices = devicesOf(towers.placement);
        const UpdateRules rules = updateRules(run_.plan);
        for (const std::string& name : synchronousExchangeNames()) {
            if (maxTowers_ == 1 || stop_.stop_requested() || !exchangeRefusal(name, devices).empty())
                continue;
            try {
                const ExchangeSpeed speed =
                    measureExchange(name, devices, finding_.exchange.bytes, optimizerSettings(run_.plan), rules);
                trials.push_back({name, speed.milliseconds});
                if (name == towers.exchange)
                    finding_.exchange = {finding_.exchange.bytes, speed.busBytesPerSecond(), speed.milliseconds,
                                         speed.towers, isCentral(name)};
            } catch (const Error& error) { // does not come up on these devices: no alternative
                if (error.category() != ErrorCategory::Device)
                    throw;
                finding_.remarks.push_back(error.message());
            }
        }
        return trials;
    }

    void predict() {
        for (ScalingPoint& point : finding_.points) {
            const auto wanted = std::ranges::find_if(wanted_, [&](const Wanted& one) {
                return one.mode == point.mode && cases_[one.measured].towers == point.towers;
            });
            const ScalingCase& one = cases_[wanted->measured];
            point.predictedPerSecond =
                predictedSpeed(finding_.work, finding_.exchange, {one.towers, one.sharing(), one.images});
            if (one.towers == 1) // is what the model starts from
                point.predictedPerSecond = point.imagesPerSecond.mean;
            const double alone = spreadOf(cases_[wanted->base].speeds).mean;
            point.predictedSpeedUp = point.predictedPerSecond / alone;
        }
    }

    MeasuredTowers measuredTowers(const ScalingCase& one) const {
        return {.towers = one.towers,
                .batch = batch_,
                .milliseconds = one.meanMilliseconds(),
                .stages = one.stages(),
                .speedUp = speedUpOf(one, cases_[0]).mean,
                .exchange = one.exchange,
                .feed = run_.plan.feed,
                .sharing = one.sharing()};
    }

    void advise(std::vector<ExchangeTrial> trials) {
        Alternatives others;
        others.work = finding_.work;
        others.singleTowerOverhead = restOf(cases_[0]);
        others.trials = std::move(trials);
        const std::int64_t largest = finding_.work.points().back().images;
        for (const std::int64_t factor : {2, 4, 8, 16})
            if (batch_ * factor <= largest && fits(maxTowers_, batch_ * factor * maxTowers_))
                others.batches.push_back(batch_ * factor);
        others.residentFits = fits(maxTowers_, batch_ * maxTowers_, "resident");
        for (const ScalingCase& one : cases_)
            if (one.towers < maxTowers_ && one.images == batch_ * one.towers)
                others.fewer.push_back(measuredTowers(one));
        finding_.advice = adviceFor(measuredTowers(cases_[advised_]), others);
        finding_.sentence = sentenceOf(*finding_.advice);
    }

    ScalingSettings settings_;
    const ScalingObserver& observer_;
    std::stop_token stop_;
    int maxTowers_ = 1;
    std::int64_t batch_ = 0, global_ = 0; // images per tower; of a step in the other mode
    PreparedRun run_;
    DeviceReport report_;
    std::vector<ScalingCase> cases_; // the first: one tower with its batch
    std::size_t advised_ = 0, probesFrom_ = SIZE_MAX;
    std::vector<Wanted> wanted_;
    ScalingFinding finding_;
};

} // namespace

std::string scalingModeName(ScalingMode mode) { return mode == ScalingMode::PerTower ? "per-tower" : "global"; }

std::vector<int> towerLadder(int max) {
    std::vector<int> ladder;
    for (int towers = 1; towers < max; towers *= 2)
        ladder.push_back(towers);
    ladder.push_back(max);
    return ladder;
}

int defaultTowers(const Plan& plan) {
    const DeviceReport report = listDevices();
    const auto gpus = static_cast<int>(report.devices.size()) - 1;
    const bool automatic = std::ranges::find(plan.devices, "auto") != plan.devices.end();
    const auto named = static_cast<int>(
        std::ranges::count_if(plan.devices, [](const std::string& name) { return name.starts_with("cuda"); }));
    const int devices = automatic ? gpus : named;
    return std::clamp(std::max(plan.towers, devices > 0 ? devices : usableCores()), 2, 64);
}

ScalingFinding measureScaling(const Plan& plan, const ScalingSettings& settings, const ScalingObserver& observer,
                              std::stop_token stop) {
    return ScalingStudy(plan, settings, observer, std::move(stop)).measure();
}

std::string scalingCsv(const ScalingFinding& finding) {
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << "mode,towers,batch_per_tower,global_batch,exchange,repeats,images_per_second,images_per_second_deviation,"
            "speed_up,speed_up_deviation,efficiency,efficiency_deviation,predicted_images_per_second,predicted_speed_"
            "up,step_ms,tower";
    for (const Stage& stage : kEveryStage)
        text << ',' << stage.name << "_ms";
    text << '\n';
    for (const ScalingPoint& point : finding.points)
        for (std::size_t tower = 0; tower < point.stages.size(); ++tower) {
            const StageTimes& times = point.stages[tower];
            text << scalingModeName(point.mode) << ',' << point.towers << ',' << point.batchPerTower << ','
                 << point.globalBatch << ',' << point.exchange << ',' << point.repeats << ','
                 << point.imagesPerSecond.mean << ',' << point.imagesPerSecond.deviation << ',' << point.speedUp.mean
                 << ',' << point.speedUp.deviation << ',' << point.efficiency.mean << ',' << point.efficiency.deviation
                 << ',' << point.predictedPerSecond << ',' << point.predictedSpeedUp << ',' << point.milliseconds << ','
                 << tower;
            for (const Stage& stage : kEveryStage)
                text << ',' << times.*stage.milliseconds;
            text << '\n';
        }
    return text.str();
}

} // namespace belfry

#include "core/study/host_scaling.h"

#include "core/base/error.h"
#include "core/device/devices.h"
#include "core/study/rank_costs.h"
#include "core/study/scaling.h"
#include "core/train/prepare.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <span>

namespace belfry {
namespace {

// Of a full Ethernet frame, with its preamble and the gap after it, what TCP carries for its user.
constexpr double kPayload = 1448.0 / 1538.0;
constexpr double kWorthwhile = 0.5; // of what a doubling should add

int threadsOf(const HostScalingSettings& settings) {
    return std::max(1, static_cast<int>(settings.coresPerHost) / settings.towersPerHost);
}

void check(const HostScalingSettings& settings) {
    if (settings.hostsUpTo < 2 || settings.hostsUpTo > 1024)
        throw usageError(Text::tr("The number of hosts is %1; expected 2 to 1024.", settings.hostsUpTo));
    if (settings.towersPerHost < 1 || settings.towersPerHost > 64)
        throw usageError(Text::tr("The number of towers per host is %1; expected 1 to 64.", settings.towersPerHost));
    if (!(settings.coresPerHost > 0 && settings.coresPerHost <= usableCores()))
        throw usageError(Text::tr("The number of cores per host is %1; expected more than 0 and at most the %2 of this "
                                  "machine, where the computing is measured.",
                                  significant(settings.coresPerHost), usableCores()));
    if (!(settings.bitsPerSecond >= 1e3 && settings.bitsPerSecond <= 1e13))
        throw usageError(Text::tr("The bandwidth is %1 bits per second; expected 1000 to 1e13.",
                                  significant(settings.bitsPerSecond)));
    if (!(settings.delay >= 0 && settings.delay <= 1e4))
        throw usageError(Text::tr("The delay is %1 ms; expected 0 to 10000 ms.", significant(settings.delay)));
}

void requireProcessors(const Plan& plan) {
    const DeviceReport report = listDevices();
    const bool automatic = std::ranges::find(plan.devices, "auto") != plan.devices.end();
    for (const DeviceInfo& device : report.gpus())
        if (automatic || std::ranges::find(plan.devices, device.id) != plan.devices.end())
            throw usageError(Text::tr("The model of many hosts is of towers on processors, whose gradients are summed "
                                      "by Gloo; %1 is a GPU. Choose the device cpu.",
                                      device.id));
}

// With as many further ranks as keep all cores of this machine as busy as the hosts' are.
RankTrial trialOf(SumLayout sum, const HostScalingSettings& settings) {
    const int towers = sum == SumLayout::Ring ? 1 : settings.towersPerHost;
    return {towers, std::max(1, usableCores() / (towers * threadsOf(settings))) - 1};
}

// Adds one more measurement.
void measureRound(HostScalingFinding& finding, const Plan& plan, const std::shared_ptr<const DataSet>& data,
                  SumLayout sum, const std::stop_token& stop) {
    RankWork& work = finding.measured.work[placeOf(sum)];
    SumCost& cost = finding.measured.cost[placeOf(sum)];
    if (sum == SumLayout::Hierarchical)
        cost = finding.measured.cost[placeOf(SumLayout::Ring)];
    else
        cost = leastOf(cost, measureSums(sum == SumLayout::SixteenBits));
    if (sum == SumLayout::Hierarchical && finding.settings.towersPerHost == 1) // the same as a ring
        work = finding.measured.work[placeOf(SumLayout::Ring)];
    else
        work = joinedWork(work, measureRank(plan, data, trialOf(sum, finding.settings), stop));
}

HostForecast forecastAt(const HostMeasurements& measured, const HostScalingSettings& settings, int hosts,
                        SumLayout sum) {
    const RankWork& work = measured.work[placeOf(sum)];
    const int ofHost = sum == SumLayout::Ring ? settings.towersPerHost : 1;
    const HostLink link =
        hosts > 1 ? HostLink{kPayload * settings.bitsPerSecond / 8 / 1000, settings.delay} : HostLink{};
    HostForecast forecast;
    forecast.step =
        forecastOf(work, measured.cost[placeOf(sum)], link, {hosts * ofHost, settings.coresPerHost / ofHost});
    forecast.imagesPerSecond = 1000.0 * static_cast<double>(work.images * hosts * ofHost) / forecast.step.milliseconds;
    return forecast;
}

double speedOf(const HostPoint& point, SumLayout sum) { return point.by[placeOf(sum)].imagesPerSecond; }

// What a step to more hosts adds, as a part of what it should.
double gainOf(const HostPoint& less, const HostPoint& more, SumLayout sum) {
    return (speedOf(more, sum) / speedOf(less, sum) - 1) / (static_cast<double>(more.hosts) / less.hosts - 1);
}

Text titleOf(SumLayout sum) {
    switch (sum) {
    case SumLayout::Ring:
        return Text::tr("a ring of all towers");
    case SumLayout::Hierarchical:
        return Text::tr("one gradient of each host");
    case SumLayout::SixteenBits:
        return Text::tr("one gradient of each host in 16 bits");
    }
    return {};
}

Text sentenceOf(const std::vector<HostPoint>& points, SumLayout sum) {
    const int most = worthwhileHosts(points, sum);
    const auto at = std::ranges::find(points, most, &HostPoint::hosts);
    const Number perCent = decimals(100 * at->by[placeOf(sum)].efficiency, 0);
    if (at + 1 == points.end())
        return Text::tr("With %1, every doubling up to %2 hosts pays; their efficiency is %3 %.", titleOf(sum), most,
                        perCent);
    const Number factor = significant(speedOf(at[1], sum) / speedOf(*at, sum), 3);
    return Text::plural("With %1 it stops paying after %n hosts (efficiency %2 %): %3 are %4x as fast.",
                        "With %1 it stops paying after %n host (efficiency %2 %): %3 are %4x as fast.", most,
                        titleOf(sum), perCent, at[1].hosts, factor);
}

// The whole of `text` as a number and one of these units.
struct Unit {
    const char* name;
    double factor;
};
double numberWithUnit(const std::string& option, const std::string& text, std::span<const Unit> units,
                      const std::string& example) {
    double number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, code] = std::from_chars(text.data(), end, number);
    const auto unit = std::ranges::find(units, std::string(stop, end), &Unit::name);
    if (code != std::errc() || unit == units.end())
        throw usageError(
            Text::tr("%1 is '%2'; expected a number with its unit, such as %3.", option, text.substr(0, 40), example));
    return number * unit->factor;
}

} // namespace

std::string sumLayoutName(SumLayout sum) {
    return sum == SumLayout::Ring ? "ring" : sum == SumLayout::Hierarchical ? "hierarchical" : "16-bit";
}

std::vector<HostPoint> forecastHosts(const HostMeasurements& measured, const HostScalingSettings& settings) {
    std::vector<HostPoint> points;
    const double alone = forecastAt(measured, settings, 1, SumLayout::Hierarchical).imagesPerSecond;
    for (const int hosts : towerLadder(settings.hostsUpTo)) {
        points.push_back({.hosts = hosts, .by = {}});
        for (const SumLayout sum : kSumLayouts) {
            HostForecast& forecast = points.back().by[placeOf(sum)];
            forecast = forecastAt(measured, settings, hosts, sum);
            forecast.efficiency = forecast.imagesPerSecond / (alone * hosts);
        }
    }
    return points;
}

int worthwhileHosts(const std::vector<HostPoint>& points, SumLayout sum) {
    for (std::size_t i = 1; i < points.size(); ++i)
        if (gainOf(points[i - 1], points[i], sum) < kWorthwhile)
            return points[i - 1].hosts;
    return points.back().hosts;
}

std::vector<Text> sentencesOf(const std::vector<HostPoint>& points) {
    std::vector<Text> sentences;
    for (const SumLayout sum : kSumLayouts)
        sentences.push_back(sentenceOf(points, sum));
    return sentences;
}

HostScalingFinding measureHostScaling(const Plan& plan, const HostScalingSettings& settings, std::stop_token stop) {
    HostScalingFinding finding;
    finding.settings = settings;
    if (settings.coresPerHost == 0)
        finding.settings.coresPerHost = usableCores();
    check(finding.settings);
    validate(plan);
    requireProcessors(plan);
    Plan each = plan;
    if (plan.globalBatch > 0)
        each.batchPerTower = std::max<std::int64_t>(1, plan.globalBatch / plan.towers);
    const auto data = openData(each);
    constexpr int kRounds = 3; // in turn: a machine that slows down meanwhile does not favour one of them
    for (int round = 0; round < kRounds; ++round)
        for (const SumLayout sum : kSumLayouts) {
            each.wirePrecision = sum == SumLayout::SixteenBits ? "bf16" : "fp32";
            measureRound(finding, each, data, sum, stop);
            finding.stopped = stop.stop_requested();
            if (finding.stopped)
                return finding;
        }
    finding.points = forecastHosts(finding.measured, finding.settings);
    finding.sentences = sentencesOf(finding.points);
    return finding;
}

double bitsPerSecondFrom(const std::string& option, const std::string& text) {
    static constexpr std::array kUnits{Unit{"gbit", 1e9}, Unit{"mbit", 1e6}, Unit{"kbit", 1e3}};
    return numberWithUnit(option, text, kUnits, "1gbit or 200mbit");
}

double millisecondsFrom(const std::string& option, const std::string& text) {
    static constexpr std::array kUnits{Unit{"ms", 1}, Unit{"us", 1e-3}, Unit{"s", 1e3}};
    return numberWithUnit(option, text, kUnits, "0.1ms or 50us");
}

} // namespace belfry

#include "app/cli/scaling_hosts.h"

#include "app/cli/command.h"
#include "app/cli/formatting.h"
#include "app/cli/interrupt.h"
#include "app/cli/number_options.h"
#include "core/base/error.h"
#include "core/base/number_in.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdio>
#include <optional>

namespace belfry::cli {
namespace {

using Json = nlohmann::json;

constexpr const char* kMost = "1024";

Json workJson(const RankWork& work) {
    Json buckets = Json::array();
    for (const SummedBucket& bucket : work.buckets)
        buckets.push_back({{"bytes", bucket.bytes}, {"lead_milliseconds", bucket.lead}});
    return {{"compute_milliseconds", work.compute},
            {"update_milliseconds", work.update},
            {"threads", work.threads},
            {"images", work.images},
            {"buckets", buckets}};
}

Json costJson(const SumCost& cost) {
    return {{"start_milliseconds", cost.start},
            {"hop_milliseconds", cost.hop},
            {"milliseconds_per_megabyte", 1e6 * cost.perByte},
            {"core_milliseconds_per_hop", cost.cpuPerHop},
            {"core_milliseconds_per_megabyte", 1e6 * cost.cpuPerByte}};
}

Json forecastJson(const HostForecast& forecast) {
    return {{"step_milliseconds", forecast.step.milliseconds}, {"slowest_milliseconds", forecast.step.slowest},
            {"exchange_milliseconds", forecast.step.visible},  {"sent_bytes", forecast.step.sentBytes},
            {"images_per_second", forecast.imagesPerSecond},   {"efficiency", forecast.efficiency}};
}

Json findingJson(const HostScalingFinding& finding) {
    Json measured, points = Json::array();
    for (std::size_t i = 0; i < kSumLayouts.size(); ++i)
        measured[sumLayoutName(kSumLayouts[i])] = {{"work", workJson(finding.measured.work[i])},
                                                   {"sums", costJson(finding.measured.cost[i])}};
    for (const HostPoint& point : finding.points) {
        points.push_back({{"hosts", point.hosts}, {"towers", point.hosts * finding.settings.towersPerHost}});
        for (std::size_t i = 0; i < kSumLayouts.size(); ++i)
            points.back()[sumLayoutName(kSumLayouts[i])] = forecastJson(point.by[i]);
    }
    return {{"bits_per_second", finding.settings.bitsPerSecond},
            {"delay_milliseconds", finding.settings.delay},
            {"towers_per_host", finding.settings.towersPerHost},
            {"cores_per_host", finding.settings.coresPerHost},
            {"measured", measured},
            {"points", points},
            {"sentences", englishOf(finding.sentences)},
            {"stopped", finding.stopped}};
}

// Hosts have names for train --hosts.
int hostCount(const std::string& text) {
    const std::optional<int> hosts = numberIn<int>(text);
    if (!hosts)
        throw usageError(Text::tr("--hosts is '%1'; here it is up to how many hosts the model goes: expected a number "
                                  "from 2 to 1024, or none. To train on hosts with names use train --hosts.",
                                  text.substr(0, 80)));
    return *hosts;
}

void printMeasured(const HostScalingFinding& finding) {
    const RankWork& work = finding.measured.work[placeOf(SumLayout::Hierarchical)];
    const SumCost& whole = finding.measured.cost[placeOf(SumLayout::Hierarchical)];
    const SumCost& half = finding.measured.cost[placeOf(SumLayout::SixteenBits)];
    double bytes = 0;
    for (const SummedBucket& bucket : work.buckets)
        bytes += bucket.bytes;
    std::printf("Measured here: a step of %s in %s ms and an update in %s ms; sums of 32 and 16 bits take %s and %s ms "
                "of a core for each MB, %s ms for each message.\n",
                counted(work.images, "images", "image").c_str(), fixed(expectedLargest(work.compute, 1), 2).c_str(),
                fixed(work.update, 2).c_str(), fixed(1e6 * whole.cpuPerByte, 2).c_str(),
                fixed(1e6 * half.cpuPerByte, 2).c_str(), fixed(whole.hop, 2).c_str());
    std::printf("Given: a link of %s Mbit/s and %s ms for each host, with %s and %s cores. A gradient has %s MB.\n\n",
                grouped(std::llround(finding.settings.bitsPerSecond / 1e6)).c_str(),
                significant(finding.settings.delay, 3).english().c_str(),
                counted(finding.settings.towersPerHost, "towers", "tower").c_str(),
                significant(finding.settings.coresPerHost, 3).english().c_str(), fixed(bytes / 1e6, 1).c_str());
}

void print(const HostScalingFinding& finding) {
    printMeasured(finding);
    std::printf("%6s %6s", "", "");
    for (const char* title : {"ring of all towers", "one gradient a host", "the same in 16 bits"})
        std::printf("  | %36s", title);
    std::printf("\n%6s %6s", "hosts", "towers");
    for (std::size_t i = 0; i < kSumLayouts.size(); ++i)
        std::printf("  | %9s %9s %10s %5s", "step ms", "exchange", "images/s", "eff.");
    std::printf("\n");
    for (const HostPoint& point : finding.points) {
        std::printf("%6d %6d", point.hosts, point.hosts * finding.settings.towersPerHost);
        for (const HostForecast& forecast : point.by)
            std::printf("  | %9s %9s %10s %5s", fixed(forecast.step.milliseconds, 1).c_str(),
                        fixed(forecast.step.visible, 1).c_str(),
                        grouped(std::llround(forecast.imagesPerSecond)).c_str(),
                        perCent(forecast.efficiency, 0).c_str());
        std::printf("\n");
    }
    std::printf("\n");
    for (const Text& sentence : finding.sentences)
        std::printf("%s\n", sentence.english().c_str());
}

} // namespace

HostScalingOptions::HostScalingOptions(CLI::App& app) {
    constexpr const char* kGroup = "Many hosts";
    app.add_option("--hosts", hosts_,
                   std::string("Instead of measuring more towers: a model of 2, 4, 8, ... hosts and this many [") +
                       kMost + "], from what one host takes here")
        ->expected(0, 1)
        ->default_str(kMost)
        ->group(kGroup);
    app.add_option("--bandwidth", bandwidth_, "Of each host's link, each way, such as 1gbit [10gbit]")->group(kGroup);
    app.add_option("--delay", delay_, "From host to host, one way, such as 0.1ms [0.05ms]")->group(kGroup);
    addNumber(app, "--towers-per-host", towersPerHost_, "Towers of each host, which share its cores [1]")
        ->group(kGroup);
    addNumber(app, "--cores-per-host", coresPerHost_, "Cores of each host, at most this machine's [all]")
        ->group(kGroup);
}

std::optional<HostScalingSettings> HostScalingOptions::settings() const {
    if (!hosts_) {
        for (const auto& [given, option] : {std::pair{bandwidth_.has_value(), "--bandwidth"},
                                            {delay_.has_value(), "--delay"},
                                            {towersPerHost_.has_value(), "--towers-per-host"},
                                            {coresPerHost_.has_value(), "--cores-per-host"}})
            if (given)
                throw usageError(Text::tr("%1 has no effect without --hosts. Give --hosts too, or leave it out.",
                                          std::string(option)));
        return std::nullopt;
    }
    HostScalingSettings settings;
    settings.hostsUpTo = hostCount(hosts_->empty() ? kMost : *hosts_);
    if (bandwidth_)
        settings.bitsPerSecond = bitsPerSecondFrom("--bandwidth", *bandwidth_);
    if (delay_)
        settings.delay = millisecondsFrom("--delay", *delay_);
    settings.towersPerHost = towersPerHost_.value_or(settings.towersPerHost);
    if (coresPerHost_ && !(*coresPerHost_ > 0))
        throw usageError(Text::tr("--cores-per-host is %1; expected more than 0.", significant(*coresPerHost_)));
    settings.coresPerHost = coresPerHost_.value_or(0);
    return settings;
}

int modelHosts(const Plan& plan, const HostScalingSettings& settings, bool json) {
    holdInterrupts();
    const Stopper stopper;
    HostScalingFinding finding;
    try {
        finding = measureHostScaling(plan, settings, stopper.token());
    } catch (const Error& error) {
        if (error.category() != ErrorCategory::Training)
            throw;
        std::fprintf(stderr, "belfry-cli: %s\n", oneLine(error.what()).c_str());
        return 1;
    }
    if (json)
        printJson(findingJson(finding));
    else if (!finding.stopped)
        print(finding);
    return finding.stopped ? kStoppedByUser : 0;
}

} // namespace belfry::cli

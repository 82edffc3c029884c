// What more hosts than there are would give: the model of rank_model.h with this machine's measurements, for three ways
// to sum gradients. No run is created or changed. Free of torch.
#pragma once

#include "core/base/text.h"
#include "core/study/rank_model.h"
#include "core/train/plan.h"

#include <array>
#include <stop_token>
#include <string>
#include <vector>

namespace belfry {

enum class SumLayout {
    Ring,         // every tower is a rank: one ring through all towers of all hosts
    Hierarchical, // every host is a rank: its towers' gradients are added there, one gradient leaves the host
    SixteenBits   // the same, rounded to 16 bits
};
inline constexpr std::array kSumLayouts{SumLayout::Ring, SumLayout::Hierarchical, SumLayout::SixteenBits};
constexpr std::size_t placeOf(SumLayout sum) { return static_cast<std::size_t>(sum); } // in kSumLayouts
std::string sumLayoutName(SumLayout sum); // "ring", "hierarchical", "16-bit"

struct HostScalingSettings {
    int hostsUpTo = 1024;
    int towersPerHost = 1;
    double coresPerHost = 0;     // at most this machine's; 0: all of them
    double bitsPerSecond = 1e10; // of each host's link, each way
    double delay = 0.05;         // milliseconds from host to host, one way, beside that of the loopback
};

struct HostForecast {
    StepForecast step;
    double imagesPerSecond = 0;
    double efficiency = 0; // beside as many hosts alone
};

struct HostPoint {
    int hosts = 1;
    std::array<HostForecast, kSumLayouts.size()> by; // in the order of kSumLayouts
};

// What was measured, by way of summing.
struct HostMeasurements {
    std::array<RankWork, kSumLayouts.size()> work;
    std::array<SumCost, kSumLayouts.size()> cost;
};

struct HostScalingFinding {
    HostScalingSettings settings; // with the number of cores
    HostMeasurements measured;
    std::vector<HostPoint> points; // 1, 2, 4, ... hosts
    std::vector<Text> sentences;   // where it stops paying
    bool stopped = false;          // before its end
};

// Blocks for some seconds; every tower keeps the plan's batch. Throws Error for settings or a plan that cannot be, for
// towers on GPUs, and of the category Training when steps fail.
HostScalingFinding measureHostScaling(const Plan& plan, const HostScalingSettings& settings, std::stop_token stop = {});

// The arithmetic of it. settings.coresPerHost is not 0.
std::vector<HostPoint> forecastHosts(const HostMeasurements& measured, const HostScalingSettings& settings);

// The most hosts up to which each doubling adds at least half of what it should; the last point's if all do.
int worthwhileHosts(const std::vector<HostPoint>& points, SumLayout sum);
std::vector<Text> sentencesOf(const std::vector<HostPoint>& points);

// "1gbit", "200mbit", "25.6gbit": bits per second. "0.1ms", "50us", "1s": milliseconds. Throw Error(Usage) with the
// option's name for anything else.
double bitsPerSecondFrom(const std::string& option, const std::string& text);
double millisecondsFrom(const std::string& option, const std::string& text);

} // namespace belfry

#include "core/study/rank_model.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>

namespace belfry {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr double kTiny = 1e-9;                                  // milliseconds or bytes: less is rounding
constexpr double kLargestMessage = 1 << 20, kLeastMessages = 2; // of a rank in a round: Gloo's
constexpr std::size_t kAtATime = 2;                             // sums: the threads of a group (core/ranks)
constexpr double kGatheredBytes = 200;                          // about, of each rank

// What one sum is to a rank: time for its messages' way, then bytes for the link.
struct Traffic {
    double lead = 0;    // of computing that is left when it can begin
    double waiting = 0; // that no other sum needs the link for
    double bytes = 0;   // to send
};

// One step of a rank.
class StepSimulation {
public:
    StepSimulation(const RankWork& work, const SumCost& cost, const HostLink& link, const RankLayout& layout)
        : cost_(cost), link_(link), layout_(layout), threads_(work.threads) {
        const double others = layout.ranks - 1;
        perByte_ = std::max(cost.perByte, link.bytesPerMillisecond > 0 ? 1 / link.bytesPerMillisecond : 0);
        for (const SummedBucket& bucket : work.buckets)
            traffic_.push_back(sumOf(bucket.bytes, 2 * others, bucket.lead));
        traffic_.push_back(sumOf(kGatheredBytes * layout.ranks, others, 0));
    }

    // From the beginning of computing until all is summed.
    double milliseconds(double compute) {
        computing_ = compute;
        double time = 0;
        while (computing_ > kTiny || !traffic_.empty()) {
            const Rates rates = ratesNow();
            const double step = untilChange(rates);
            advance(rates, step);
            time += step;
        }
        return time;
    }

private:
    struct Rates { // of progress: 1 is as measured
        double compute = 0, sums = 0;
    };

    // rounds: messages to the next rank, one after another.
    Traffic sumOf(double bytes, double rounds, double lead) const {
        const double ofRound = bytes / layout_.ranks;
        const double messages = std::max(kLeastMessages, std::ceil(ofRound / kLargestMessage));
        const double alone = std::max(ofRound * perByte_, cost_.hop + link_.delay + ofRound / messages * perByte_);
        return {lead, cost_.start + rounds * (alone - ofRound * perByte_), rounds * ofRound};
    }

    bool hasBegun(std::size_t at) const {
        return at < std::min(kAtATime, traffic_.size()) && traffic_[at].lead >= computing_ - kTiny;
    }
    // The first one that is ready to: later ones wait for the link.
    std::size_t sending() const {
        for (std::size_t at = 0; hasBegun(at); ++at)
            if (traffic_[at].waiting <= kTiny)
                return at;
        return traffic_.size();
    }

    // Threads that want less than a fair part of the cores have what they want; the others share the rest.
    Rates ratesNow() const {
        double wanted = sending() < traffic_.size() && perByte_ > 0 ? cost_.cpuPerByte / perByte_ : 0;
        for (std::size_t at = 0; hasBegun(at); ++at)
            if (traffic_[at].waiting > kTiny && at != sending())
                wanted += cost_.hop + link_.delay > 0 ? cost_.cpuPerHop / (cost_.hop + link_.delay) : 0;
        const double computing = computing_ > kTiny ? threads_ : 0;
        if (computing + wanted <= layout_.cores)
            return {1, 1};
        const double parallel = std::max(1.0, wanted); // threads of the sums
        const double given = wanted > 0 ? std::min(wanted, layout_.cores * parallel / (computing + parallel)) : 0;
        return {computing > 0 ? std::min(1.0, (layout_.cores - given) / computing) : 0,
                wanted > 0 ? std::min(1.0, given / wanted) : 1};
    }

    double untilChange(const Rates& rates) const {
        double next = kNever;
        if (computing_ > kTiny) {
            next = computing_ / rates.compute;
            for (const Traffic& one : traffic_)
                if (one.lead < computing_ - kTiny && one.lead > 0)
                    next = std::min(next, (computing_ - one.lead) / rates.compute);
        }
        for (std::size_t at = 0; hasBegun(at); ++at)
            if (traffic_[at].waiting > kTiny)
                next = std::min(next, traffic_[at].waiting / rates.sums);
        if (const std::size_t at = sending(); at < traffic_.size())
            next = std::min(next, traffic_[at].bytes * perByte_ / rates.sums);
        return next;
    }

    void advance(const Rates& rates, double step) {
        const std::size_t sends = sending();
        for (std::size_t at = 0; hasBegun(at); ++at)
            if (at != sends)
                traffic_[at].waiting -= rates.sums * step;
        if (sends < traffic_.size())
            traffic_[sends].bytes -= perByte_ > 0 ? rates.sums * step / perByte_ : traffic_[sends].bytes;
        computing_ -= computing_ > kTiny ? rates.compute * step : 0;
        std::erase_if(traffic_, [this](const Traffic& one) {
            return one.bytes * perByte_ <= kTiny && one.waiting <= kTiny && one.lead >= computing_ - kTiny;
        });
    }

    const SumCost& cost_;
    const HostLink& link_;
    const RankLayout& layout_;
    double threads_, perByte_ = 0;
    double computing_ = 0;         // that is left
    std::vector<Traffic> traffic_; // that is not done
};

double meanOf(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

} // namespace

double expectedLargest(std::vector<double> sample, int count) {
    std::ranges::sort(sample);
    const auto size = static_cast<double>(sample.size());
    double mean = 0, below = 0; // the probability that all are at most the value before
    for (std::size_t i = 0; i < sample.size(); ++i) {
        const double atMost = std::pow(static_cast<double>(i + 1) / size, count);
        mean += sample[i] * (atMost - below);
        below = atMost;
    }
    return mean;
}

RankWork joinedWork(const RankWork& one, const RankWork& other) {
    if (one.compute.empty() || other.compute.empty())
        return one.compute.empty() ? other : one;
    RankWork both = one;
    std::ranges::copy(other.compute, std::back_inserter(both.compute));
    const double part = static_cast<double>(other.compute.size()) / static_cast<double>(both.compute.size());
    both.update = std::lerp(one.update, other.update, part);
    for (std::size_t i = 0; i < both.buckets.size(); ++i)
        both.buckets[i].lead = std::lerp(one.buckets[i].lead, other.buckets[i].lead, part);
    return both;
}

SumCost leastOf(const SumCost& one, const SumCost& other) {
    if (one.perByte == 0 || other.perByte == 0)
        return one.perByte == 0 ? other : one;
    return {std::min(one.start, other.start), std::min(one.hop, other.hop), std::min(one.perByte, other.perByte),
            std::min(one.cpuPerHop, other.cpuPerHop), std::min(one.cpuPerByte, other.cpuPerByte)};
}

double gainOfHalfTheBytes(double step, double visible, double onTheWay) {
    const double saved = std::min(visible, onTheWay / 2);
    return step > saved ? step / (step - saved) : 1;
}

StepForecast forecastOf(const RankWork& work, const SumCost& cost, const HostLink& link, const RankLayout& layout) {
    const double turns = std::max(1.0, work.threads / layout.cores); // where threads share cores
    const double mean = meanOf(work.compute), largest = expectedLargest(work.compute, layout.ranks);
    StepForecast forecast;
    forecast.slowest = turns * (largest - mean);
    if (layout.ranks > 1)
        forecast.visible =
            std::max(0.0, StepSimulation(work, cost, link, layout).milliseconds(largest) - turns * largest);
    forecast.milliseconds = turns * (largest + work.update) + forecast.visible;
    for (const SummedBucket& bucket : work.buckets)
        forecast.sentBytes += bucket.bytes * 2 * (layout.ranks - 1) / layout.ranks;
    return forecast;
}

} // namespace belfry

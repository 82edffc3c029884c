#include "core/train/placement.h"

#include "core/base/error.h"
#include "core/base/suggest.h"
#include "core/feed/feed.h"
#include "core/model/hidden_matrices.h"
#include "core/tower/cuda_steps.h"
#include "core/tower/prediction_part.h"
#include "core/train/choice_text.h"
#include "core/train/plan_shares.h"

#include <algorithm>
#include <set>
#include <utility>

namespace belfry {
namespace {

Number gibibytes(double bytes) { return decimals(bytes / (1024.0 * 1024.0 * 1024.0), 2); }

std::vector<std::string> resolveNames(const Plan& plan, const DeviceReport& report, std::vector<Text>& remarks) {
    std::vector<std::string> known, names;
    std::ranges::transform(report.devices, std::back_inserter(known), &DeviceInfo::id);
    const auto add = [&names](const std::string& name) {
        if (std::ranges::find(names, name) == names.end())
            names.push_back(name);
    };
    for (const std::string& name : plan.devices) {
        if (name == "auto") {
            for (const std::string& id : known)
                if (id != "cpu")
                    add(id);
            if (names.empty()) {
                add("cpu");
                if (!report.cudaProblem.empty())
                    remarks.push_back(report.cudaProblem);
            }
            for (const UnusableDevice& left : report.unusable)
                remarks.push_back(left.reason);
        } else if (const auto left = std::ranges::find(report.unusable, name, &UnusableDevice::id);
                   left != report.unusable.end()) {
            throw Error(ErrorCategory::Device, left->reason);
        } else if (std::ranges::find(known, name) == known.end()) {
            throw usageError(Text::sentences({unknownName(Text::tr("device"), name, known),
                                              name.starts_with("cuda") ? report.cudaProblem : Text()}));
        } else {
            add(name);
        }
    }
    return names;
}

const DeviceInfo& infoOf(const DeviceReport& report, const std::string& id) {
    return *std::ranges::find(report.devices, id, &DeviceInfo::id);
}

// Of the batches that wait, the one that the towers work on, and those that the host is ahead of devices by. In double:
// a plan may ask for any number.
double queueBytes(const Plan& plan, const Blueprint& blueprint, bool onDevices) {
    const double batches = plan.queueCapacity + 1.0 + (onDevices && !plan.asynchronous() ? kMaxInFlightSteps : 0);
    return batches * static_cast<double>(plan.imagesPerStep()) * static_cast<double>(blueprint.image.bytes());
}

// A tower trains, and between answers for the images of an evaluation; `vectors`: beside weights and gradient.
std::int64_t towerBytes(const Plan& plan, const Blueprint& blueprint, std::int64_t batch, int vectors) {
    const Precision precision = precisionOf(plan);
    return std::max(blueprint.memoryEstimate(batch, vectors, precision),
                    blueprint.memoryEstimate(0, vectors, precision) + predictionBytes(blueprint));
}

// In the computer's memory, wherever the towers are: the best weights and the newest snapshot, and while a checkpoint
// is written its weights, the best ones once more, and what the optimizer and the moving average keep.
std::int64_t copiedBytes(const Blueprint& blueprint, int vectors) { return blueprint.flatSize * 4 * (4 + vectors); }

// The same with a feed, and what it keeps on devices.
Placement withFeed(Placement placement, const std::string& feed, const Blueprint& blueprint, std::int64_t trainImages) {
    placement.feed = feed;
    for (const std::string& id : placement.devices) {
        const auto first = std::ranges::find(placement.towers, id, &TowerPlacement::device);
        if (feed == "resident" && id != "cpu" && first != placement.towers.end())
            first->memoryBytes += trainImages * blueprint.image.bytes();
    }
    return placement;
}

Text lackSentence(const DeviceInfo& device, double needed, double available, const std::string& feed) {
    const Number need = gibibytes(needed), free = gibibytes(available),
                 total = gibibytes(static_cast<double>(device.memoryTotal));
    if (feed.empty())
        return Text::tr("The towers on %1 need about %2 GiB, but %3 GiB of its %4 GiB are free. Choose a smaller batch "
                        "per tower, a smaller network or fewer towers.",
                        device.id, need, free, total);
    return Text::tr("The towers on %1 and the feed '%2' need about %3 GiB, but %4 GiB of its %5 GiB are free. Choose "
                    "the feed '%6', a smaller batch per tower, a smaller network or fewer towers.",
                    device.id, feedName(feed), need, free, total, feedName("direct"));
}

// Which memory is too small, in one sentence; "" if all fits. host: bytes that no tower includes.
Text lackOf(const Placement& placement, const DeviceReport& report, double host) {
    const std::string& feed = placement.feed;
    for (const DeviceInfo& device : report.devices) {
        double needed = device.id == "cpu" ? host : 0.0;
        for (const TowerPlacement& tower : placement.towers)
            needed += tower.device == device.id ? static_cast<double>(tower.memoryBytes) : 0.0;
        if (device.memoryTotal < 0)
            continue;
        // A container or a part of a GPU may not report what is used: then the total is the limit.
        const std::int64_t available = device.memoryTotal - std::max<std::int64_t>(device.memoryUsed, 0);
        const bool keepsImages = feed == (device.id == "cpu" ? "queue" : "resident");
        if (needed > static_cast<double>(available))
            return lackSentence(device, needed, static_cast<double>(available), keepsImages ? feed : "");
    }
    return {};
}

void checkExchange(const Placement& placement) {
    if (placement.exchange == "auto")
        return; // it takes one that fits
    if (const Text refusal = exchangeRefusal(placement.exchange, devicesOf(placement.towers)); !refusal.empty())
        throw usageError(refusal);
}

void checkPrecision(Precision precision, const Placement& placement, const DeviceReport& report,
                    std::vector<Text>& remarks) {
    if (precision == Precision::Tf32 && std::ranges::count(placement.devices, "cpu") > 0)
        remarks.push_back(Text::tr("The CPU has no tf32: it computes in fp32."));
    if (precision != Precision::Bf16)
        return;
    for (const std::string& id : placement.devices) {
        const DeviceInfo& device = infoOf(report, id);
        if (device.bf16)
            continue;
        if (id != "cpu")
            throw Error(ErrorCategory::Device,
                        Text::tr("%1 (%2) cannot train in bf16: its compute capability is %3.%4, at least 8.0 is "
                                 "needed. Choose the precision fp32 or another device.",
                                 id, device.name, device.computeMajor, device.computeMinor));
        remarks.push_back(Text::tr("This processor has no instructions for bf16: the run rounds numbers as others do, "
                                   "but is not faster than in fp32."));
    }
}

void remarkSharing(const Placement& placement, std::vector<Text>& remarks) {
    for (const std::string& id : placement.devices) {
        const auto count = std::ranges::count(placement.towers, id, &TowerPlacement::device);
        if (count > 1)
            remarks.push_back(Text::tr("%1 towers share %2.", count, id));
        if (count == 0)
            remarks.push_back(Text::tr("No tower runs on %1: there are fewer towers than devices.", id));
    }
}

} // namespace

bool haveGpusOfTheirOwn(const std::vector<TowerPlacement>& towers) {
    std::set<std::pair<std::string, std::string>> gpus;
    return std::ranges::all_of(towers, [&gpus](const TowerPlacement& tower) {
        return tower.device != "cpu" && gpus.emplace(tower.host, tower.pciBusId).second;
    });
}

void requireLikeGpus(const Plan& plan, const std::vector<TowerPlacement>& towers) {
    if (!makeOptimizer(optimizerSettings(plan))->orthogonalises())
        return;
    const auto onGpu = [](const TowerPlacement& tower) { return tower.device != "cpu"; };
    const auto first = std::ranges::find_if(towers, onGpu);
    for (const TowerPlacement& tower : towers)
        if (onGpu(tower) && tower.deviceName != first->deviceName)
            throw usageError(
                Text::tr("The optimizer '%1' multiplies matrices on every GPU, and %2 and %3 round differently: their "
                         "weights would part. Choose GPUs of one kind, the exchange 'first' or another optimizer.",
                         plan.optimizer, first->deviceName, tower.deviceName));
}

std::vector<std::string> devicesOf(const std::vector<TowerPlacement>& towers) {
    std::vector<std::string> devices;
    std::ranges::transform(towers, std::back_inserter(devices), &TowerPlacement::device);
    return devices;
}

Placement placeTowers(const Plan& plan, const Blueprint& blueprint, const DeviceReport& report,
                      std::int64_t trainImages, const OwnTowers& own, bool streamed) {
    Placement placement;
    placement.devices = resolveNames(plan, report, placement.remarks);
    checkPrecision(precisionOf(plan), placement, report, placement.remarks);
    const auto optimizer = makeOptimizer(optimizerSettings(plan));
    const std::int64_t meanwhile = optimizer->orthogonalises() ? orthogonaliseBytes(blueprint) : 0;
    const int vectors =
        optimizer->stateVectors() + (plan.averages() ? 1 : 0) + (plan.lookaheadEvery > 0 ? 1 : 0); // kept by the update
    const int end = own.count < 0 ? plan.towers : own.first + own.count;
    for (int t = own.first; t < end; ++t) {
        const DeviceInfo& device =
            infoOf(report, placement.devices[static_cast<std::size_t>(t - own.first) % placement.devices.size()]);
        const std::int64_t batch = towerBatch(plan, t, shareFractions(plan));
        placement.towers.push_back({t, device.id, device.name, device.pciBusId, 0,
                                    towerBytes(plan, blueprint, batch, vectors) + meanwhile, batch});
    }
    const auto cpuTowers = static_cast<int>(std::ranges::count(placement.towers, "cpu", &TowerPlacement::device));
    for (TowerPlacement& tower : placement.towers)
        if (tower.device == "cpu")
            tower.threads = std::max(1, usableCores() / (cpuTowers + own.beside));
    double host = 0;
    if (const auto first = std::ranges::find(placement.towers, "cpu", &TowerPlacement::device);
        first != placement.towers.end())
        first->memoryBytes += copiedBytes(blueprint, vectors);
    else
        host = static_cast<double>(copiedBytes(blueprint, vectors) + meanwhile);
    const auto lack = [&](const Placement& fed) {
        return lackOf(fed, report, host + (fed.feed == "queue" ? queueBytes(plan, blueprint, cpuTowers == 0) : 0.0));
    };
    const std::vector<std::string> devices = devicesOf(placement.towers);
    const std::string feed = resolveFeed(plan.feed, devices, trainImages * blueprint.image.bytes(), streamed);
    Placement fed = withFeed(placement, feed, blueprint, trainImages);
    if (feed != plan.feed && feed == "resident" && !lack(fed).empty())
        fed = withFeed(placement, "queue", blueprint, trainImages);
    if (const Text sentence = lack(fed); !sentence.empty())
        throw Error(ErrorCategory::Device, sentence);
    placement = std::move(fed);
    placement.exchange = resolveExchange(plan.exchange, devices);
    checkExchange(placement);
    const bool mayReplicate = placement.exchange == "auto" || !isCentral(placement.exchange);
    if (mayReplicate && exchangeRefusal("allreduce", devices).empty())
        requireLikeGpus(plan, placement.towers);
    if (plan.asynchronous() && plan.towers > 1 && blueprint.synchronisedLayers() > 0)
        throw usageError(
            Text::tr("Synchronised batch norm needs all towers at the same step, but with the exchange '%1' no "
                     "tower waits for another. Choose another exchange, or batch norm that is not synchronised.",
                     exchangeName(plan.exchange)));
    remarkSharing(placement, placement.remarks);
    return placement;
}

int sessionThreads(const std::vector<TowerPlacement>& towers) {
    const int threads = std::ranges::max(towers, {}, &TowerPlacement::threads).threads;
    return threads > 0 ? threads : usableCores();
}

std::string resolveFeed(const std::string& feed, std::span<const std::string> devices, std::int64_t bytes,
                        bool streamed) {
    if (feed != kByDevice)
        return feed;
    if (std::ranges::count(devices, "cpu") == std::ssize(devices))
        return streamed ? "queue" : "direct";
    return bytes <= kMaxResidentBytes ? "resident" : "queue";
}

// A trial would not choose the same among towers on the CPU each time, where the strategies are about alike.
std::string resolveExchange(const std::string& exchange, std::span<const std::string> devices) {
    if (exchange != kByDevice)
        return exchange;
    if (std::ranges::count(devices, "cpu") > 0)
        return "cpu";
    return devices.size() == 1 ? "first" : "auto";
}

} // namespace belfry

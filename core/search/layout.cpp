#include "core/search/layout.h"

#include "core/base/error.h"
#include "core/base/stopwatch.h"
#include "core/study/pilot.h"
#include "core/train/placement.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <exception>
#include <set>
#include <thread>

namespace belfry {
namespace {

constexpr double kMeasuredSeconds = 0.6; // of each candidate
constexpr double kNoise = 1.03;          // a later candidate must be better by more
constexpr double kManyTowers = 1.2;      // for several towers: their number changes the order of sums
constexpr int kMaxTrialsOnGpu = 4;

// "auto" resolved as for any run.
std::vector<std::string> devicesOf(const SearchPlan& plan, const std::shared_ptr<const DataSet>& data) {
    const Genes first(plan.space.genes.size(), 0);
    return prepareRun(planOf(plan.space, first), data).plan.devices;
}

Layout onGpus(const std::vector<std::string>& gpus, int trialsOnEach, int towers) {
    Layout layout{.trials = 1, .towers = towers, .threads = 1, .devices = gpus};
    if (towers > 1)
        return layout;
    layout.trials = static_cast<int>(gpus.size()) * trialsOnEach;
    for (int i = 1; i < trialsOnEach; ++i)
        layout.devices.insert(layout.devices.end(), gpus.begin(), gpus.end());
    return layout;
}

// The middle choice of every gene: neither the smallest network of the space nor the largest.
Genes middle(const Space& space) {
    Genes genes;
    for (const Gene& gene : space.genes)
        genes.push_back(static_cast<int>(gene.choices().size() / 2));
    return canonical(space, std::move(genes));
}

// Whether the layout matches the numbers that the user gave. Whoever gives the number of parallel trials, and no
// more, gets the search that any other number of them gives: towers, on which the bits depend, are not chosen there.
bool fits(const SearchPlan& plan, const Layout& layout) {
    const int towers = plan.parallel > 0 && plan.towers == 0 ? 1 : plan.towers;
    return (plan.parallel == 0 || plan.parallel == layout.trials) && (towers == 0 || towers == layout.towers);
}

// Shares are of a number of towers, the plan's own.
bool sharesFit(const std::string& shares, int towers) {
    return towers > 1 && (shares == "measured" || std::ranges::count(shares, ',') + 1 == towers);
}

// Networks with all the batches that the space has.
std::vector<Genes> ofEveryBatch(const Space& space) {
    std::vector<Genes> all{Genes(space.genes.size(), 0)};
    const auto batch = std::ranges::find(space.genes, "global_batch", &Gene::name);
    if (batch == space.genes.end())
        return all;
    const auto place = static_cast<std::size_t>(batch - space.genes.begin());
    for (const std::size_t choices = batch->choices().size(); all.size() < choices;) {
        all.push_back(all.back());
        ++all.back()[place];
    }
    return all;
}

// Trains one network of the space in as many sessions as the layout says, for some tenths of a second.
LayoutTrial measureLayout(const Layout& layout, const Plan& trial, std::shared_ptr<const DataSet> data,
                          bool lowPriority, std::stop_token stop) {
    LayoutTrial measured{.layout = layout, .imagesPerSecond = 0, .problem = {}};
    std::vector<double> speeds(static_cast<std::size_t>(layout.trials));
    std::vector<Text> problems(speeds.size());
    {
        std::vector<std::jthread> threads;
        for (int slot = 0; slot < layout.trials; ++slot)
            threads.emplace_back([&, slot] {
                const auto s = static_cast<std::size_t>(slot);
                try {
                    Plan plan = placedPlan(trial, layout, slot);
                    plan.epochs = 1'000'000; // time ends it
                    plan.patience = 0;
                    PilotOptions options;
                    options.steps = 100'000;
                    options.lowPriority = lowPriority;
                    options.seconds = kMeasuredSeconds;
                    const Pilot pilot = runPilot(prepareTrial(plan, layout, data), options, stop);
                    speeds[s] = pilot.imagesPerSecond(plan);
                    problems[s] = pilot.failed ? pilot.reason : Text();
                } catch (const std::exception& error) {
                    problems[s] = messageOf(error);
                }
            });
    }
    for (std::size_t s = 0; s < speeds.size(); ++s) {
        measured.imagesPerSecond += speeds[s];
        if (measured.problem.empty())
            measured.problem = problems[s];
    }
    return measured;
}

} // namespace

nlohmann::json toJson(const Layout& layout) {
    return {
        {"trials", layout.trials}, {"towers", layout.towers}, {"threads", layout.threads}, {"devices", layout.devices}};
}

Layout layoutFromJson(const nlohmann::json& json) {
    Layout layout{json.at("trials").get<int>(), json.at("towers").get<int>(), json.at("threads").get<int>(),
                  json.at("devices").get<std::vector<std::string>>()};
    const auto slots = static_cast<std::size_t>(layout.towers > 1 ? 1 : layout.trials);
    if (layout.trials < 1 || layout.towers < 1 || layout.threads < 1 || layout.devices.size() < slots)
        throw dataError(Text::tr("its layout is invalid"));
    return layout;
}

std::vector<std::string> devicesOf(const Layout& layout, int slot) {
    if (layout.towers > 1)
        return layout.devices;
    return {layout.devices.at(static_cast<std::size_t>(slot))};
}

Layout cpuLayout(int trials, int towers) {
    return {trials, towers, 1, std::vector<std::string>(static_cast<std::size_t>(trials), "cpu")};
}

Layout helperLayout(const Layout& leaders, const std::vector<std::string>& gpus, int cores, int parallel) {
    const auto isCpu = [](const std::string& device) { return device == "cpu"; };
    if (std::ranges::all_of(leaders.devices, isCpu)) {
        Layout layout = cpuLayout(parallel > 0 ? parallel : std::max(1, cores / (leaders.towers * leaders.threads)),
                                  leaders.towers);
        layout.threads = leaders.threads;
        return layout;
    }
    if (gpus.empty())
        throw usageError(Text::tr("The leader trains on GPUs, and this machine has none that can train. Start it on a "
                                  "machine with one, or lead a search on the CPU."));
    const std::set<std::string> distinct(leaders.devices.begin(), leaders.devices.end());
    Layout layout = onGpus(gpus, std::max(1, leaders.trials / static_cast<int>(distinct.size())), leaders.towers);
    layout.threads = leaders.threads;
    if (parallel > 0 && layout.towers == 1) {
        layout.trials = parallel;
        layout.devices.clear();
        for (int i = 0; i < parallel; ++i)
            layout.devices.push_back(gpus[static_cast<std::size_t>(i) % gpus.size()]);
    }
    return layout;
}

std::vector<Layout> layoutCandidates(const std::vector<std::string>& devices, int cores, const SearchPlan& plan) {
    std::vector<Layout> all;
    const bool cpu = devices == std::vector<std::string>{"cpu"};
    if (plan.parallel > 0 && plan.towers > 0) { // nothing is left to choose
        Layout layout = cpuLayout(plan.parallel, plan.towers);
        if (!cpu)
            for (std::size_t i = 0; i < layout.devices.size(); ++i)
                layout.devices[i] = devices[i % devices.size()];
        if (!cpu && plan.parallel == 1)
            layout.devices = devices;
        return {layout};
    }
    if (cpu) {
        const int trials = plan.parallel > 0 ? plan.parallel : cores;
        all.push_back(cpuLayout(trials, 1));
        if (cores > 1)
            all.push_back(cpuLayout(1, plan.towers > 0 ? plan.towers : cores));
    } else {
        const int gpus = static_cast<int>(devices.size());
        for (int each = 1; each <= kMaxTrialsOnGpu; each *= 2)
            all.push_back(onGpus(devices, each, 1));
        if (gpus > 1)
            all.push_back(onGpus(devices, 1, plan.towers > 0 ? plan.towers : gpus));
    }
    std::erase_if(all, [&](const Layout& layout) { return !fits(plan, layout); });
    if (all.empty()) { // no candidate has the number that was given: it is used as given
        SearchPlan whole = plan;
        whole.parallel = std::max(plan.parallel, 1);
        whole.towers = std::max(plan.towers, 1);
        return layoutCandidates(devices, cores, whole);
    }
    return all;
}

Text towersRemark(const SearchPlan& plan, const Layout& layout) {
    if (plan.towers > 0 || layout.towers == 1)
        return {};
    return Text::tr(
        "Every trial uses %1 towers, chosen by measurement. To reproduce this search bit for bit, use --towers %1.",
        layout.towers);
}

Text devicesRemark(const Layout& layout, const std::vector<DeviceInfo>& devices) {
    const std::string& first = layout.devices.front();
    const auto nameOf = [&devices](const std::string& id) {
        const auto found = std::ranges::find(devices, id, &DeviceInfo::id);
        return found == devices.end() ? id : found->name;
    };
    for (const std::string& device : layout.devices)
        if (layout.towers == 1 && nameOf(device) != nameOf(first))
            return Text::tr("The devices are of several kinds (%1, %2), and a trial trains on whichever is free. To "
                            "reproduce this search bit for bit, use devices of one kind: --devices %3.",
                            nameOf(first), nameOf(device), first);
    return {};
}

std::string deviceName(const std::string& id) {
    const DeviceReport report = listDevices();
    const auto found = std::ranges::find(report.devices, id, &DeviceInfo::id);
    return found == report.devices.end() || found->name.empty() ? id : found->name;
}

bool sharesDevices(const Layout& layout, const std::vector<std::string>& devices) {
    return layout.trials > 1 && std::ranges::any_of(
                                    devices,
                                    [&layout](const std::string& device) {
                                        return layout.towers > 1 || std::ranges::count(layout.devices, device) >
                                                                        1; // several towers have all devices
                                    });
}

Plan placedPlan(Plan plan, const Layout& layout, int slot) {
    if (!sharesFit(plan.shares, layout.towers))
        plan.shares.clear();
    plan.globalBatch = plan.imagesPerStep();
    plan.batchPerTower = std::max<std::int64_t>(1, plan.globalBatch / layout.towers);
    plan.towers = layout.towers;
    plan.devices = devicesOf(layout, slot);
    if (plan.devices.front() != "cpu" && (layout.towers == 1 || plan.exchange == kByDevice))
        plan.exchange = "first"; // the variables stay on a device, and all trials use the same exchange
    return plan;
}

PreparedRun prepareTrial(const Plan& placed, const Layout& layout, std::shared_ptr<const DataSet> data) {
    Plan plan = placed;
    if (plan.precision == "tf32") // a switch of the whole process, which every trial's validation would turn
        plan.precision = "fp32";
    PreparedRun run = prepareRun(plan, std::move(data));
    run.beside = sharesDevices(layout, plan.devices);
    for (TowerPlacement& tower : run.placement)
        if (tower.device == "cpu")
            tower.threads = layout.threads;
    return run;
}

void checkDevices(const Layout& layout, const Space& space, const std::shared_ptr<const DataSet>& data) {
    const std::vector<Genes> batches = ofEveryBatch(space);
    for (const Genes& genes : batches)
        prepareTrial(placedPlan(planOf(space, genes), layout, 0), layout, data);
    std::set<std::string> checked{layout.devices.front()};
    for (int slot = 1; slot < layout.trials; ++slot)
        if (checked.insert(layout.devices.at(static_cast<std::size_t>(slot))).second)
            prepareTrial(placedPlan(planOf(space, batches.front()), layout, slot), layout, data);
}

std::vector<Layout> usableLayouts(const SearchPlan& plan, const std::shared_ptr<const DataSet>& data) {
    std::vector<Layout> usable;
    std::exception_ptr problem;
    for (const Layout& layout : layoutCandidates(devicesOf(plan, data), usableCores(), plan))
        try {
            checkDevices(layout, plan.space, data);
            usable.push_back(layout);
        } catch (const Error&) {
            problem = problem ? problem : std::current_exception();
        }
    if (usable.empty())
        std::rethrow_exception(problem);
    return usable;
}

Layout fastestLayout(const std::vector<LayoutTrial>& measured) {
    Layout chosen = measured.front().layout;
    double best = 0; // speed
    for (const LayoutTrial& now : measured) {
        const bool widens = now.layout.towers > 1 && chosen.towers == 1;
        if (now.problem.empty() && now.imagesPerSecond > best * (widens ? kManyTowers : kNoise)) {
            best = now.imagesPerSecond;
            chosen = now.layout;
        }
    }
    return chosen;
}

MeasuredLayout chooseLayout(const SearchPlan& plan, std::shared_ptr<const DataSet> data, bool lowPriority,
                            std::stop_token stop) {
    const std::vector<Layout> candidates = usableLayouts(plan, data);
    if (candidates.size() == 1)
        return {candidates.front(), {}};
    MeasuredLayout chosen{candidates.front(), {}};
    const Plan trial = planOf(plan.space, middle(plan.space));
    for (const Layout& layout : candidates) {
        if (stop.stop_requested())
            return chosen;
        chosen.trials.push_back(measureLayout(layout, trial, data, lowPriority, stop));
    }
    chosen.layout = fastestLayout(chosen.trials);
    std::ranges::stable_sort(chosen.trials, std::ranges::greater{}, &LayoutTrial::imagesPerSecond);
    return chosen;
}

} // namespace belfry

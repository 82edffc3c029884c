#include "core/runs/host_run.h"

#include "core/base/error.h"
#include "core/base/joined.h"
#include "core/runs/rank_resume.h"
#include "core/runs/run_folder.h"
#include "core/runs/run_job.h"
#include "core/train/rank_start.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

namespace belfry {
namespace {

std::string listOf(const std::vector<Host>& hosts) { return joined(namesOf(hosts), ", "); }

} // namespace

RankTowers towersOn(int own, const std::vector<Host>& hosts) {
    RankTowers towers{.all = {}, .each = {own}};
    std::ranges::transform(hosts, std::back_inserter(towers.each), &Host::towers);
    return towers;
}

HostRun::HostRun(RunHosts hosts, Sinks sinks, std::stop_token stop)
    : hosts_(std::move(hosts)), sinks_(std::move(sinks)), forward_(std::move(stop), [this] { stop_.request_stop(); }) {}

HostRun::~HostRun() = default;

void HostRun::check() {
    sinks_.phase(
        Text::plural("Checking hosts %1…", "Checking host %1…", std::ssize(hosts_.hosts), listOf(hosts_.hosts)));
    const std::vector<Text> problems =
        problemsOfHosts(namesOf(hosts_.hosts), hosts_.programThere(), BELFRY_VERSION, stop_.get_token());
    if (std::ranges::any_of(problems, [](const Text& problem) { return !problem.empty(); }))
        throw usageError(Text::sentences(problems));
}

std::shared_ptr<RankGroup> HostRun::group() {
    const std::lock_guard lock(mutex_);
    return group_.lock();
}

std::shared_ptr<RankGroup> HostRun::meet(std::vector<std::string> command, const std::string& input,
                                         const RankFacts& facts) {
    sinks_.phase(
        Text::plural("Waiting for hosts %1…", "Waiting for host %1…", std::ssize(hosts_.hosts), listOf(hosts_.hosts)));
    const auto seconds = [](std::chrono::milliseconds limit) {
        return std::to_string(std::chrono::duration<double>(limit).count());
    };
    for (std::string word : {std::string(kHeldByInput), std::string("--rank-wait"), seconds(hosts_.limits.meet),
                             std::string("--rank-silence"), seconds(hosts_.limits.silent)})
        command.push_back(std::move(word));
    ranks_ = std::make_unique<HostRanks>(
        hosts_.hosts, HostRanks::Order{.program = hosts_.programThere(), .command = std::move(command), .input = input},
        HostRanks::Sinks{.line = sinks_.line, .ended = [this](const HostRanks::End& end) { lost(end); }},
        stop_.get_token());
    std::shared_ptr<RankGroup> group = RankGroup::meet(ranks_->launch(), facts, hosts_.limits, stop_.get_token());
    ranks_->met();
    {
        const std::lock_guard lock(mutex_);
        group_ = group;
    }
    if (stop_.stop_requested()) // just before: nobody has aborted it
        group->abort();
    return group;
}

// After the meeting the ranks themselves name who is lost.
void HostRun::lost(const HostRanks::End& end) {
    sinks_.ended(end);
    if (!end.unmet)
        return;
    {
        const std::lock_guard lock(mutex_);
        if (!cause_)
            cause_ = endOfHostRank(end);
    }
    stop_.request_stop();
}

void HostRun::abortGroup() {
    if (const auto met = group())
        met->abort();
}

void HostRun::rethrowCause() {
    if (ranks_)
        ranks_->askToEnd();
    const std::lock_guard lock(mutex_);
    if (cause_)
        throw Error(ErrorCategory::Device, *cause_);
    throw;
}

// folder: of the run that goes on, or none.
template <typename Work>
PreparedRun HostRun::met(const Plan& plan, const std::filesystem::path& folder, const Work& prepare) {
    validate(plan);
    if (const Text refusal = refusalOverRanks(plan); !refusal.empty())
        throw usageError(refusal);
    check();
    Plan there = plan;
    there.devices = hosts_.devices;
    return guarded([&] {
        const auto group = meet({"train"}, toJson(there).dump(), rankFacts(BELFRY_VERSION, plan));
        sinks_.phase(Text::plural("Preparing the run on hosts %1…", "Preparing the run on host %1…",
                                  std::ssize(hosts_.hosts), listOf(hosts_.hosts)));
        return together(*group, [&] {
            agreeOnRun(*group, false,
                       [&](bool) { return folder.empty() ? std::nullopt : std::optional(JobRun{folder}); });
            return prepare(group);
        });
    });
}

PreparedRun HostRun::prepare(const Plan& plan, const RankTowers& towers) {
    return met(
        plan, {}, [&](const auto& group) { return prepareOverRanks(group, plan, towers); });
}

PreparedRun HostRun::resume(const Plan& plan, const std::filesystem::path& folder,
                            const std::function<void(Plan&)>& change) {
    const auto own = [&plan](Plan& resumed) {
        resumed.devices = plan.devices;
        resumed.dataDir = plan.dataDir;
    };
    return met(plan, folder, [&](const auto& group) { return resumeOverRanks(group, folder, change, own); });
}

void HostRun::shareFolder(const std::filesystem::path& folder) {
    guarded([&] {
        if (const auto met = group())
            met->share(folder.string());
    });
}

void HostRun::finish(bool failed) {
    if (ranks_)
        ranks_->finish(failed ? HostRanks::kToSayWhy : HostRanks::kToEnd);
}

} // namespace belfry

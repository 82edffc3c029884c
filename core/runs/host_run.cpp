#include "core/runs/host_run.h"

#include "core/base/error.h"
#include "core/base/joined.h"
#include "core/runs/rank_resume.h"
#include "core/runs/run_folder.h"
#include "core/train/rank_start.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace belfry {
namespace {

std::string listOf(const std::vector<Host>& hosts) { return joined(namesOf(hosts), ", "); }

// Which of its own devices this machine's user chose is no other machine's business.
Plan planForHosts(Plan plan) {
    plan.devices = {"auto"};
    return plan;
}

} // namespace

HostRun::HostRun(const Plan& plan, const RunHosts& hosts, Sinks sinks, std::stop_token stop)
    : plan_(plan), hosts_(hosts), sinks_(std::move(sinks)),
      forward_(std::move(stop), [this] { stop_.request_stop(); }) {
    validate(plan_);
    if (const Text refusal = refusalOverRanks(plan_); !refusal.empty())
        throw usageError(refusal);
    sinks_.phase(
        Text::plural("Checking hosts %1…", "Checking host %1…", std::ssize(hosts_.hosts), listOf(hosts_.hosts)));
    const std::vector<Text> problems =
        problemsOfHosts(namesOf(hosts_.hosts), hosts_.programThere(), BELFRY_VERSION, stop_.get_token());
    if (std::ranges::any_of(problems, [](const Text& problem) { return !problem.empty(); }))
        throw usageError(Text::sentences(problems));
}

HostRun::~HostRun() = default;

void HostRun::start() {
    sinks_.phase(
        Text::plural("Waiting for hosts %1…", "Waiting for host %1…", std::ssize(hosts_.hosts), listOf(hosts_.hosts)));
    ranks_ = std::make_unique<HostRanks>(
        hosts_.hosts,
        HostRanks::Order{.program = hosts_.programThere(),
                         .command = {"train", kHeldByInput},
                         .input = toJson(planForHosts(plan_)).dump()},
        HostRanks::Sinks{.line = sinks_.line, .ended = [this](const HostRanks::End& end) { lost(end); }},
        stop_.get_token());
}

std::shared_ptr<RankGroup> HostRun::group() {
    const std::lock_guard lock(mutex_);
    return group_.lock();
}

std::shared_ptr<RankGroup> HostRun::meet() {
    std::shared_ptr<RankGroup> group =
        RankGroup::meet(ranks_->launch(), rankFacts(BELFRY_VERSION, plan_), {}, stop_.get_token());
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
    if (!end.unmet)
        return sinks_.line(end.host, endOfHostRank(end).english());
    {
        const std::lock_guard lock(mutex_);
        if (!cause_)
            cause_ = endOfHostRank(end);
    }
    stop_.request_stop();
}

void HostRun::rethrowCause() {
    const std::lock_guard lock(mutex_);
    if (cause_)
        throw Error(ErrorCategory::Device, *cause_);
    throw;
}

// Work that waits for others, which a stop ends.
template <typename Work>
auto HostRun::guarded(const Work& work) {
    const std::stop_callback abort(stop_.get_token(), [this] {
        if (const auto met = group())
            met->abort();
    });
    try {
        return work();
    } catch (const std::exception&) {
        if (ranks_)
            ranks_->askToEnd();
        rethrowCause();
    }
}

PreparedRun HostRun::prepare() { return resume({}, {}); }

PreparedRun HostRun::resume(const std::filesystem::path& folder, const std::function<void(Plan&)>& change) {
    const auto own = [this](Plan& plan) {
        plan.devices = plan_.devices;
        plan.dataDir = plan_.dataDir;
    };
    return guarded([&] {
        start();
        const std::shared_ptr<RankGroup> group = meet();
        sinks_.phase(Text::plural("Preparing the run on hosts %1…", "Preparing the run on host %1…",
                                  std::ssize(hosts_.hosts), listOf(hosts_.hosts)));
        return together(*group, [&] { // as app/cli/train_command.cpp does on the other ranks
            group->gather({0.0});     // no launcher has started them again
            group->share(folder.string());
            if (!folder.empty())
                return resumeOverRanks(group, folder, change, own);
            std::vector<int> towers{plan_.towers};
            std::ranges::transform(hosts_.hosts, std::back_inserter(towers), &Host::towers);
            return prepareOverRanks(group, plan_, {.all = {}, .each = towers});
        });
    });
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

#include "core/search/training_queues.h"

#include <algorithm>
#include <utility>

namespace belfry {
namespace {

constexpr std::size_t kMaxRuns = 2;

} // namespace

WinnerRuns::WinnerRuns(const SearchPlan& plan, const JournalContents& contents, std::vector<WinnerRun> recorded)
    : plan_(plan), contents_(contents), runs_(std::move(recorded)) {}

void WinnerRuns::open(const std::vector<Trial>& winners) {
    runs_ = winnersAmong(contents_.winners, winners); // with a larger budget others may have won since
    int rank = 0;
    for (const Trial& trial : winners) {
        ++rank;
        for (int k = 0; k < plan_.winnerSeeds; ++k) {
            Work work = winnerWork(plan_, trial, rank, plan_.seed + static_cast<std::uint64_t>(k));
            const auto succeeded = [&](const WinnerRun& run) {
                return run.trial == work.winner.trial && run.seed == work.winner.seed && run.reason.empty();
            };
            if (std::ranges::any_of(runs_, succeeded))
                continue;
            if (const auto failed = contents_.failures.find(trainingOf(work)); failed != contents_.failures.end())
                work.winner.failures = failed->second.reasons;
            const Kills kills = contents_.killsOf(trainingOf(work));
            work.winner.kills = kills.all;
            if (kills.tooMany())
                work.winner.reason = killedAlone();
            open_.push_back(std::move(work));
        }
    }
}

std::optional<Work> WinnerRuns::next() {
    if (open_.empty())
        return std::nullopt;
    Work work = std::move(open_.front());
    open_.pop_front();
    return work;
}

std::optional<WinnerRun> WinnerRuns::end(const WorkDone& done) {
    WinnerRun run = winnerOf(done);
    if (!run.reason.empty())
        run.failures.push_back(run.reason);
    const bool hopeless = done.result.finished.diverged || !done.work.winner.reason.empty();
    if (!run.reason.empty() && !hopeless && run.failures.size() < kMaxRuns) {
        open_.push_back(done.work);
        open_.back().winner.failures = run.failures;
        return std::nullopt;
    }
    putWinner(runs_, run);
    return run;
}

Text WinnerRuns::problem() const {
    const bool none = std::ranges::none_of(runs_, [](const WinnerRun& run) { return run.reason.empty(); });
    return none && !runs_.empty() ? runs_.back().reason : Text();
}

bool TrialQueue::more() {
    if (retries_.empty() && !asked_)
        asked_ = strategyLog_.next();
    return !retries_.empty() || asked_;
}

std::optional<Trial> TrialQueue::next() {
    if (!retries_.empty()) {
        Trial trial = std::move(retries_.front());
        retries_.pop_front();
        return trial;
    }
    if (!more())
        return std::nullopt;
    std::optional<Trial> trial = std::exchange(asked_, std::nullopt);
    const Training training{trial->id, {}};
    contents_.recallFailures(*trial); // it was tried before the search was left
    const Kills kills = contents_.killsOf(training);
    trial->kills = kills.all;
    if (kills.tooMany()) {
        trial->failures.push_back(killedAlone());
        trial->state = TrialState::Failed;
    }
    return trial;
}

} // namespace belfry

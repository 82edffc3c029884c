#include "core/search/strategy_log.h"

#include "core/base/error.h"

#include <algorithm>

namespace belfry {

StrategyLog::StrategyLog(const SearchPlan& plan, const std::vector<Trial>& recorded) : strategy_(makeStrategy(plan)) {
    std::map<int, Trial> left;
    for (const Trial& trial : recorded)
        left.emplace(trial.id, trial);
    while (!left.empty()) {
        const std::optional<Trial> asked = ask();
        const auto found = asked ? left.find(asked->id) : left.end();
        if (asked && found == left.end()) {
            open_.push_back(*asked);
            continue;
        }
        if (!asked || found->second.asked != asked->asked)
            throw dataError(
                Text::tr("Trial %1 is not one that this search would have chosen: search.json and trials.jsonl do not "
                         "belong together. Restore them from a copy, or start a new search.",
                         left.begin()->first));
        end(found->second);
        left.erase(found);
    }
}

std::optional<Trial> StrategyLog::ask() {
    std::optional<Proposal> proposal = strategy_->ask();
    if (!proposal)
        return std::nullopt;
    Trial trial;
    trial.id = ++asked_;
    trial.asked = std::move(*proposal);
    return trial;
}

std::optional<Trial> StrategyLog::next() {
    if (open_.empty())
        return ask();
    Trial trial = std::move(open_.front());
    open_.pop_front();
    return trial;
}

void StrategyLog::end(const Trial& trial) {
    ended_[trial.id] = trial;
    for (auto next = ended_.find(reported_ + 1); next != ended_.end(); next = ended_.find(reported_ + 1)) {
        ++reported_;
        strategy_->tell(next->second);
    }
}

std::vector<Trial> StrategyLog::best(std::size_t count) const {
    std::map<Genes, Trial> done; // with halving a network is trained several times
    for (const auto& [id, trial] : ended_)
        if (trial.state == TrialState::Done)
            if (const auto [found, first] = done.emplace(trial.asked.genes, trial);
                !first && better(trial, found->second))
                found->second = trial;
    std::vector<Trial> best;
    for (const auto& [genes, trial] : done)
        best.push_back(trial);
    std::ranges::sort(best, better);
    best.resize(std::min(count, best.size()));
    return best;
}

double StrategyLog::expected() const { return std::max(strategy_->expected(), static_cast<double>(ended_.size())); }

} // namespace belfry

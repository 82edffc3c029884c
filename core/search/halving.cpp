// Successive halving (Jamieson and Talwalkar 2016) on top of any strategy: many networks train for few epochs, the best
// of them longer, and so on. A promoted network is trained again from its first step: then a trial is the same
// regardless of the ones before it, and only figures must be kept.
#include "core/search/strategy.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <utility>

namespace belfry {
namespace {

constexpr std::size_t kMaxAtOnce = 1000; // of strategies that have any number to propose

class Halving : public Strategy {
public:
    Halving(const SearchPlan& plan, std::unique_ptr<Strategy> inner)
        : inner_(std::move(inner)), factor_(static_cast<std::size_t>(plan.halving)), first_(plan.halvingEpochs),
          maxEpochs_(plan.space.plan.epochs) {}

    std::optional<Proposal> ask() override {
        if (waiting_.empty() && awaited_ == 0)
            beginBracket();
        if (waiting_.empty())
            return std::nullopt;
        Proposal proposal = std::move(waiting_.front());
        waiting_.pop_front();
        return proposal;
    }

    void tell(const Trial& trial) override {
        ++reported_;
        results_.push_back(trial);
        if (--awaited_ == 0)
            endRung();
    }

    // Rungs get shorter by the factor each.
    double expected() const override {
        const double factor = static_cast<double>(factor_);
        return std::max(reported_ + static_cast<double>(awaited_), inner_->expected() * factor / (factor - 1));
    }

    const std::vector<Generation>& generations() const override { return inner_->generations(); }

private:
    std::int64_t epochsOf(int rung) const {
        return static_cast<std::int64_t>(
            std::min(static_cast<double>(maxEpochs_), static_cast<double>(first_) * std::pow(factor_, rung - 1)));
    }

    void beginBracket() {
        rung_ = 1;
        bracket_.clear();
        while (waiting_.size() < kMaxAtOnce) {
            std::optional<Proposal> proposal = inner_->ask();
            if (!proposal)
                break;
            place_[proposal->genes] = bracket_.size();
            bracket_.push_back({.id = 0, .asked = *proposal});
            propose(std::move(*proposal));
        }
        awaited_ = waiting_.size();
    }

    void propose(Proposal proposal) {
        proposal.rung = rung_;
        proposal.epochs = epochsOf(rung_);
        waiting_.push_back(std::move(proposal));
    }

    void endRung() {
        for (const Trial& trial : results_) // the inner strategy gets each network's longest training
            bracket_[place_.at(trial.asked.genes)] = trial;
        std::ranges::sort(results_, better);
        const std::size_t going = results_.size() / factor_;
        const bool last = going == 0 || epochsOf(rung_) >= maxEpochs_;
        ++rung_;
        for (std::size_t i = 0; !last && i < going && results_[i].state == TrialState::Done; ++i)
            propose(results_[i].asked);
        results_.clear();
        awaited_ = waiting_.size();
        if (awaited_ > 0)
            return;
        place_.clear();
        for (const Trial& trial : std::exchange(bracket_, {}))
            inner_->tell(trial);
    }

    std::unique_ptr<Strategy> inner_;
    std::size_t factor_;
    std::int64_t first_, maxEpochs_; // epochs
    int rung_ = 1;
    std::deque<Proposal> waiting_;
    std::size_t awaited_ = 0;    // of this rung, not yet reported
    std::vector<Trial> results_; // of this rung
    std::vector<Trial> bracket_; // the newest result of each network, as the inner strategy asked for them
    std::map<Genes, std::size_t> place_;
    double reported_ = 0;
};

} // namespace

std::unique_ptr<Strategy> makeHalving(const SearchPlan& plan, std::unique_ptr<Strategy> inner) {
    return std::make_unique<Halving>(plan, std::move(inner));
}

} // namespace belfry

// The strategies that learn nothing from results: every network of the space in turn, or some drawn evenly from it.
#include "core/search/operators.h"
#include "core/search/strategy.h"

#include <algorithm>

namespace belfry {
namespace {

class Unguided : public Strategy {
public:
    std::optional<Proposal> ask() final {
        if (static_cast<double>(asked_) >= total_)
            return std::nullopt;
        ++asked_;
        std::optional<Genes> genes = next();
        if (!genes)
            return std::nullopt;
        return Proposal{.genes = std::move(*genes), .parents = {}, .mutated = {}};
    }
    void tell(const Trial&) final {}
    double expected() const final { return total_; }
    const std::vector<Generation>& generations() const final { return none_; }

protected:
    // defaultTrials: networks to try where the plan does not say how many.
    Unguided(const SearchPlan& plan, double defaultTrials)
        : space_(plan.space),
          total_(std::min(sizeOf(space_), plan.trials > 0 ? static_cast<double>(plan.trials) : defaultTrials)) {}
    virtual std::optional<Genes> next() = 0;

    const Space space_;

private:
    double total_;
    std::int64_t asked_ = 0;
    std::vector<Generation> none_;
};

// Proposes in the order of nested loops, the space's last gene innermost.
class Exhaustive : public Unguided {
public:
    explicit Exhaustive(const SearchPlan& plan)
        : Unguided(plan, sizeOf(plan.space)), next_(Genes(plan.space.genes.size(), 0)) {}

private:
    std::optional<Genes> next() override {
        std::optional<Genes> genes = next_;
        if (next_)
            next_ = following(space_, std::move(*next_));
        return genes;
    }

    std::optional<Genes> next_;
};

// Draws no network twice.
class RandomSearch : public Unguided {
public:
    explicit RandomSearch(const SearchPlan& plan)
        : Unguided(plan, kDefaultTrials), registry_(space_), stream_(plan.seed, Purpose::Search) {}

private:
    static constexpr double kDefaultTrials = 60;

    std::optional<Genes> next() override { return registry_.draw(stream_); }

    Registry registry_;
    RandomStream stream_;
};

} // namespace

std::unique_ptr<Strategy> makeExhaustive(const SearchPlan& plan) { return std::make_unique<Exhaustive>(plan); }

std::unique_ptr<Strategy> makeRandom(const SearchPlan& plan) { return std::make_unique<RandomSearch>(plan); }

} // namespace belfry

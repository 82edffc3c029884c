// Every network of the space in the order of nested loops, the space's last gene innermost.
#include "core/search/strategies.h"

#include <algorithm>

namespace belfry {
namespace {

class Exhaustive : public Strategy {
public:
    explicit Exhaustive(const SearchPlan& plan)
        : space_(plan.space), next_(Genes(plan.space.genes.size(), 0)),
          total_(plan.trials > 0 ? std::min(sizeOf(space_), static_cast<double>(plan.trials)) : sizeOf(space_)) {}

    std::optional<Proposal> ask() override {
        if (!next_ || static_cast<double>(asked_) >= total_)
            return std::nullopt;
        ++asked_;
        Proposal proposal{.genes = *next_, .parents = {}, .mutated = {}};
        next_ = following(space_, std::move(*next_));
        return proposal;
    }
    void tell(const Trial&) override {}
    double expected() const override { return total_; }
    const std::vector<Generation>& generations() const override { return none_; }

private:
    const Space space_;
    std::optional<Genes> next_;
    double total_;
    std::int64_t asked_ = 0;
    std::vector<Generation> none_;
};

} // namespace

std::unique_ptr<Strategy> makeExhaustive(const SearchPlan& plan) {
    return std::make_unique<Exhaustive>(plan);
}

} // namespace belfry

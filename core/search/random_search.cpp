// Networks drawn evenly from the space, none of them twice.
#include "core/search/operators.h"
#include "core/search/strategies.h"

#include <algorithm>

namespace belfry {
namespace {

constexpr std::int64_t kUsualTrials = 60;

class RandomSearch : public Strategy {
public:
    explicit RandomSearch(const SearchPlan& plan)
        : space_(plan.space), registry_(space_), stream_(plan.seed, Purpose::Search),
          total_(std::min(sizeOf(space_), static_cast<double>(plan.trials > 0 ? plan.trials : kUsualTrials))) {}

    std::optional<Proposal> ask() override {
        if (static_cast<double>(asked_) >= total_)
            return std::nullopt;
        ++asked_;
        std::optional<Genes> genes = registry_.draw(stream_);
        if (!genes)
            return std::nullopt;
        return Proposal{.genes = std::move(*genes), .parents = {}, .mutated = {}};
    }
    void tell(const Trial&) override {}
    double expected() const override { return total_; }
    const std::vector<Generation>& generations() const override { return none_; }

private:
    const Space space_;
    Registry registry_;
    RandomStream stream_;
    double total_;
    std::int64_t asked_ = 0;
    std::vector<Generation> none_;
};

} // namespace

std::unique_ptr<Strategy> makeRandom(const SearchPlan& plan) {
    return std::make_unique<RandomSearch>(plan);
}

} // namespace belfry

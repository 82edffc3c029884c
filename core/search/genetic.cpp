// The published genetic search: the best of a generation survive, a few others at random, and children of two different
// parents complete it. Unlike the published one, a network is never trained twice, a mutation always changes
// something, and populations of 2 and up work.
#include "core/search/operators.h"
#include "core/search/strategy.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>

namespace belfry {
namespace {

constexpr int kMaxMutations = 100; // of a child that exists already, before a new network is drawn

class Genetic : public Strategy {
public:
    explicit Genetic(const SearchPlan& plan)
        : space_(plan.space), settings_(plan.genetic), seed_(plan.seed),
          awaited_(static_cast<std::size_t>(std::min<double>(settings_.population, sizeOf(plan.space)))),
          maxTrials_(plan.trials > 0 ? plan.trials : std::numeric_limits<std::int64_t>::max()) {}

    std::optional<Proposal> ask() override {
        if (asked_ == 0 && waiting_.empty())
            drawFirst();
        if (waiting_.empty() || asked_ == maxTrials_)
            return std::nullopt;
        ++asked_;
        Proposal proposal = std::move(waiting_.front());
        waiting_.pop_front();
        return proposal;
    }

    void tell(const Trial& trial) override {
        population_.push_back(trial);
        ++reported_;
        if (--awaited_ == 0)
            endGeneration();
    }

    double expected() const override {
        const int left = settings_.generations - number_;
        const double all = reported_ + static_cast<double>(awaited_) + std::max(0, left) * expectedChildren();
        return std::min(all, static_cast<double>(maxTrials_));
    }

    const std::vector<Generation>& generations() const override { return generations_; }

private:
    // Lazily: expected() is called while a user types a population of 100,000.
    void drawFirst() {
        RandomStream stream = streamOf(1);
        for (std::size_t i = 0; i < awaited_; ++i)
            waiting_.push_back({.genes = *registry_.draw(stream), .generation = 1, .parents = {}, .mutated = {}});
    }

    RandomStream streamOf(int generation) const {
        return {seed_, Purpose::Search, static_cast<std::uint64_t>(generation)};
    }

    double expectedChildren() const {
        return (settings_.population - settings_.retained()) * (1 - settings_.randomSelect);
    }

    void endGeneration() {
        std::ranges::sort(population_, better);
        record();
        while (number_ < settings_.generations && waiting_.empty()) {
            ++number_;
            evolve();
            if (!waiting_.empty())
                break;
            if (registry_.exhausted()) { // nothing new can come
                number_ = settings_.generations;
                break;
            }
            record(); // all of the others survived: a generation without children
        }
        awaited_ = waiting_.size();
    }

    void record() {
        Generation generation{.number = number_, .members = {}};
        double sum = 0, squares = 0;
        for (const Trial& trial : population_) {
            generation.members.push_back(trial.id);
            if (trial.state != TrialState::Done)
                continue;
            ++generation.done;
            sum += trial.accuracy;
            squares += trial.accuracy * trial.accuracy;
        }
        if (const int done = generation.done; done > 0) {
            generation.best = population_.front().accuracy;
            generation.mean = sum / done;
            generation.deviation = std::sqrt(std::max(0.0, squares / done - generation.mean * generation.mean));
        }
        generations_.push_back(std::move(generation));
    }

    // population_ is sorted. Children wait to be asked for.
    void evolve() {
        RandomStream stream = streamOf(number_);
        std::vector<Trial> survivors(population_.begin(),
                                     population_.begin() +
                                         std::min<std::ptrdiff_t>(settings_.retained(), std::ssize(population_)));
        for (std::size_t i = survivors.size(); i < population_.size(); ++i)
            if (stream.uniform() < settings_.randomSelect)
                survivors.push_back(population_[i]);
        std::vector<Trial> parents = survivors;
        if (parents.size() < 2) // a population of 2 to 4 may keep one: then the two best have children
            parents.assign(population_.begin(),
                           population_.begin() + std::min<std::ptrdiff_t>(2, std::ssize(population_)));
        int missing = settings_.population - static_cast<int>(survivors.size());
        for (; missing > 0 && parents.size() > 1; missing -= 2) {
            const std::size_t mother = stream.below(parents.size());
            std::size_t father = stream.below(parents.size() - 1);
            father += father >= mother ? 1 : 0; // two different ones
            for (int child = 0; child < std::min(2, missing); ++child)
                if (!breed(parents[mother], parents[father], stream))
                    missing = 0;
        }
        population_ = std::move(survivors);
    }

    // False when the space has no new network left.
    bool breed(const Trial& mother, const Trial& father, RandomStream& stream) {
        Proposal child{.genes = crossover(space_, mother.asked.genes, father.asked.genes, stream),
                       .generation = number_,
                       .parents = {mother.id, father.id},
                       .mutated = {}};
        const Genes bred = child.genes;
        const bool mutates = stream.uniform() < settings_.mutate;
        if (mutates)
            mutate(space_, child.genes, stream);
        // A second mutation may undo the first.
        for (int i = 0; (mutates && child.genes == bred) || !registry_.add(child.genes); ++i) {
            if (registry_.exhausted())
                return false;
            if (i == kMaxMutations) { // its neighbours are all there
                child.genes = *registry_.draw(stream);
                child.parents.clear();
                break;
            }
            mutate(space_, child.genes, stream);
        }
        if (!child.parents.empty())
            child.mutated = mutatedGenes(space_, child.genes, {mother.asked.genes, father.asked.genes});
        waiting_.push_back(std::move(child));
        return true;
    }

    const Space space_;
    const GeneticSettings settings_;
    const std::uint64_t seed_;
    Registry registry_{space_};
    std::deque<Proposal> waiting_;  // to be asked for
    std::vector<Trial> population_; // reported, of this generation, and survivors
    std::size_t awaited_;           // of this generation, not yet reported
    const std::int64_t maxTrials_;  // trials
    std::int64_t asked_ = 0;
    double reported_ = 0;
    int number_ = 1; // of the generation
    std::vector<Generation> generations_;
};

} // namespace

std::unique_ptr<Strategy> makeGenetic(const SearchPlan& plan) { return std::make_unique<Genetic>(plan); }

} // namespace belfry

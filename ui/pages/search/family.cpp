#include "ui/pages/search/family.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace belfry {
namespace {

class Builder {
public:
    explicit Builder(const SearchView& view) : view_(view) {
        for (const Trial& trial : view.trials)
            if (trial.asked.generation > 0)
                born(trial);
    }

    Family build() {
        if (births_.empty())
            return {};
        family_.lanes = view_.plan.genetic.population;
        family_.generations = births_.rbegin()->first;
        for (const Generation& generation : view_.generations)
            family_.generations = std::max(family_.generations, generation.number);
        for (int generation = 1; generation <= family_.generations; ++generation)
            addGeneration(generation);
        addLines();
        return std::move(family_);
    }

private:
    using Place = std::pair<int, int>; // trial, generation

    void born(const Trial& trial) {
        std::vector<const Trial*>& births = births_[trial.asked.generation];
        const auto before =
            trial.asked.rung < 2
                ? births.end()
                : std::ranges::find(births, trial.asked.genes, [](const Trial* other) { return other->asked.genes; });
        if (before == births.end())
            births.push_back(&trial);
        else
            *before = &trial;
    }

    const Generation* ended(int number) const {
        const auto found = std::ranges::find(view_.generations, number, &Generation::number);
        return found == view_.generations.end() ? nullptr : &*found;
    }

    // Born earlier. While a generation is in training: those that are sure to live on, the best and the parents.
    std::vector<int> carriedInto(int number) const {
        std::vector<int> carried;
        if (const Generation* generation = ended(number)) {
            carried = generation->members;
        } else if (const Generation* before = ended(number - 1)) {
            const auto retained = std::min<std::ptrdiff_t>(view_.plan.genetic.retained(), std::ssize(before->members));
            carried.assign(before->members.begin(), before->members.begin() + retained);
        }
        std::erase_if(carried, [this](int trial) { return !lanes_.contains(trial); });
        return carried;
    }

    void addGeneration(int number) {
        const std::size_t first = family_.nodes.size();
        std::set<int> taken;
        for (const int trial : carriedInto(number))
            if (taken.insert(lanes_.at(trial)).second)
                family_.nodes.push_back({trial, number, lanes_.at(trial), true});
        for (const Trial* trial : births_[number]) {
            const int lane = freeLane(taken, wish(*trial, static_cast<int>(taken.size())));
            taken.insert(lane);
            lanes_[trial->id] = lane;
            family_.lanes = std::max(family_.lanes, lane + 1);
            family_.nodes.push_back({trial->id, number, lane, false});
        }
        std::ranges::sort(family_.nodes.begin() + static_cast<std::ptrdiff_t>(first), family_.nodes.end(), {},
                          &FamilyNode::lane);
    }

    // Under the middle of its parents.
    double wish(const Trial& trial, int otherwise) const {
        double sum = 0;
        int known = 0;
        for (const int parent : trial.asked.parents) {
            if (const auto lane = lanes_.find(parent); lane != lanes_.end()) {
                sum += lane->second;
                ++known;
            }
        }
        return known > 0 ? sum / known : otherwise;
    }

    // The nearest to the wish; the left one of two.
    int freeLane(const std::set<int>& taken, double wish) const {
        const int lanes = std::max(family_.lanes, static_cast<int>(taken.size()) + 1);
        int nearest = -1;
        for (int lane = 0; lane < lanes; ++lane)
            if (!taken.contains(lane) && (nearest < 0 || std::abs(lane - wish) < std::abs(nearest - wish)))
                nearest = lane;
        return nearest;
    }

    void addLines() {
        std::map<Place, std::size_t> places;
        for (std::size_t i = 0; i < family_.nodes.size(); ++i)
            places[{family_.nodes[i].trial, family_.nodes[i].generation}] = i;
        for (std::size_t i = 0; i < family_.nodes.size(); ++i) {
            const FamilyNode& node = family_.nodes[i];
            const std::vector<int> from =
                node.carried ? std::vector<int>{node.trial} : view_.find(node.trial)->asked.parents;
            for (const int trial : from)
                if (const auto place = places.find({trial, node.generation - 1}); place != places.end())
                    family_.lines.push_back({place->second, i, node.carried});
        }
    }

    const SearchView& view_;
    std::map<int, std::vector<const Trial*>> births_; // by generation, in the order in which they were asked for
    std::map<int, int> lanes_;                        // by trial
    Family family_;
};

} // namespace

const FamilyNode* Family::birthOf(int trial) const {
    const auto found =
        std::ranges::find_if(nodes, [trial](const FamilyNode& node) { return node.trial == trial && !node.carried; });
    return found == nodes.end() ? nullptr : &*found;
}

Family familyOf(const SearchView& view) { return Builder(view).build(); }

std::set<int> kinOf(const Family& family, int trial) {
    std::multimap<int, int> parents, children;
    for (const FamilyLine& line : family.lines) {
        if (!line.carried) {
            const int parent = family.nodes[line.from].trial, child = family.nodes[line.to].trial;
            parents.emplace(child, parent);
            children.emplace(parent, child);
        }
    }
    std::set<int> kin{trial};
    for (const auto* way : {&parents, &children}) {
        std::set<int> seen{trial};
        for (std::vector<int> open{trial}; !open.empty();) {
            const auto [first, last] = way->equal_range(open.back());
            open.pop_back();
            for (auto next = first; next != last; ++next)
                if (seen.insert(next->second).second)
                    open.push_back(next->second);
        }
        kin.merge(seen);
    }
    return kin;
}

} // namespace belfry

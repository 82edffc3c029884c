#include "core/runs/distribution_history.h"

#include <algorithm>
#include <set>
#include <utility>

namespace belfry {
namespace {

constexpr double kVanished = 1e-12; // the least magnitude that buckets part from 0

// The first variable of every layer in this list, "conv1/weight": the others are few numbers.
std::set<std::string> firstVariables(const Distributions& all) {
    std::set<std::string> layers, names;
    for (const Distributions::Vector& vector : all.vectors)
        if (kindOfVector(vector.name) == VectorKind::Weights && layers.insert(layerOfVector(vector.name)).second)
            names.insert(vector.name);
    return names;
}

std::string variableOf(const std::string& name) { // "conv1/weight/gradients" -> "conv1/weight"
    return kindOfVector(name) == VectorKind::Gradients ? name.substr(0, name.rfind('/')) : name;
}

std::vector<std::string> layersOf(const std::vector<Distributions::Vector>& vectors) {
    std::vector<std::string> layers;
    for (const Distributions::Vector& vector : vectors)
        if (std::string layer = layerOfVector(vector.name); std::ranges::find(layers, layer) == layers.end())
            layers.push_back(std::move(layer));
    return layers;
}

// Layers, evenly chosen, that have no more vectors than may be kept: three each at most.
std::set<std::string> someLayers(const std::vector<std::string>& layers) {
    const std::size_t most = std::max<std::size_t>(kMostDistributionVectors / 3, 2);
    std::set<std::string> chosen;
    for (std::size_t i = 0; i < std::min(most, layers.size()); ++i)
        chosen.insert(layers[i * (layers.size() - 1) / (most - 1)]);
    return chosen;
}

} // namespace

VectorKind kindOfVector(std::string_view name) {
    const std::string_view last = name.substr(std::min(name.size(), name.rfind('/') + 1));
    return last == "activations" ? VectorKind::Activations
           : last == "gradients" ? VectorKind::Gradients
                                 : VectorKind::Weights;
}

std::string layerOfVector(std::string_view name) { return std::string(name.substr(0, name.find('/'))); }

Distributions keptOf(const Distributions& all) {
    Distributions kept{all.step, all.vectors};
    if (kept.vectors.size() > kMostDistributionVectors) {
        const std::set<std::string> first = firstVariables(all);
        std::erase_if(kept.vectors, [&](const Distributions::Vector& vector) {
            return kindOfVector(vector.name) != VectorKind::Activations && !first.contains(variableOf(vector.name));
        });
    }
    if (kept.vectors.size() > kMostDistributionVectors) {
        const std::set<std::string> layers = someLayers(layersOf(kept.vectors));
        std::erase_if(kept.vectors, [&](const Distributions::Vector& vector) {
            return !layers.contains(layerOfVector(vector.name));
        });
    }
    for (Distributions::Vector& vector : kept.vectors)
        vector.numbers = withFewerBuckets(vector.numbers);
    return kept;
}

std::optional<std::size_t> leastNeeded(std::span<const std::int64_t> steps) {
    if (steps.size() <= kMostDistributionSteps)
        return std::nullopt;
    std::size_t least = 1;
    for (std::size_t i = 2; i + 1 < steps.size(); ++i)
        if (steps[i + 1] - steps[i - 1] < steps[least + 1] - steps[least - 1])
            least = i;
    return least;
}

void DistributionHistory::add(const Distributions& distributions) {
    std::erase_if(steps_, [&](const Distributions& one) { return one.step >= distributions.step; });
    steps_.push_back(keptOf(distributions));
    std::vector<std::int64_t> numbers;
    for (const Distributions& one : steps_)
        numbers.push_back(one.step);
    if (const std::optional<std::size_t> least = leastNeeded(numbers))
        steps_.erase(steps_.begin() + static_cast<std::ptrdiff_t>(*least));
}

VectorFault faultOf(const Distributions::Vector& vector) {
    const Distribution& numbers = vector.numbers;
    const VectorKind kind = kindOfVector(vector.name);
    if (numbers.notFinite > 0)
        return VectorFault::NotFinite;
    if (numbers.count == 0)
        return VectorFault::None;
    if (kind == VectorKind::Activations && numbers.zeros == numbers.count)
        return VectorFault::Dead;
    if (kind == VectorKind::Gradients && std::max(-numbers.min, numbers.max) < kVanished)
        return VectorFault::Vanished;
    return VectorFault::None;
}

Text faultText(const Distributions::Vector& vector) {
    switch (faultOf(vector)) {
    case VectorFault::None:
        break;
    case VectorFault::NotFinite:
        return Text::plural("%1: %n numbers are not finite. Lower the learning rate.",
                            "%1: %n number is not finite. Lower the learning rate.", vector.numbers.notFinite,
                            vector.name);
    case VectorFault::Dead:
        return Text::tr("%1: every activation is 0, so nothing passes this layer: its units are dead. Lower the "
                        "learning rate, or choose another activation, such as elu.",
                        layerOfVector(vector.name));
    case VectorFault::Vanished:
        return Text::tr("%1: no gradient is larger than 1e-12, so it learns nothing, unless it is frozen on purpose. "
                        "Add batch norm or shortcuts, or choose relu.",
                        variableOf(vector.name));
    }
    return {};
}

} // namespace belfry

#include "core/model/rate_groups.h"

#include "core/kernels/optimizer_rules.h"

#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

bool givesPictures(const BlueprintLayer& layer) { return layer.out.height > 1; }

} // namespace

std::vector<int> rateGroups(const Blueprint& blueprint) {
    const auto& layers = blueprint.layers;
    const auto last = std::find_if(layers.rbegin(), layers.rend(), givesPictures);
    const double smallest = last == layers.rend() ? 1.0 : last->out.height;
    std::vector<int> groups(layers.size());
    int group = 1; // of the next picture
    for (std::size_t i = layers.size(); i-- > 0;) {
        if (givesPictures(layers[i]))
            group = std::clamp(1 + static_cast<int>(std::lround(std::log2(layers[i].out.height / smallest))), 1,
                               kRateGroups - 1);
        groups[i] = group;
    }
    groups.back() = 0;
    return groups;
}

std::size_t frozenLayers(const Blueprint& blueprint, std::span<const double> rates) {
    const std::vector<int> groups = rateGroups(blueprint);
    std::size_t layer = 0;
    while (layer + 1 < groups.size() &&
           (blueprint.layers[layer].parameters == 0 || rates[static_cast<std::size_t>(groups[layer])] == 0))
        ++layer;
    return layer;
}

} // namespace belfry

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
    std::vector<int> groups;
    for (const BlueprintLayer& layer : layers) {
        const double halvings = givesPictures(layer) ? std::log2(layer.out.height / smallest) : 0.0;
        groups.push_back(std::clamp(1 + static_cast<int>(std::lround(halvings)), 1, kRateGroups - 1));
    }
    groups.back() = 0;
    return groups;
}

} // namespace belfry

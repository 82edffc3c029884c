#include "core/model/rate_groups.h"

#include "core/kernels/optimizer_rules.h"

#include <algorithm>

namespace belfry {

std::vector<int> rateGroups(const Blueprint& blueprint) {
    std::vector<int> groups(blueprint.layers.size(), 0);
    int group = 1;
    for (std::size_t i = blueprint.layers.size() - 1; i-- > 0;) {
        const BlueprintLayer& layer = blueprint.layers[i];
        groups[i] = std::min(group, kRateGroups - 1);
        const bool endsPictures = layer.out.height == 1 && layer.out.width == 1;
        if (2 * layer.out.height <= layer.in.height + 1 && !endsPictures)
            ++group;
    }
    return groups;
}

} // namespace belfry

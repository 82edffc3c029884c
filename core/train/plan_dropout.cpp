#include "core/train/plan_dropout.h"

#include "core/base/error.h"

#include <algorithm>

namespace belfry {

bool trainsWithDropout(const Plan& plan) {
    try {
        const Architecture network = architectureOf(plan);
        return std::ranges::any_of(network.layers, [](const Layer& layer) {
            const auto* dropout = std::get_if<DropoutLayer>(&layer);
            return dropout && dropout->fraction > 0;
        });
    } catch (const Error&) {
        return false;
    }
}

} // namespace belfry

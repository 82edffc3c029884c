#include "core/model/scaled_network.h"

#include "core/model/layer_kind.h"

#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

int times(int size, double factor) {
    const int step = size % 8 == 0 ? 8 : 1;
    const double wanted = std::min(size * factor, 1e6);
    return std::max(static_cast<int>(std::lround(wanted / step)), 1) * step;
}

bool isSize(const LayerField& field) { return field.name == "filters" || field.name == "units"; }

} // namespace

Architecture scaled(Architecture network, const NetworkScale& scale) {
    for (Line& line : network.lines) {
        if (auto* block = std::get_if<BlockStart>(&line.content)) {
            if (block->width > 0)
                block->width = times(block->width, scale.width);
            if (block->repeats > 1)
                block->repeats += scale.repeats;
        } else if (auto* layer = std::get_if<Layer>(&line.content)) {
            for (const LayerField& field : kindOf(*layer).fields(*layer))
                if (auto* const* size = std::get_if<int*>(&field.value); size && isSize(field) && **size > 0)
                    **size = times(**size, scale.width);
        }
    }
    return network;
}

} // namespace belfry

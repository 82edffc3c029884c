// A slice's numbers in a flat vector. Any thread.
#pragma once

#include "core/model/blueprint.h"

#include <cstddef>
#include <span>
#include <vector>

namespace belfry {

// flat: blueprint.flatSize floats. slice: an index into blueprint.slices; -1, which is none: no numbers.
inline std::span<float> numbersOf(std::vector<float>& flat, const Blueprint& blueprint, int slice) {
    if (slice < 0)
        return {};
    const Slice& at = blueprint.slices[static_cast<std::size_t>(slice)];
    return std::span(flat).subspan(static_cast<std::size_t>(at.offset), static_cast<std::size_t>(at.count));
}

} // namespace belfry

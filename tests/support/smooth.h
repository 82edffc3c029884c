// Networks whose gradients can be compared number by number.
#pragma once

#include "core/model/architecture.h"
#include "core/model/layer_kind.h"

namespace belfry::test {

// With SiLU in place of ReLU and ReLU6. Their derivative jumps at 0: where rounding takes a number to the other side,
// the gradient of a deep network changes by a part in a thousand.
inline Architecture smooth(Architecture network) {
    for (Line& line : network.lines)
        if (auto* layer = std::get_if<Layer>(&line.content))
            for (const LayerField& field : kindOf(*layer).fields(*layer))
                if (auto* const* activation = std::get_if<Activation*>(&field.value);
                    activation && (**activation == Activation::Relu || **activation == Activation::Relu6))
                    **activation = Activation::Silu;
    return network;
}

} // namespace belfry::test

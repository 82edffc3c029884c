// Counts what a layer's units or channels do over many pictures. Internal to core/explain (ATen).
#pragma once

#include "core/explain/explainer.h"

#include <ATen/ATen.h>

namespace belfry {

class LayerCounts {
public:
    explicit LayerCounts(const BlueprintLayer& layer);
    void add(const at::Tensor& values); // images x channels x places
    LayerHealth health(std::size_t layer) const;

private:
    // Of its activation; none: it has none, or that has none.
    struct Bounds {
        std::optional<float> low, high;
        float near = 0; // a hundredth of what is between them
    };
    static Bounds boundsOf(const Layer& layer);

    Bounds bounds_;
    bool relu_;
    at::Tensor least_, most_; // by channel
    std::int64_t numbers_ = 0, saturated_ = 0;
};

} // namespace belfry

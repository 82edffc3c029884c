#include "core/model/hidden_matrices.h"

#include "core/kernels/orthogonalise.h"

#include <algorithm>
#include <variant>

namespace belfry {
namespace {

template <typename Kind>
bool isKind(const BlueprintLayer& layer) {
    return std::holds_alternative<Kind>(layer.spec);
}

bool hasFilters(const BlueprintLayer& layer) {
    return isKind<ConvolutionLayer>(layer) || isKind<DepthwiseLayer>(layer) || isKind<WhitenLayer>(layer);
}

// Convolutions see the picture first, dense layers give the answer last: neither stands between hidden features.
std::vector<const BlueprintLayer*> outerLayers(const std::vector<BlueprintLayer>& layers) {
    std::vector<const BlueprintLayer*> outer;
    const auto first = std::ranges::find_if(layers, hasFilters);
    if (first != layers.end())
        outer.push_back(&*first);
    const auto last = std::find_if(layers.rbegin(), layers.rend(), isKind<DenseLayer>);
    if (last != layers.rend())
        outer.push_back(&*last);
    return outer;
}

int groupsOf(const BlueprintLayer& layer) {
    const auto* convolution = std::get_if<ConvolutionLayer>(&layer.spec);
    return convolution ? convolution->groups : 1;
}

bool hasMatrices(const BlueprintLayer& layer) {
    if (isKind<ConvolutionLayer>(layer))
        return groupsOf(layer) == 1 || groupsOf(layer) < layer.in.channels; // else of one channel each
    return isKind<DenseLayer>(layer) || isKind<SqueezeExciteLayer>(layer);
}

} // namespace

std::vector<HiddenMatrix> hiddenMatrices(const Blueprint& blueprint) {
    const std::vector<const BlueprintLayer*> outer = outerLayers(blueprint.layers);
    std::vector<HiddenMatrix> matrices;
    for (const Slice& slice : blueprint.slices) {
        const BlueprintLayer& layer = blueprint.layers[slice.layer];
        if (slice.offset >= blueprint.trainableSize || slice.shape.size() < 2 || !hasMatrices(layer) ||
            std::ranges::find(outer, &layer) != outer.end())
            continue;
        const int groups = groupsOf(layer);
        const std::int64_t rows = slice.shape.front() / groups, columns = slice.count / slice.shape.front();
        for (int group = 0; group < groups; ++group)
            matrices.push_back({slice.offset + group * rows * columns, rows, columns});
    }
    return matrices;
}

std::int64_t orthogonaliseBytes(const Blueprint& blueprint) {
    std::int64_t floats = 0;
    for (const HiddenMatrix& matrix : hiddenMatrices(blueprint))
        floats = std::max(floats, orthogonaliseScratch(matrix.rows, matrix.columns));
    return floats * 4;
}

} // namespace belfry

#include "core/model/layer_kind.h"

namespace belfry {
namespace {

template <std::size_t... Index>
std::vector<const LayerKind*> allKinds(std::index_sequence<Index...>) {
    return {&rowOf(std::variant_alternative_t<Index, Layer>())...};
}

} // namespace

const LayerKind& kindOf(const Layer& layer) {
    return std::visit([](const auto& spec) -> const LayerKind& { return rowOf(spec); }, layer);
}

const std::vector<const LayerKind*>& layerKinds() {
    static const auto kinds = allKinds(std::make_index_sequence<std::variant_size_v<Layer>>());
    return kinds;
}

Activation activationOf(const Layer& layer) {
    Layer copy = layer;
    for (const LayerField& field : kindOf(copy).fields(copy))
        if (const auto* activation = std::get_if<Activation*>(&field.value); activation && field.name == "activation")
            return **activation;
    return Activation::Linear;
}

} // namespace belfry

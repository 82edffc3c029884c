#include "core/train/backbone_check.h"

#include "core/base/error.h"

#include <algorithm>

namespace belfry {

namespace {

// Of 2 cores' time on a thousand pictures: some seconds. Backbones were trained on 224x224 and see a little more there.
constexpr const char* kUsualSize = "128x128x3";

// Layers before the last one and the dropouts there.
std::size_t bodyLayers(const Blueprint& blueprint) {
    std::size_t count = blueprint.layers.size() - 1;
    while (count > 0 && std::holds_alternative<DropoutLayer>(blueprint.layers[count - 1].spec))
        --count;
    return count;
}

} // namespace

void checkBackbone(const Backbone& backbone, const Blueprint& blueprint) {
    const Blueprint& of = backbone.blueprint;
    const auto refuse = [&](const Text& what) {
        throw usageError(Text::tr("Network '%1' cannot start from backbone '%2': %3 Choose the backbone's own network.",
                                  blueprint.architecture.name, backbone.name, what));
    };
    if (of.input.normalisation != blueprint.input.normalisation)
        throw usageError(
            Text::tr("Backbone '%1' was trained with the normalisation '%2', and the plan has '%3'. Choose '%2'.",
                     backbone.name, std::string(normalisationName(of.input.normalisation)),
                     std::string(normalisationName(blueprint.input.normalisation))));
    const std::size_t layers = bodyLayers(of), own = bodyLayers(blueprint);
    const Line& end = blueprint.architecture.lines.back();
    const auto* dense = end.layer() ? std::get_if<DenseLayer>(end.layer()) : nullptr;
    if (!dense || !dense->bias || dense->activation != Activation::Linear)
        refuse(Text::tr("its last layer is '%1'; expected 'dense classes linear', which can be fitted.",
                        layerText(blueprint.layers.back().spec)));
    for (std::size_t i = 0; i < std::min(layers, own); ++i)
        if (!(of.layers[i].spec == blueprint.layers[i].spec))
            refuse(Text::tr("its layer %1 is '%2', the backbone's '%3'.", blueprint.layers[i].name,
                            layerText(blueprint.layers[i].spec), layerText(of.layers[i].spec)));
    if (layers != own)
        refuse(Text::tr("it has %1 layers before the last one, the backbone %2.", own, layers));
    for (const Slice& slice : blueprint.slices) {
        const auto same = std::ranges::find(of.slices, slice.name, &Slice::name);
        if (slice.layer < own && (same == of.slices.end() || same->shape != slice.shape))
            refuse(Text::tr("its tensor '%1' has another shape for these pictures.", slice.name));
    }
}

void chooseBackbone(Plan& plan, const Backbone& backbone) {
    const Architecture& network = backbone.blueprint.architecture;
    const std::vector<std::string> known = networkNames();
    const bool taken = std::ranges::find(known, network.name) != known.end();
    plan.backbone = backbone.name;
    if (plan.pictureSize.empty())
        plan.pictureSize = kUsualSize;
    plan.normalisation = normalisationName(backbone.blueprint.input.normalisation);
    plan.model = network.name;
    plan.layers.clear();
    if (taken && networkByName(network.name) == network)
        return;
    plan.model = taken ? network.name + "-of-" + backbone.origin.scheme : network.name;
    plan.layers = layerLines(network);
}

void leaveBackbone(Plan& plan) {
    const Plan defaults;
    plan.backbone.clear();
    plan.normalisation = defaults.normalisation;
    plan.pictureSize = defaults.pictureSize;
    plan.epochs = std::max<std::int64_t>(plan.epochs, 1);
}

Blueprint bodyOf(const Blueprint& whole) {
    Architecture architecture = whole.architecture;
    architecture.lines.pop_back();
    const auto endsInDropout = [&architecture] {
        const Layer* layer = architecture.lines.empty() ? nullptr : architecture.lines.back().layer();
        return layer && std::holds_alternative<DropoutLayer>(*layer);
    };
    while (endsInDropout())
        architecture.lines.pop_back();
    return makeBlueprint(architecture, whole.image, static_cast<int>(whole.layers.back().in.elements()), whole.input);
}

void copyBody(const Backbone& backbone, const Blueprint& to, std::span<float> flat) {
    const Blueprint& from = backbone.blueprint;
    for (const Slice& slice : to.slices) {
        const auto same = std::ranges::find(from.slices, slice.name, &Slice::name);
        if (same != from.slices.end() && same->layer < bodyLayers(from))
            std::copy_n(backbone.weights.begin() + same->offset, slice.count, flat.begin() + slice.offset);
    }
}

} // namespace belfry

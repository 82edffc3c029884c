#include "core/interop/onnx_model.h"

#include "core/formats/json_file.h"
#include "core/model/activation_kind.h"
#include "core/model/layer_kind.h"
#include "core/model/onnx_graph.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

using Ints = OnnxGraph::Ints;

void standardise(OnnxGraph& graph, const ImageShape& seen) {
    const auto mean = [&graph](const std::string& of, const std::string& name) {
        return graph.put("ReduceMean", {of}, {{"axes", Ints{1, 2, 3}}, {"keepdims", std::int64_t{1}}}, name);
    };
    const std::string values = graph.last();
    const std::string centred = graph.put("Sub", {values, mean(values, "mean")}, {}, "centred");
    mean(graph.put("Mul", {centred, centred}, {}, "squares"), "variance");
    graph.follow("Sqrt", {}, "root");
    const auto minDeviation = static_cast<float>(1 / std::sqrt(static_cast<double>(seen.bytes())));
    graph.follow("Max", {}, "deviation", {graph.number("least_deviation", minDeviation)});
    graph.put("Div", {centred, graph.last()}, {}, "standardised");
}

// By numbers of each channel, the last dimension.
void scale(OnnxGraph& graph, Normalisation normalisation, int channels) {
    std::vector<float> scales, shifts;
    for (int channel = 0; channel < channels; ++channel) {
        const ScaleShift by = channelScale(normalisation, channel, channels);
        scales.push_back(by.scale);
        shifts.push_back(by.shift);
    }
    graph.follow("Mul", {}, "scaled", {graph.numbers("scale", scales)});
    if (std::ranges::any_of(shifts, [](float shift) { return shift != 0; }))
        graph.follow("Add", {}, "shifted", {graph.numbers("shift", shifts)});
}

// The input stage of evaluation: kernels/input_stage.cpp.
void addInputStage(OnnxGraph& graph, const Blueprint& blueprint) {
    const ImageShape &image = blueprint.image, seen = networkInput(blueprint.input, image);
    graph.enter("input");
    graph.follow("Cast", {{"to", static_cast<std::int64_t>(OnnxType::Float)}}, "numbers");
    if (seen != image) {
        const std::int64_t top = (image.height - seen.height) / 2, left = (image.width - seen.width) / 2;
        const std::string starts = graph.ints("starts", {top, left}),
                          ends = graph.ints("ends", {top + seen.height, left + seen.width});
        graph.follow("Slice", {}, "crop", {starts, ends, graph.ints("axes", {1, 2})});
    }
    if (blueprint.input.normalisation == Normalisation::Standardised)
        standardise(graph, seen);
    else
        scale(graph, blueprint.input.normalisation, seen.channels);
    graph.follow("Transpose", {{"perm", Ints{0, 3, 1, 2}}}, "channels_first");
    graph.leave();
}

OnnxModel graphOf(const Blueprint& blueprint) {
    OnnxGraph graph(blueprint, "images");
    addInputStage(graph, blueprint);
    for (const BlueprintLayer& layer : blueprint.layers) {
        graph.enter(layer);
        kindOf(layer.spec).addTo(graph, layer);
        kindOf(activationOf(layer.spec)).addTo(graph);
        graph.leave();
    }
    graph.enter("output");
    graph.flatten(blueprint.layers.back().out);
    graph.putAs("Identity", {graph.last()}, {}, "logits");
    graph.putAs("Softmax", {graph.last()}, {{"axis", std::int64_t{1}}}, "probabilities");
    return graph.take();
}

} // namespace

OnnxModel onnxModel(const Snapshot& snapshot, const SafetensorsFile& weights) {
    const Blueprint& blueprint = *snapshot.blueprint;
    const ImageShape& image = blueprint.image;
    OnnxModel model = graphOf(blueprint);
    model.name = blueprint.architecture.name;
    const std::string version = snapshot.dataVersion.empty() ? "" : ", version " + snapshot.dataVersion;
    model.text = "Trained by Belfry on " + snapshot.data + version + ", step " + std::to_string(snapshot.step) + ".";
    model.producerVersion = BELFRY_VERSION;
    model.metadata = {{"classes", jsonText(snapshot.classes)}};
    model.inputs = {{"images",
                     OnnxType::Byte,
                     {-1, image.height, image.width, image.channels},
                     "bytes of pictures, 0 to 255, rows from the top, colours red, green, blue"}};
    model.outputs = {{"logits", OnnxType::Float, {-1, blueprint.classes}, "before the softmax"},
                     {"probabilities", OnnxType::Float, {-1, blueprint.classes}, "by class, with the sum 1"}};
    for (const NamedTensor& tensor : weights.tensors)
        model.constants.push_back({tensor.name, OnnxType::Float, tensor.shape, tensor.bytes});
    return model;
}

} // namespace belfry

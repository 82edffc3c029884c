// An ONNX graph while it is made along a network: the nodes of one layer after the other, each on what came before.
// Internal to the engine.
#pragma once

#include "core/formats/onnx.h"
#include "core/model/blueprint.h"

#include <string>
#include <vector>

namespace belfry {

class OnnxGraph {
public:
    using Ints = std::vector<std::int64_t>;
    using Names = std::vector<std::string>;
    using Attributes = std::vector<OnnxAttribute>;

    OnnxGraph(const Blueprint& blueprint, std::string input) : blueprint_(blueprint), last_{std::move(input), false} {}

    // Names of nodes and constants to come begin with that of the part, or the layer, which gets its first input.
    void enter(const std::string& part) { layer_ = part; }
    void enter(const BlueprintLayer& layer);
    void leave() { outputs_.push_back(last_); } // the layer, or before the first the input stage
    // To what came before, of this shape, adds what a layer, or kPicture, has given.
    void addOutputOf(int input, const TensorShape& shape);
    const std::string& last() const { return last_.name; } // the newest node's output
    // A node whose output is `part` of the layer; returns the output's whole name.
    std::string put(std::string operation, Names inputs, Attributes attributes, const std::string& part);
    // The same with what came before as its first input.
    std::string follow(std::string operation, Attributes attributes, const std::string& part, Names others = {});
    std::string putAs(std::string operation, Names inputs, Attributes attributes, const std::string& output);

    // Numbers come as pictures (N x C x H x W) or, after a dense layer, as N x units: what a layer gets as the one or
    // the other, pixel by pixel.
    void picture(const TensorShape& shape);
    void flatten(const TensorShape& shape);
    // Between N x C x H x W and N x H x W x C, for operators along the channels; units stay as they are.
    void channelsLast();
    void channelsFirst();
    // Between a picture and the slice's number for each of its channels.
    void byChannel(std::string operation, int slice, const std::string& part);

    // Inputs by name: the blueprint's slice, or a constant of the layer.
    const std::string& weight(int slice) const { return blueprint_.slices[static_cast<std::size_t>(slice)].name; }
    std::string ints(const char* name, const Ints& values);
    std::string number(const char* name, float value);
    std::string numbers(const char* name, const std::vector<float>& values); // one dimension
    std::string ones(int count);
    std::string zeros(int count);

    OnnxModel take() { return std::move(model_); }

private:
    std::string constant(OnnxTensor tensor);
    std::string filled(const char* name, int count, float value);

    const Blueprint& blueprint_;
    OnnxModel model_;
    std::string layer_;
    struct Output {
        std::string name;
        bool flat; // N x units
    } last_;
    std::vector<Output> outputs_; // of the input stage, then of each layer
};

// Of a window that moves over a picture.
OnnxGraph::Attributes windowAttributes(int kernel, int stride, const LayerPadding& padding);

} // namespace belfry

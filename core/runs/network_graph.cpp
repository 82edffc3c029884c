#include "core/runs/network_graph.h"

#include "core/model/activation_kind.h"
#include "core/model/layer_kind.h"

#include <algorithm>
#include <utility>

namespace belfry {
namespace {

using Shape = std::vector<std::int64_t>;

class Graph {
public:
    explicit Graph(const Blueprint& blueprint) : blueprint_(blueprint) {
        const ImageShape &image = blueprint.image, seen = networkInput(blueprint.input, image);
        put({"images", "Placeholder", {}, {-1, image.height, image.width, image.channels}, "bytes"});
        follow("input_stage", "InputStage", {-1, seen.height, seen.width, seen.channels},
               std::string(augmentationName(blueprint.input.augmentation)) + ", " +
                   std::string(normalisationName(blueprint.input.normalisation)));
        for (const BlueprintLayer& layer : blueprint.layers)
            add(layer);
        follow("probabilities", "Softmax", {-1, blueprint.classes}, "");
    }
    std::vector<GraphNode> take() { return std::move(nodes_); }

private:
    void add(const BlueprintLayer& layer) {
        const std::string operation = kindOf(layer.spec).operation(); // TensorFlow's, as its users expect
        const Shape shape{-1, layer.out.height, layer.out.width, layer.out.channels};
        std::vector<std::string> inputs{last_};
        for (const int slice : {layer.weightSlice, layer.biasSlice, layer.meanSlice, layer.varianceSlice})
            if (slice >= 0)
                inputs.push_back(variable(blueprint_.slices[static_cast<std::size_t>(slice)]));
        put({layer.name + "/" + operation, operation, std::move(inputs), shape, layerText(layer.spec)});
        if (const Activation activation = activationOf(layer.spec); activation != Activation::Linear) {
            const std::string name(kindOf(activation).operation);
            follow(layer.name + "/" + name, name, shape, "");
        }
    }
    std::string variable(const Slice& slice) {
        std::string name = slice.name;
        std::ranges::replace(name, '.', '/');
        nodes_.push_back({name, "Variable", {}, Shape(slice.shape.begin(), slice.shape.end()), ""});
        return name;
    }
    void follow(const std::string& name, const std::string& operation, Shape shape, const std::string& text) {
        put({name, operation, {last_}, std::move(shape), text});
    }
    void put(GraphNode node) {
        last_ = node.name;
        nodes_.push_back(std::move(node));
    }

    const Blueprint& blueprint_;
    std::vector<GraphNode> nodes_;
    std::string last_;
};

} // namespace

std::vector<GraphNode> networkGraph(const Blueprint& blueprint) {
    return Graph(blueprint).take();
}

} // namespace belfry

// Everything about one kind of layer except its op (layers/layer_ops.h): its words, its properties, its rule of
// shapes, and its export to other programs. A kind is one class in layer_kinds/, of which nothing can be left out;
// what reads, draws and exports networks knows no kinds. Immutable; any thread.
#pragma once

#include "core/base/text.h"
#include "core/model/architecture.h"
#include "core/model/blueprint.h"

#include <string>
#include <variant>
#include <vector>

namespace belfry {

class LayerPlanner; // layer_planner.h
class OnnxGraph;    // onnx_graph.h

// One property of a layer, as a line of text, a package and an editor have it.
struct LayerField {
    enum class Form {
        Number, // 120: these, squares and names stand first, in the order of the fields
        Square, // 5x5
        Name,   // "trunk": of another layer
        Option, // "stride 2", anywhere after them
        Flag,   // "fan-in": a word that turns a bool
        Choice, // "relu", "same"
    };
    std::string name; // "stride": in lines and packages
    Form form;
    std::variant<int*, double*, bool*, Activation*, Padding*, std::string*> value;
    Text title, help;      // in an editor
    Text expected = {};    // "a stride", where a line has something else
    double absent = 0;     // an option's value where a line does not name it
    bool always = false;   // written even then
    Text group = {};       // "initialiser": a line has at most one of a group; empty: the name stands alone
    int min = 0, max = 0;  // of an int, in an editor
    std::string zero = {}; // the word for 0 in a line, where less than 1 cannot be
    Text zeroTitle = {};   // the same in an editor
    bool inPackage = true; // false: evaluation needs no such number
    bool applies = true;   // false: what another field says leaves no room for it
};

// LayerField::zero where 0 is the width of the block (BlockStart).
constexpr const char* kWidthWord = "width";

// How pictures of a network show a layer: by its units; by its maps, dashed where it changes no shape; by its side; or
// as a circle where branches join.
enum class LayerGlyph { Units, Maps, Frame, Sum };

class LayerKind {
public:
    virtual ~LayerKind() = default;

    virtual std::string word() const = 0;        // "conv": begins its line
    virtual std::string prefix() const = 0;      // "conv": before the number in names of layers and slices
    virtual std::string packageName() const = 0; // "convolution": in model.json, and in resources/export/model.py
    virtual std::string operation() const = 0;   // "Conv2D": TensorFlow's name, for TensorBoard's graph
    virtual std::string example() const = 0;     // the line that an editor adds
    virtual Text title() const = 0;              // "Convolution", in menus
    virtual Text syntax() const = 0;             // what may follow the numbers: "after the size come stride N"
    virtual LayerGlyph glyph() const = 0;
    // False: only passes values on, so their distribution is not recorded.
    virtual bool computes() const { return true; }
    virtual Layer defaults() const = 0;
    virtual Text summary(const Layer& layer) const = 0;             // "convolution 6, 5×5, relu"
    virtual std::vector<LayerField> fields(Layer& layer) const = 0; // as its line has them; they point into `layer`
    // Shapes, parameters and work of planner.layer(). Throws Error(Usage) for what cannot be.
    virtual void plan(LayerPlanner& planner, const Layer& layer) const = 0;
    virtual void addTo(OnnxGraph& graph, const BlueprintLayer& layer) const = 0; // but for the activation
};

// A row by its own struct.
template <typename Spec>
class LayerKindOf : public LayerKind {
    Layer defaults() const final { return Spec(); }
    Text summary(const Layer& layer) const final { return summaryOf(std::get<Spec>(layer)); }
    std::vector<LayerField> fields(Layer& layer) const final { return fieldsOf(std::get<Spec>(layer)); }
    void plan(LayerPlanner& planner, const Layer& layer) const final { planFrom(planner, std::get<Spec>(layer)); }
    void addTo(OnnxGraph& graph, const BlueprintLayer& layer) const final {
        addNodes(graph, layer, std::get<Spec>(layer.spec));
    }

    virtual Text summaryOf(const Spec& spec) const = 0;
    virtual std::vector<LayerField> fieldsOf(Spec& spec) const = 0;
    virtual void planFrom(LayerPlanner& planner, const Spec& spec) const = 0;
    virtual void addNodes(OnnxGraph& graph, const BlueprintLayer& layer, const Spec& spec) const = 0;
};

// The only row of its class.
template <typename Kind>
const LayerKind& onlyRow() {
    static const Kind kind;
    return kind;
}

const LayerKind& kindOf(const Layer& layer);       // its row
const std::vector<const LayerKind*>& layerKinds(); // in the order of Layer
Activation activationOf(const Layer& layer);       // Linear for kinds that have none

// One layer from its words; layerText() in architecture.h is the way back. Internal to core/model. Throws
// Error(Usage) that starts with `where` ("Network 'n', line 3") and names the word.
Layer layerFromText(const std::string& line, const Text& where);

} // namespace belfry

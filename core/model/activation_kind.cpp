#include "core/model/activation_kind.h"

#include "core/base/error.h"
#include "core/base/suggest.h"
#include "core/model/onnx_graph.h"

#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

// x (1 + erf(x / root of 2)) / 2: opset 17 has no Gelu.
void addGelu(OnnxGraph& graph) {
    const std::string x = graph.last();
    graph.follow("Div", {}, "scaled", {graph.number("root_of_two", std::sqrt(2.0f))});
    graph.follow("Erf", {}, "erf");
    graph.follow("Add", {}, "share", {graph.number("one", 1)});
    graph.follow("Mul", {}, "twice", {x});
    graph.follow("Mul", {}, "active", {graph.number("half", 0.5f)});
}

// The compiler misses a case for a new enumerator. None: there is no such enumerator.
std::optional<ActivationKind> rowOf(Activation activation) {
    const auto named = [](const char* name, Text title, const char* operation, ActivationKind::AddTo addTo) {
        return ActivationKind(name, std::move(title), Text::verbatim(name), operation, addTo);
    };
    switch (activation) {
    case Activation::Linear:
        return ActivationKind("linear", Text::tr("Linear"), Text::tr("linear"), "Identity", [](OnnxGraph&) {});
    case Activation::Relu:
        return named("relu", Text::verbatim("ReLU"), "Relu",
                     [](OnnxGraph& graph) { graph.follow("Relu", {}, "active"); });
    case Activation::Elu:
        return named("elu", Text::verbatim("ELU"), "Elu", [](OnnxGraph& graph) {
            graph.follow("Elu", {{"alpha", 1.0f}}, "active");
        });
    case Activation::Tanh:
        return named("tanh", Text::verbatim("Tanh"), "Tanh",
                     [](OnnxGraph& graph) { graph.follow("Tanh", {}, "active"); });
    case Activation::Sigmoid:
        return named("sigmoid", Text::tr("Sigmoid"), "Sigmoid",
                     [](OnnxGraph& graph) { graph.follow("Sigmoid", {}, "active"); });
    case Activation::HardSigmoid:
        return ActivationKind("hard_sigmoid", Text::tr("Hard sigmoid"), Text::tr("hard sigmoid"), "HardSigmoid",
                              [](OnnxGraph& graph) {
                                  graph.follow("HardSigmoid", {{"alpha", 0.2f}, {"beta", 0.5f}}, "active");
                              });
    case Activation::Softplus:
        return named("softplus", Text::verbatim("Softplus"), "Softplus",
                     [](OnnxGraph& graph) { graph.follow("Softplus", {}, "active"); });
    case Activation::Gelu:
        return named("gelu", Text::verbatim("GELU"), "Gelu", addGelu);
    case Activation::Relu6:
        return named("relu6", Text::verbatim("ReLU6"), "Relu6", [](OnnxGraph& graph) {
            graph.follow("Clip", {}, "active", {graph.number("least", 0), graph.number("most", 6)});
        });
    case Activation::Silu:
        return named("silu", Text::verbatim("SiLU"), "Silu", [](OnnxGraph& graph) {
            const std::string x = graph.last();
            graph.follow("Sigmoid", {}, "share");
            graph.follow("Mul", {}, "active", {x});
        });
    case Activation::HardSwish:
        return ActivationKind("hard_swish", Text::verbatim("Hard swish"), Text::verbatim("hard swish"), "HardSwish",
                              [](OnnxGraph& graph) { graph.follow("HardSwish", {}, "active"); });
    }
    return std::nullopt;
}

} // namespace

const std::vector<ActivationKind>& activationKinds() {
    static const std::vector<ActivationKind> kinds = [] {
        std::vector<ActivationKind> rows;
        while (auto row = rowOf(static_cast<Activation>(rows.size())))
            rows.push_back(*std::move(row));
        return rows;
    }();
    return kinds;
}

const ActivationKind& kindOf(Activation activation) {
    return activationKinds().at(static_cast<std::size_t>(activation));
}

std::optional<Activation> findActivation(std::string_view name) {
    const auto found = std::ranges::find(activationKinds(), name, &ActivationKind::name);
    if (found == activationKinds().end())
        return std::nullopt;
    return static_cast<Activation>(found - activationKinds().begin());
}

std::vector<std::string> activationNames() { return namesIn(activationKinds()); }

std::string_view activationName(Activation activation) { return kindOf(activation).name; }

Activation activationFromName(std::string_view name) {
    if (const auto activation = findActivation(name))
        return *activation;
    throw usageError(unknownName(Text::tr("activation"), name, activationNames()));
}

} // namespace belfry

// One row for each activation: its names, and how other programs compute it. Its formula and its derivative on tensors
// are in layers/activation.cpp. Plain values; any thread.
#pragma once

#include "core/base/text.h"
#include "core/model/architecture.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace belfry {

class OnnxGraph; // onnx_graph.h

struct ActivationKind {
    using AddTo = void (*)(OnnxGraph& graph); // puts nodes after the last one
    // Nothing may be left out.
    ActivationKind(std::string_view n, Text t, Text s, std::string_view o, AddTo add)
        : name(n), title(std::move(t)), summary(std::move(s)), operation(o), addTo(add) {}

    std::string_view name;      // "hard_sigmoid": in lines, plans and packages
    Text title;                 // "Hard sigmoid", in menus
    Text summary;               // "hard sigmoid", of a layer
    std::string_view operation; // "HardSigmoid": TensorFlow's name, for TensorBoard's graph
    AddTo addTo;
};

const std::vector<ActivationKind>& activationKinds(); // in the enumerators' order
const ActivationKind& kindOf(Activation activation);
std::optional<Activation> findActivation(std::string_view name); // nullopt for an unknown name
std::vector<std::string> activationNames();

} // namespace belfry

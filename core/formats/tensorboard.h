// The messages of a TensorBoard event file, which is a TFRecord file of them: one tensorflow.Event each. Field numbers:
// event.proto, summary.proto, graph.proto, node_def.proto and attr_value.proto of tensorboard/compat/proto. Times are
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
    double value = 0;      // kept as a float
    std::string note = {}; // what TensorBoard says of the tag
};

struct TaggedDistribution {
    std::string tag;
    Distribution numbers;
};

// A node of the graph that TensorBoard draws; slashes in names make its groups.
struct GraphNode {
    std::string name;
    std::string operation; // "Conv2D"
    std::vector<std::string> inputs;
    std::vector<std::int64_t> shape; // of what comes out; -1: any number of images
    std::string text;                // what the node's panel says beside that
};

// Says that the file follows version 2: what stands at the head of every file.
std::string encodeFileVersion(double time);
// A session begins: TensorBoard forgets what earlier files say of `step` and all after it.
std::string encodeSessionStart(double time, std::int64_t step);
std::string encodeScalars(double time, std::int64_t step, std::span<const TaggedScalar> scalars);
std::string encodeDistributions(double time, std::int64_t step, std::span<const TaggedDistribution> distributions);
std::string encodeGraph(double time, std::span<const GraphNode> nodes);

} // namespace belfry

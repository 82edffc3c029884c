#include "core/formats/tensorboard.h"

#include <protozero/pbf_writer.hpp>

namespace belfry {
namespace {

using protozero::pbf_writer;
using Tag = protozero::pbf_tag_type;

namespace event {
constexpr Tag kTime = 1, kStep = 2, kFileVersion = 3, kGraph = 4, kSummary = 5, kSession = 7;
}
namespace session {
constexpr Tag kStatus = 1;
constexpr std::int32_t kStart = 1;
} // namespace session
namespace summary {
constexpr Tag kValue = 1, kTag = 1, kNumber = 2, kHistogram = 5, kMetadata = 9; // the last four of a value
constexpr Tag kNote = 3;                                                        // of metadata
} // namespace summary
namespace histogram {
constexpr Tag kMin = 1, kMax = 2, kCount = 3, kSum = 4, kSquares = 5, kEnds = 6, kBuckets = 7;
}
namespace graph_def {
constexpr Tag kNode = 1, kVersions = 4, kProducer = 1;
constexpr std::int32_t kProducerVersion = 22;                        // as PyTorch's graphs have it
constexpr Tag kName = 1, kOperation = 2, kInput = 3, kAttribute = 5; // of a node
constexpr Tag kKey = 1, kValue = 2;                                  // of an attribute
constexpr Tag kList = 1, kBytes = 2, kShape = 7;                     // of its value
constexpr Tag kSide = 2, kSize = 1;                                  // of a shape
} // namespace graph_def

std::string eventAt(double time, std::int64_t step) {
    std::string bytes;
    pbf_writer message(bytes);
    message.add_double(event::kTime, time);
    if (step != 0)
        message.add_int64(event::kStep, step);
    return bytes;
}

void writeHistogram(pbf_writer& value, const Distribution& numbers) {
    pbf_writer message(value, summary::kHistogram);
    message.add_double(histogram::kMin, numbers.min);
    message.add_double(histogram::kMax, numbers.max);
    message.add_double(histogram::kCount, static_cast<double>(numbers.count));
    message.add_double(histogram::kSum, numbers.sum);
    message.add_double(histogram::kSquares, numbers.squares);
    message.add_packed_double(histogram::kEnds, numbers.ends.begin(), numbers.ends.end());
    const std::vector<double> buckets(numbers.buckets.begin(), numbers.buckets.end());
    message.add_packed_double(histogram::kBuckets, buckets.begin(), buckets.end());
}

void writeShape(pbf_writer& node, const std::vector<std::int64_t>& sides) {
    pbf_writer attribute(node, graph_def::kAttribute);
    attribute.add_string(graph_def::kKey, "_output_shapes");
    pbf_writer value(attribute, graph_def::kValue);
    pbf_writer list(value, graph_def::kList);
    pbf_writer shape(list, graph_def::kShape);
    for (const std::int64_t size : sides) {
        pbf_writer side(shape, graph_def::kSide);
        side.add_int64(graph_def::kSize, size);
    }
}

void writeText(pbf_writer& node, const std::string& text) {
    pbf_writer attribute(node, graph_def::kAttribute);
    attribute.add_string(graph_def::kKey, "layer");
    pbf_writer value(attribute, graph_def::kValue);
    value.add_bytes(graph_def::kBytes, text);
}

void writeNode(pbf_writer& message, const GraphNode& node) {
    pbf_writer to(message, graph_def::kNode);
    to.add_string(graph_def::kName, node.name);
    to.add_string(graph_def::kOperation, node.operation);
    for (const std::string& input : node.inputs)
        to.add_string(graph_def::kInput, input);
    if (!node.shape.empty())
        writeShape(to, node.shape);
    if (!node.text.empty())
        writeText(to, node.text);
}

// An event with one value for each of `items`. `write` adds the payload of the value.
template <typename Item, typename Write>
std::string summaryOf(double time, std::int64_t step, std::span<const Item> items, const Write& write) {
    std::string bytes = eventAt(time, step);
    {
        pbf_writer message(bytes);
        pbf_writer all(message, event::kSummary);
        for (const Item& item : items) {
            pbf_writer value(all, summary::kValue);
            value.add_string(summary::kTag, item.tag);
            write(value, item);
        }
    }
    return bytes;
}

} // namespace

std::string encodeFileVersion(double time) {
    std::string bytes = eventAt(time, 0);
    pbf_writer(bytes).add_string(event::kFileVersion, "brain.Event:2");
    return bytes;
}

std::string encodeSessionStart(double time, std::int64_t step) {
    std::string bytes = eventAt(time, step);
    {
        pbf_writer message(bytes); // the writer's destructor writes the length of the message
        pbf_writer log(message, event::kSession);
        log.add_enum(session::kStatus, session::kStart);
    }
    return bytes;
}

std::string encodeScalars(double time, std::int64_t step, std::span<const TaggedScalar> scalars) {
    return summaryOf(
        time, step, scalars,
        [](pbf_writer& value, const TaggedScalar& scalar) {
            if (!scalar.note.empty())
                pbf_writer(value, summary::kMetadata).add_string(summary::kNote, scalar.note);
            value.add_float(summary::kNumber, static_cast<float>(scalar.value));
        });
}

std::string encodeDistributions(double time, std::int64_t step, std::span<const TaggedDistribution> distributions) {
    return summaryOf(
        time, step, distributions,
        [](pbf_writer& value, const TaggedDistribution& distribution) { writeHistogram(value, distribution.numbers); });
}

std::string encodeGraph(double time, std::span<const GraphNode> nodes) {
    std::string definition;
    {
        pbf_writer message(definition);
        for (const GraphNode& node : nodes)
            writeNode(message, node);
        pbf_writer versions(message, graph_def::kVersions);
        versions.add_int32(graph_def::kProducer, graph_def::kProducerVersion);
    }
    std::string bytes = eventAt(time, 0);
    pbf_writer(bytes).add_bytes(event::kGraph, definition);
    return bytes;
}

} // namespace belfry

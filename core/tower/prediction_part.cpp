#include "core/tower/prediction_part.h"

#include <algorithm>

namespace belfry {
namespace {

constexpr std::int64_t kMaxImages = 512; // enough for speed, few enough to stop quickly
// Unless one image takes more. What is larger is slower on the CPU: its pages are mapped and cleared for each
// evaluation, a third of the time of photographs in parts of a GiB.
constexpr std::int64_t kMaxBytes = std::int64_t{5} << 26;

// The image itself, and what its largest layer reads and writes, and computes between: scores of attention, before and
// after their softmax. Without backward nothing else is kept.
std::int64_t bytesOfOne(const Blueprint& blueprint) {
    std::int64_t largest = 0;
    for (const BlueprintLayer& layer : blueprint.layers)
        largest = std::max(largest, layer.in.elements() + layer.out.elements() + 2 * layer.kept);
    return blueprint.image.bytes() + 4 * largest;
}

} // namespace

std::int64_t predictionPart(const Blueprint& blueprint) {
    return std::clamp<std::int64_t>(kMaxBytes / bytesOfOne(blueprint), 1, kMaxImages);
}

std::int64_t predictionBytes(const Blueprint& blueprint) { return predictionPart(blueprint) * bytesOfOne(blueprint); }

} // namespace belfry

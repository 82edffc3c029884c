#include "core/model/flat_tensors.h"

#include "core/base/error.h"
#include "core/base/joined.h"

#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

const NamedTensor& tensorOf(const SafetensorsFile& file, const Slice& slice, const std::string& prefix) {
    const std::string name = prefix + slice.name;
    const std::vector<std::int64_t> shape(slice.shape.begin(), slice.shape.end());
    const NamedTensor* tensor = file.find(name);
    if (!tensor)
        throw dataError(Text::tr("tensor '%1' is missing, one of shape %2 is expected", name, shapeText(shape)));
    if (tensor->shape != shape)
        throw dataError(
            Text::tr("tensor '%1' has shape %2, %3 is expected", name, shapeText(tensor->shape), shapeText(shape)));
    return *tensor;
}

} // namespace

Text shapeText(std::span<const std::int64_t> shape) {
    const std::string text = joined(shape, "x", [](std::int64_t side) { return std::to_string(side); });
    return text.empty() ? Text::tr("a single number") : Text::verbatim(text);
}

void addFlat(SafetensorsView& file, const Blueprint& blueprint, const std::string& prefix,
             std::span<const float> flat) {
    for (const Slice& slice : blueprint.slices)
        file.tensors.push_back(
            floatView(prefix + slice.name, {slice.shape.begin(), slice.shape.end()},
                      flat.subspan(static_cast<std::size_t>(slice.offset), static_cast<std::size_t>(slice.count))));
}

bool hasFlat(const SafetensorsFile& file, const std::string& prefix) {
    return std::ranges::any_of(
        file.tensors, [&prefix](const NamedTensor& tensor) { return tensor.name.starts_with(prefix); });
}

std::vector<float> flatFrom(const SafetensorsFile& file, const Blueprint& blueprint, const std::string& prefix) {
    for (const Slice& slice : blueprint.slices)
        tensorOf(file, slice, prefix);
    std::vector<float> flat(static_cast<std::size_t>(blueprint.flatSize));
    for (const Slice& slice : blueprint.slices) {
        const auto values = floatsOf(tensorOf(file, slice, prefix));
        if (!std::ranges::all_of(values, [](float value) { return std::isfinite(value); }))
            throw dataError(Text::tr("tensor '%1' holds values that are not finite numbers", prefix + slice.name));
        std::ranges::copy(values, flat.begin() + slice.offset);
    }
    return flat;
}

} // namespace belfry

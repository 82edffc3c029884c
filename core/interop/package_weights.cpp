#include "core/interop/package_weights.h"

#include "core/base/error.h"
#include "core/model/flat_tensors.h"

#include <algorithm>

namespace belfry {
namespace {

bool isConvolution(const Slice& slice) { return slice.shape.size() == 4; }

// `outer` matrices of rows x columns floats each become columns x rows ones: a filter's pixels x channels and back.
Bytes transposed(const Bytes& bytes, std::size_t outer, std::size_t rows, std::size_t columns) {
    constexpr std::size_t kSize = sizeof(float);
    Bytes turned(bytes.size());
    for (std::size_t matrix = 0; matrix < outer; ++matrix)
        for (std::size_t row = 0; row < rows; ++row)
            for (std::size_t column = 0; column < columns; ++column)
                std::copy_n(bytes.data() + ((matrix * rows + row) * columns + column) * kSize, kSize,
                            turned.data() + ((matrix * columns + column) * rows + row) * kSize);
    return turned;
}

struct Filters {
    std::int64_t count, height, width, channels;
    explicit Filters(const Slice& slice)
        : count(slice.shape[0]), height(slice.shape[1]), width(slice.shape[2]), channels(slice.shape[3]) {}
    std::vector<std::int64_t> forOthers() const { return {count, channels, height, width}; }
    std::vector<std::int64_t> own() const { return {count, height, width, channels}; }
    std::size_t pixels() const { return static_cast<std::size_t>(height * width); }
};

} // namespace

SafetensorsFile packageWeights(const Blueprint& blueprint, std::span<const float> flat) {
    SafetensorsView own;
    addFlat(own, blueprint, "", flat);
    SafetensorsFile file{{{"format", "pt"}}, {}}; // as PyTorch's readers look for
    for (const TensorView& tensor : own.tensors)
        file.tensors.push_back(
            {tensor.name, tensor.dtype, tensor.shape, Bytes(tensor.bytes.begin(), tensor.bytes.end())});
    for (std::size_t i = 0; i < blueprint.slices.size(); ++i)
        if (isConvolution(blueprint.slices[i])) {
            const Filters filters(blueprint.slices[i]);
            NamedTensor& tensor = file.tensors[i];
            tensor.bytes = transposed(tensor.bytes, static_cast<std::size_t>(filters.count), filters.pixels(),
                                      static_cast<std::size_t>(filters.channels));
            tensor.shape = filters.forOthers();
        }
    return file;
}

std::vector<float> flatFromPackage(const SafetensorsFile& file, const Blueprint& blueprint) {
    SafetensorsFile own = file;
    for (const Slice& slice : blueprint.slices) {
        const auto tensor = std::ranges::find(own.tensors, slice.name, &NamedTensor::name);
        if (!isConvolution(slice) || tensor == own.tensors.end())
            continue; // flatFrom() tells what is missing
        const Filters filters(slice);
        if (tensor->shape != filters.forOthers() || tensor->dtype != "F32")
            throw dataError(Text::tr("tensor '%1' is %2 of shape %3, F32 of shape %4 is expected", slice.name,
                                     tensor->dtype, shapeText(tensor->shape), shapeText(filters.forOthers())));
        tensor->bytes = transposed(tensor->bytes, static_cast<std::size_t>(filters.count),
                                   static_cast<std::size_t>(filters.channels), filters.pixels());
        tensor->shape = filters.own();
    }
    return flatFrom(own, blueprint, "");
}

} // namespace belfry

#include "core/formats/safetensors.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/formats/safetensors_header.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <cstring>
#include <set>

namespace belfry {
namespace {

static_assert(std::endian::native == std::endian::little, "tensors are written in memory order");

constexpr std::size_t kLengthBytes = 8;
constexpr std::size_t kAlignment = 8;

std::uint64_t littleEndian64(const std::uint8_t* bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < kLengthBytes; ++i)
        value |= std::uint64_t{bytes[i]} << (8 * i);
    return value;
}

void checkTensor(const TensorView& tensor, std::set<std::string>& names) {
    const auto refuse = [&](const Text& found) {
        throw usageError(Text::tr("Tensor '%1' cannot be saved: %2.", tensor.name, found));
    };
    if (tensor.name == kMetadataKey || !names.insert(tensor.name).second)
        refuse(Text::tr("its name is taken, choose another"));
    if (dtypeBytes(tensor.dtype) == 0)
        refuse(Text::tr("dtype '%1' is unknown, use one such as F32, I64 or U8", tensor.dtype));
    const auto size = tensorBytes(tensor.dtype, tensor.shape);
    if (!size || *size != tensor.bytes.size())
        refuse(Text::tr("it has %1 bytes, its shape and dtype ask for %2", tensor.bytes.size(),
                        size ? Text::verbatim(std::to_string(*size)) : Text::tr("more than can be")));
}

// Stable: tensors of equal element size keep their order.
std::vector<const TensorView*> widestFirst(const std::vector<TensorView>& tensors) {
    std::vector<const TensorView*> order;
    std::set<std::string> names;
    for (const TensorView& tensor : tensors) {
        checkTensor(tensor, names);
        order.push_back(&tensor);
    }
    std::ranges::stable_sort(order, std::ranges::greater{},
                             [](const TensorView* tensor) { return dtypeBytes(tensor->dtype); });
    return order;
}

std::string headerText(const SafetensorsView& file, const std::vector<const TensorView*>& order) {
    nlohmann::ordered_json header = nlohmann::ordered_json::object();
    if (!file.metadata.empty())
        header[kMetadataKey] = file.metadata;
    std::uint64_t offset = 0;
    for (const TensorView* tensor : order) {
        const std::uint64_t end = offset + tensor->bytes.size();
        header[tensor->name] = {{"dtype", tensor->dtype}, {"shape", tensor->shape}, {"data_offsets", {offset, end}}};
        offset = end;
    }
    std::string text;
    try {
        text = header.dump();
    } catch (const nlohmann::json::exception&) {
        throw usageError(Text::tr("A tensor's name or a metadata text is not UTF-8. Use plain letters."));
    }
    text.resize((text.size() + kAlignment - 1) / kAlignment * kAlignment, ' ');
    std::string length;
    for (std::size_t i = 0; i < kLengthBytes; ++i)
        length += static_cast<char>(text.size() >> (8 * i) & 0xff);
    return length + text;
}

// The parts of the file in order. Fills `header`, length first, which must outlive the parts.
std::vector<std::string_view> partsOf(const SafetensorsView& file, std::string& header) {
    const std::vector<const TensorView*> order = widestFirst(file.tensors);
    header = headerText(file, order);
    std::vector<std::string_view> parts{header};
    for (const TensorView* tensor : order)
        parts.emplace_back(reinterpret_cast<const char*>(tensor->bytes.data()), tensor->bytes.size());
    return parts;
}

} // namespace

SafetensorsView viewOf(const SafetensorsFile& file) {
    SafetensorsView view{file.metadata, {}};
    for (const NamedTensor& tensor : file.tensors)
        view.tensors.push_back({tensor.name, tensor.dtype, tensor.shape, tensor.bytes});
    return view;
}

const NamedTensor* SafetensorsFile::find(std::string_view name) const {
    const auto found = std::ranges::find(tensors, name, &NamedTensor::name);
    return found == tensors.end() ? nullptr : &*found;
}

NamedTensor floatTensor(std::string name, std::vector<std::int64_t> shape, std::span<const float> values) {
    NamedTensor tensor{std::move(name), "F32", std::move(shape), Bytes(values.size_bytes())};
    if (!values.empty())
        std::memcpy(tensor.bytes.data(), values.data(), values.size_bytes());
    return tensor;
}

TensorView floatView(std::string name, std::vector<std::int64_t> shape, std::span<const float> values) {
    return {std::move(name),
            "F32",
            std::move(shape),
            {reinterpret_cast<const std::uint8_t*>(values.data()), values.size_bytes()}};
}

std::vector<float> floatsOf(const NamedTensor& tensor) {
    if (tensor.dtype != "F32")
        throw dataError(
            Text::tr("Tensor '%1' is of dtype %2; F32 is expected. Save it as F32.", tensor.name, tensor.dtype));
    std::vector<float> values(tensor.bytes.size() / sizeof(float));
    if (!values.empty())
        std::memcpy(values.data(), tensor.bytes.data(), values.size() * sizeof(float));
    return values;
}

SafetensorsFile parseSafetensors(std::span<const std::uint8_t> bytes, const std::string& source) {
    if (bytes.size() < kLengthBytes)
        refuseSafetensors(source, Text::plural("has only %n bytes; at least 8 are expected",
                                               "has only %n byte; at least 8 are expected", std::ssize(bytes)));
    const std::uint64_t length = littleEndian64(bytes.data());
    bytes = bytes.subspan(kLengthBytes);
    if (length > kMaxHeaderBytes)
        refuseSafetensors(source, Text::tr("says its header has %1 bytes; at most %2 are expected",
                                           std::to_string(length), kMaxHeaderBytes));
    if (length > bytes.size())
        refuseSafetensors(
            source, Text::tr("says its header has %1 bytes but ends after %2", std::to_string(length), bytes.size()));
    const std::span<const std::uint8_t> data = bytes.subspan(length);
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), length);
    SafetensorsHeader header = parseSafetensorsHeader(text, data.size(), source);
    SafetensorsFile file{std::move(header.metadata), {}};
    file.tensors.reserve(header.tensors.size());
    for (TensorPlace& place : header.tensors) {
        const auto content = data.subspan(place.begin, place.end - place.begin);
        file.tensors.push_back({std::move(place.name), std::move(place.dtype), std::move(place.shape),
                                Bytes(content.begin(), content.end())});
    }
    return file;
}

SafetensorsFile readSafetensors(const std::filesystem::path& path) {
    const std::string content = readFile(path);
    return parseSafetensors({reinterpret_cast<const std::uint8_t*>(content.data()), content.size()}, path.string());
}

std::string encodeSafetensors(const SafetensorsFile& file) {
    std::string header, content;
    for (const std::string_view part : partsOf(viewOf(file), header))
        content += part;
    return content;
}

void writeSafetensors(const std::filesystem::path& path, const SafetensorsView& file) {
    std::string header;
    writeFileAtomically(path, partsOf(file, header));
}

void writeSafetensors(const std::filesystem::path& path, const SafetensorsFile& file) {
    writeSafetensors(path, viewOf(file));
}

} // namespace belfry

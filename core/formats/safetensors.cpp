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

static_assert(std::endian::native == std::endian::little, "tensors are copied as they lie in memory");

constexpr std::size_t lengthBytes = 8;
constexpr std::size_t alignment = 8;

std::uint64_t littleEndian64(const std::uint8_t* bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < lengthBytes; ++i)
        value |= std::uint64_t{bytes[i]} << (8 * i);
    return value;
}

void checkTensor(const NamedTensor& tensor, std::set<std::string>& names) {
    const auto refuse = [&](const std::string& found) {
        throw Error(ErrorCategory::Usage, "Tensor '" + tensor.name + "' cannot be saved: " + found + ".");
    };
    if (tensor.name == metadataKey || !names.insert(tensor.name).second)
        refuse("its name is taken, choose another");
    if (dtypeBytes(tensor.dtype) == 0)
        refuse("dtype '" + tensor.dtype + "' is unknown, use one such as F32, I64 or U8");
    const auto size = tensorBytes(tensor.dtype, tensor.shape);
    if (!size || *size != tensor.bytes.size())
        refuse("it has " + std::to_string(tensor.bytes.size()) + " bytes, its shape and dtype ask for " +
               (size ? std::to_string(*size) : "more than can be"));
}

// Stable: equal widths keep the order they were given in.
std::vector<const NamedTensor*> widestFirst(const std::vector<NamedTensor>& tensors) {
    std::vector<const NamedTensor*> order;
    std::set<std::string> names;
    for (const NamedTensor& tensor : tensors) {
        checkTensor(tensor, names);
        order.push_back(&tensor);
    }
    std::ranges::stable_sort(order, std::ranges::greater{},
                             [](const NamedTensor* tensor) { return dtypeBytes(tensor->dtype); });
    return order;
}

std::string headerText(const SafetensorsFile& file, const std::vector<const NamedTensor*>& order) {
    nlohmann::ordered_json header = nlohmann::ordered_json::object();
    if (!file.metadata.empty())
        header[metadataKey] = file.metadata;
    std::uint64_t offset = 0;
    for (const NamedTensor* tensor : order) {
        const std::uint64_t end = offset + tensor->bytes.size();
        header[tensor->name] = {{"dtype", tensor->dtype}, {"shape", tensor->shape}, {"data_offsets", {offset, end}}};
        offset = end;
    }
    std::string text;
    try {
        text = header.dump();
    } catch (const nlohmann::json::exception&) {
        throw Error(ErrorCategory::Usage, "A tensor's name or a metadata text is not UTF-8. Use plain letters.");
    }
    text.resize((text.size() + alignment - 1) / alignment * alignment, ' ');
    return text;
}

} // namespace

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

std::vector<float> floatsOf(const NamedTensor& tensor) {
    if (tensor.dtype != "F32")
        throw Error(ErrorCategory::Data,
                    "Tensor '" + tensor.name + "' is of dtype " + tensor.dtype + "; F32 is expected. Save it as F32.");
    std::vector<float> values(tensor.bytes.size() / sizeof(float));
    if (!values.empty())
        std::memcpy(values.data(), tensor.bytes.data(), values.size() * sizeof(float));
    return values;
}

SafetensorsFile parseSafetensors(std::span<const std::uint8_t> bytes, const std::string& source) {
    if (bytes.size() < lengthBytes)
        refuseSafetensors(source, "has only " + std::to_string(bytes.size()) + " bytes; at least 8 are expected");
    const std::uint64_t length = littleEndian64(bytes.data());
    bytes = bytes.subspan(lengthBytes);
    if (length > headerLimit)
        refuseSafetensors(source, "says its header has " + std::to_string(length) + " bytes; at most " +
                                      std::to_string(headerLimit) + " are expected");
    if (length > bytes.size())
        refuseSafetensors(source, "says its header has " + std::to_string(length) + " bytes but ends after " +
                                      std::to_string(bytes.size()));
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
    const std::vector<const NamedTensor*> order = widestFirst(file.tensors);
    const std::string header = headerText(file, order);
    std::string content;
    for (std::size_t i = 0; i < lengthBytes; ++i)
        content += static_cast<char>(header.size() >> (8 * i) & 0xff);
    content += header;
    for (const NamedTensor* tensor : order)
        content.append(reinterpret_cast<const char*>(tensor->bytes.data()), tensor->bytes.size());
    return content;
}

void writeSafetensors(const std::filesystem::path& path, const SafetensorsFile& file) {
    writeFileAtomically(path, encodeSafetensors(file));
}

} // namespace belfry

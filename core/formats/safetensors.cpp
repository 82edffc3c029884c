#include "core/formats/safetensors.h"

#include "core/base/error.h"
#include "core/base/files.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstring>
#include <limits>
#include <set>
#include <tuple>

namespace belfry {
namespace {

constexpr std::size_t kLengthBytes = 8;
constexpr std::size_t kAlignment = 8;

using nlohmann::json;

constexpr std::size_t kMaxDepth = 3; // file { tensor { shape [
constexpr const char* kMetadataKey = "__metadata__";
constexpr std::uint64_t kMaxHeaderBytes = 16 << 20; // the format allows 100 MB; networks need far less

struct TensorPlace {
    std::string name;
    std::string dtype;
    std::vector<std::int64_t> shape;
    std::uint64_t begin = 0; // offset from the end of the header
    std::uint64_t end = 0;
};

struct SafetensorsHeader {
    std::map<std::string, std::string> metadata;
    std::vector<TensorPlace> tensors; // by offset; without gaps or overlaps
};

// Bytes of a tensor; nullopt if the product overflows or a dimension is negative.
std::optional<std::uint64_t> tensorBytes(std::string_view dtype, const std::vector<std::int64_t>& shape) {
    std::uint64_t bytes = static_cast<std::uint64_t>(dtypeBytes(dtype));
    for (const std::int64_t dimension : shape)
        if (dimension < 0 || __builtin_mul_overflow(bytes, static_cast<std::uint64_t>(dimension), &bytes))
            return std::nullopt;
    return bytes;
}

[[noreturn]] void refuseSafetensors(const std::string& source, const Text& found) {
    throw dataError(
        Text::tr("'%1' %2. It is damaged or not a safetensors file: save it again, or choose another.", source, found));
}

// A name from the file for a message: shortened, without control characters.
std::string shown(std::string_view name) {
    std::string text = "'";
    for (const char letter : name.substr(0, 60))
        text += static_cast<unsigned char>(letter) < 0x20 ? '?' : letter;
    return text + (name.size() > 60 ? "...'" : "'");
}

// Refuses duplicate keys and deep nesting, which the parser accepts.
class KeyCheck {
public:
    explicit KeyCheck(const std::string& source) : source_(source) {}

    bool operator()(json::parse_event_t event, const json& parsed) {
        if (event == json::parse_event_t::object_start || event == json::parse_event_t::array_start)
            open();
        else if (event == json::parse_event_t::object_end || event == json::parse_event_t::array_end)
            keys_.pop_back();
        else if (event == json::parse_event_t::key && !keys_.back().insert(parsed.get<std::string>()).second)
            refuseSafetensors(source_, Text::tr("names %1 twice in its header", shown(parsed.get<std::string>())));
        return true;
    }

private:
    void open() {
        if (keys_.size() == kMaxDepth)
            refuseSafetensors(source_, Text::tr("has a header nested deeper than any of this format"));
        keys_.emplace_back();
    }

    const std::string& source_;
    std::vector<std::set<std::string>> keys_; // one set for each open object or array
};

json parseJson(std::string_view text, const std::string& source) {
    if (!text.starts_with('{'))
        refuseSafetensors(source, Text::tr("has a header that does not begin with '{'"));
    KeyCheck check(source);
    const auto callback = [&check](int, json::parse_event_t event, json& parsed) { return check(event, parsed); };
    try {
        return json::parse(text, callback);
    } catch (const json::exception&) {
        refuseSafetensors(source, Text::tr("has a header that is not JSON"));
    }
}

std::map<std::string, std::string> metadataOf(const json& value, const std::string& source) {
    std::map<std::string, std::string> metadata;
    if (!value.is_object())
        refuseSafetensors(source, Text::tr("has metadata that is not an object"));
    for (const auto& [key, text] : value.items()) {
        if (!text.is_string())
            refuseSafetensors(source, Text::tr("has metadata %1 that is not a text", shown(key)));
        metadata[key] = text.get<std::string>();
    }
    return metadata;
}

std::vector<std::uint64_t> numbersOf(const json& tensor, const char* key, const std::string& name,
                                     const std::string& source) {
    const auto field = tensor.find(key);
    const auto isNumber = [](const json& value) { return value.is_number_unsigned(); };
    if (field == tensor.end() || !field->is_array() || !std::ranges::all_of(*field, isNumber))
        refuseSafetensors(source, Text::tr("gives tensor %1 no '%2' of whole numbers", shown(name), std::string(key)));
    return field->get<std::vector<std::uint64_t>>();
}

std::string dtypeOf(const json& tensor, const std::string& name, const std::string& source) {
    const auto field = tensor.find("dtype");
    if (field == tensor.end() || !field->is_string())
        refuseSafetensors(source, Text::tr("gives tensor %1 no 'dtype' text", shown(name)));
    const std::string dtype = field->get<std::string>();
    if (dtypeBytes(dtype) == 0)
        refuseSafetensors(source, Text::tr("gives tensor %1 the unknown dtype %2", shown(name), shown(dtype)));
    return dtype;
}

TensorPlace placeOf(const std::string& name, const json& tensor, std::uint64_t dataBytes, const std::string& source) {
    if (!tensor.is_object() || tensor.size() != 3)
        refuseSafetensors(
            source, Text::tr("describes tensor %1 by something else than dtype, shape, data_offsets", shown(name)));
    TensorPlace place{name, dtypeOf(tensor, name, source), {}, 0, 0};
    for (const std::uint64_t dimension : numbersOf(tensor, "shape", name, source)) {
        if (dimension > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            refuseSafetensors(source, Text::tr("gives tensor %1 an implausible dimension", shown(name)));
        place.shape.push_back(static_cast<std::int64_t>(dimension));
    }
    const std::vector<std::uint64_t> offsets = numbersOf(tensor, "data_offsets", name, source);
    if (offsets.size() != 2 || offsets[0] > offsets[1] || offsets[1] > dataBytes)
        refuseSafetensors(source, Text::plural("places tensor %1 outside its %n bytes of data",
                                               "places tensor %1 outside its %n byte of data",
                                               static_cast<std::int64_t>(dataBytes), shown(name)));
    place.begin = offsets[0];
    place.end = offsets[1];
    const std::optional<std::uint64_t> wanted = tensorBytes(place.dtype, place.shape);
    if (!wanted || *wanted != place.end - place.begin)
        refuseSafetensors(
            source, Text::plural("gives tensor %1 %n bytes; its shape and dtype ask for %2",
                                 "gives tensor %1 %n byte; its shape and dtype ask for %2",
                                 static_cast<std::int64_t>(place.end - place.begin), shown(name),
                                 wanted ? Text::verbatim(std::to_string(*wanted)) : Text::tr("more than the maximum")));
    return place;
}

void checkCoverage(std::vector<TensorPlace>& places, std::uint64_t dataBytes, const std::string& source) {
    std::ranges::sort(places, {},
                      [](const TensorPlace& place) { return std::tie(place.begin, place.end, place.name); });
    std::uint64_t covered = 0;
    for (const TensorPlace& place : places) {
        if (place.begin != covered)
            refuseSafetensors(source, place.begin > covered ? Text::tr("has a gap before tensor %1", shown(place.name))
                                                            : Text::tr("has an overlap at the beginning of tensor %1",
                                                                       shown(place.name)));
        covered = place.end;
    }
    if (covered != dataBytes)
        refuseSafetensors(source,
                          Text::plural("has %n bytes that belong to no tensor", "has %n byte that belongs to no tensor",
                                       static_cast<std::int64_t>(dataBytes - covered)));
}

// The header, validated against the data. `dataBytes`: size of the data after it.
SafetensorsHeader parseSafetensorsHeader(std::string_view text, std::uint64_t dataBytes, const std::string& source) {
    const json root = parseJson(text, source);
    SafetensorsHeader header;
    for (const auto& [name, value] : root.items())
        if (name == kMetadataKey)
            header.metadata = metadataOf(value, source);
        else
            header.tensors.push_back(placeOf(name, value, dataBytes, source));
    checkCoverage(header.tensors, dataBytes, source);
    return header;
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
        refuse(Text::plural("it has %n bytes, its shape and dtype ask for %1",
                            "it has %n byte, its shape and dtype ask for %1", std::ssize(tensor.bytes),
                            size ? Text::verbatim(std::to_string(*size)) : Text::tr("more than the maximum")));
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
    const std::uint64_t length = text.size();
    return std::string(asText(littleEndianBytes(std::span(&length, 1)))) + text;
}

// The parts of the file in order. Fills `header`, length first, which must outlive the parts.
std::vector<std::string_view> partsOf(const SafetensorsView& file, std::string& header) {
    const std::vector<const TensorView*> order = widestFirst(file.tensors);
    header = headerText(file, order);
    std::vector<std::string_view> parts{header};
    for (const TensorView* tensor : order)
        parts.push_back(asText(tensor->bytes));
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
    return {std::move(name), "F32", std::move(shape), copiedBytes(values)};
}

TensorView floatView(std::string name, std::vector<std::int64_t> shape, std::span<const float> values) {
    return {std::move(name), "F32", std::move(shape), littleEndianBytes(values)};
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
    const std::uint64_t length = littleEndian<std::uint64_t>(bytes);
    bytes = bytes.subspan(kLengthBytes);
    if (length > kMaxHeaderBytes)
        refuseSafetensors(source, Text::tr("declares a header of %1 bytes; at most %2 are expected",
                                           std::to_string(length), kMaxHeaderBytes));
    if (length > bytes.size())
        refuseSafetensors(source, Text::plural("declares a header of %n bytes but ends after %1",
                                               "declares a header of %n byte but ends after %1",
                                               static_cast<std::int64_t>(length), bytes.size()));
    const std::span<const std::uint8_t> data = bytes.subspan(length);
    SafetensorsHeader header = parseSafetensorsHeader(asText(bytes.first(length)), data.size(), source);
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
    return parseSafetensors(asBytes(readFile(path)), path.string());
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

std::int64_t dtypeBytes(std::string_view dtype) {
    struct Row {
        std::string_view dtype;
        std::int64_t bytes;
    };
    static constexpr Row kTable[] = {{"BOOL", 1}, {"U8", 1},  {"I8", 1},  {"F8_E4M3", 1}, {"F8_E5M2", 1},
                                     {"U16", 2},  {"I16", 2}, {"F16", 2}, {"BF16", 2},    {"U32", 4},
                                     {"I32", 4},  {"F32", 4}, {"U64", 8}, {"I64", 8},     {"F64", 8}};
    const auto* found = std::ranges::find(kTable, dtype, &Row::dtype);
    return found == std::end(kTable) ? 0 : found->bytes;
}

} // namespace belfry

#include "core/formats/safetensors_header.h"

#include "core/base/error.h"
#include "core/formats/safetensors.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <set>
#include <tuple>

namespace belfry {
namespace {

using nlohmann::json;

constexpr std::size_t kMaxDepth = 3; // file { tensor { shape [

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
            refuseSafetensors(source, Text::tr("gives tensor %1 an absurd dimension", shown(name)));
        place.shape.push_back(static_cast<std::int64_t>(dimension));
    }
    const std::vector<std::uint64_t> offsets = numbersOf(tensor, "data_offsets", name, source);
    if (offsets.size() != 2 || offsets[0] > offsets[1] || offsets[1] > dataBytes)
        refuseSafetensors(source, Text::tr("places tensor %1 outside its %2 bytes of data", shown(name), dataBytes));
    place.begin = offsets[0];
    place.end = offsets[1];
    const std::optional<std::uint64_t> wanted = tensorBytes(place.dtype, place.shape);
    if (!wanted || *wanted != place.end - place.begin)
        refuseSafetensors(source,
                          Text::tr("gives tensor %1 %2 bytes; its shape and dtype ask for %3", shown(name),
                                   place.end - place.begin,
                                   wanted ? Text::verbatim(std::to_string(*wanted)) : Text::tr("more than can be")));
    return place;
}

void checkCoverage(std::vector<TensorPlace>& places, std::uint64_t dataBytes, const std::string& source) {
    std::ranges::sort(places, {},
                      [](const TensorPlace& place) { return std::tie(place.begin, place.end, place.name); });
    std::uint64_t covered = 0;
    for (const TensorPlace& place : places) {
        if (place.begin != covered)
            refuseSafetensors(source, place.begin > covered ? Text::tr("has a hole before tensor %1", shown(place.name))
                                                            : Text::tr("has an overlap at the beginning of tensor %1",
                                                                       shown(place.name)));
        covered = place.end;
    }
    if (covered != dataBytes)
        refuseSafetensors(source,
                          Text::plural("has %n bytes that belong to no tensor", "has %n byte that belongs to no tensor",
                                       static_cast<std::int64_t>(dataBytes - covered)));
}

} // namespace

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

std::optional<std::uint64_t> tensorBytes(std::string_view dtype, const std::vector<std::int64_t>& shape) {
    std::uint64_t bytes = static_cast<std::uint64_t>(dtypeBytes(dtype));
    for (const std::int64_t dimension : shape)
        if (dimension < 0 || __builtin_mul_overflow(bytes, static_cast<std::uint64_t>(dimension), &bytes))
            return std::nullopt;
    return bytes;
}

void refuseSafetensors(const std::string& source, const Text& found) {
    throw dataError(
        Text::tr("'%1' %2. It is damaged or not a safetensors file: save it again, or choose another.", source, found));
}

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

} // namespace belfry

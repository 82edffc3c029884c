#include "core/formats/image_example.h"

#include "core/base/error.h"

#include <protozero/pbf_message.hpp>
#include <protozero/pbf_writer.hpp>

#include <array>
#include <optional>
#include <string_view>

namespace belfry {
namespace {

using protozero::data_view;
using Wire = protozero::pbf_wire_type;

// Field numbers of example.proto and feature.proto.
constexpr protozero::pbf_tag_type kFeatures = 1, kEntry = 1, kKey = 1, kValue = 2, kBytesList = 1, kInt64List = 3,
                                  kListValue = 1;
constexpr std::int64_t kLongestSide = 65'535;
constexpr std::array<std::string_view, 4> kNumbers{"depth", "height", "label", "width"};
constexpr std::string_view kPixels = "image_raw";

struct Found {
    std::array<std::optional<std::int64_t>, kNumbers.size()> numbers; // parallel to kNumbers
    std::optional<data_view> pixels;
};

[[noreturn]] void refuseExample(const std::string& source, const Text& found, const Text& expected) {
    throw dataError(Text::tr(
        "'%1' %2; expected %3. Convert the data again, with the features height, width, depth, label and image_raw.",
        source, found, expected));
}

// Exactly one value, packed or unpacked: protobuf allows both.
std::int64_t oneNumber(protozero::pbf_reader feature, std::string_view name, const std::string& source) {
    std::optional<std::int64_t> value;
    const auto take = [&](std::int64_t next) {
        if (value)
            refuseExample(source, Text::tr("gives the feature '%1' more than one value", std::string(name)),
                          Text::tr("one"));
        value = next;
    };
    while (feature.next(kInt64List, Wire::length_delimited)) {
        protozero::pbf_reader list = feature.get_message();
        while (list.next(kListValue)) {
            if (list.wire_type() == Wire::length_delimited)
                for (const std::int64_t next : list.get_packed_int64())
                    take(next);
            else if (list.wire_type() == Wire::varint)
                take(list.get_int64());
            else
                list.skip();
        }
    }
    if (!value)
        refuseExample(source, Text::tr("has no whole number for the feature '%1'", std::string(name)), Text::tr("one"));
    return *value;
}

data_view oneString(protozero::pbf_reader feature, const std::string& source) {
    std::optional<data_view> value;
    while (feature.next(kBytesList, Wire::length_delimited)) {
        protozero::pbf_reader list = feature.get_message();
        while (list.next(kListValue, Wire::length_delimited)) {
            if (value)
                refuseExample(source, Text::tr("gives the feature 'image_raw' more than one value"), Text::tr("one"));
            value = list.get_view();
        }
    }
    if (!value)
        refuseExample(source, Text::tr("gives the feature 'image_raw' no bytes"), Text::tr("one byte string"));
    return *value;
}

void takeEntry(protozero::pbf_reader entry, Found& found, const std::string& source) {
    std::string_view name;
    std::optional<protozero::pbf_reader> feature;
    while (entry.next()) { // protozero only asserts the wire type, so it is checked before each get
        if (entry.wire_type() != Wire::length_delimited || entry.tag() > kValue) {
            entry.skip();
        } else if (entry.tag() == kKey) {
            const data_view key = entry.get_view();
            name = {key.data(), key.size()};
        } else {
            feature = entry.get_message();
        }
    }
    if (!feature)
        return;
    const auto twice = [&] {
        refuseExample(source, Text::tr("has the feature '%1' twice", std::string(name)), Text::tr("it only once"));
    };
    for (std::size_t i = 0; i < kNumbers.size(); ++i)
        if (name == kNumbers[i]) {
            if (found.numbers[i])
                twice();
            found.numbers[i] = oneNumber(*feature, name, source);
        }
    if (name == kPixels) {
        if (found.pixels)
            twice();
        found.pixels = oneString(*feature, source);
    }
}

Found findFeatures(std::span<const std::uint8_t> payload, const std::string& source) {
    Found found;
    protozero::pbf_reader example(reinterpret_cast<const char*>(payload.data()), payload.size());
    while (example.next(kFeatures, Wire::length_delimited)) {
        protozero::pbf_reader features = example.get_message();
        while (features.next(kEntry, Wire::length_delimited))
            takeEntry(features.get_message(), found, source);
    }
    return found;
}

void checkSizes(const ImageExample& example, const std::string& source) {
    for (const std::int64_t side : {example.height, example.width})
        if (side < 1 || side > kLongestSide)
            refuseExample(source, Text::tr("has a picture with a side of %1 pixels", side),
                          Text::tr("1 to %1", kLongestSide));
    if (example.depth != 1 && example.depth != 3)
        refuseExample(source, Text::tr("has a picture with %1 channels", example.depth),
                      Text::tr("1 (grey) or 3 (colour)"));
    const std::int64_t bytes = example.height * example.width * example.depth;
    if (static_cast<std::int64_t>(example.pixels.size()) != bytes)
        refuseExample(source,
                      Text::plural("has %n bytes of pixels", "has %n byte of pixels", std::ssize(example.pixels)),
                      Text::tr("%1, height x width x depth", bytes));
}

template <typename Write>
void writeEntry(protozero::pbf_writer& features, std::string_view name, const Write& write) {
    protozero::pbf_writer entry(features, kEntry);
    entry.add_bytes(kKey, name.data(), name.size());
    protozero::pbf_writer feature(entry, kValue);
    write(feature);
}

} // namespace

ImageExample parseImageExample(std::span<const std::uint8_t> payload, const std::string& source) {
    Found found;
    try {
        found = findFeatures(payload, source);
    } catch (const protozero::exception&) {
        refuseExample(source, Text::tr("contains bytes that are not a protobuf message"),
                      Text::tr("a tf.train.Example"));
    }
    for (std::size_t i = 0; i < kNumbers.size(); ++i)
        if (!found.numbers[i])
            refuseExample(source, Text::tr("lacks the feature '%1'", std::string(kNumbers[i])),
                          Text::tr("every record to have it"));
    if (!found.pixels)
        refuseExample(source, Text::tr("lacks the feature 'image_raw'"), Text::tr("every record to have it"));
    ImageExample example{.height = *found.numbers[1],
                         .width = *found.numbers[3],
                         .depth = *found.numbers[0],
                         .label = *found.numbers[2],
                         .pixels = {reinterpret_cast<const std::uint8_t*>(found.pixels->data()), found.pixels->size()}};
    checkSizes(example, source);
    return example;
}

std::string encodeImageExample(const ImageExample& example) {
    std::string bytes;
    protozero::pbf_writer message(bytes);
    protozero::pbf_writer features(message, kFeatures);
    const auto number = [&](std::string_view name, std::int64_t value) {
        writeEntry(features, name, [&](protozero::pbf_writer& feature) {
            protozero::pbf_writer list(feature, kInt64List);
            list.add_packed_int64(kListValue, &value, &value + 1);
        });
    };
    number("depth", example.depth);
    number("height", example.height);
    writeEntry(features, kPixels, [&](protozero::pbf_writer& feature) {
        protozero::pbf_writer list(feature, kBytesList);
        list.add_bytes(kListValue, reinterpret_cast<const char*>(example.pixels.data()), example.pixels.size());
    });
    number("label", example.label);
    number("width", example.width);
    return bytes;
}

} // namespace belfry

#include "core/formats/json_reader.h"

#include "core/base/error.h"
#include "core/base/suggest.h"
#include "core/base/utf8.h"
#include "core/formats/json_file.h"

#include <algorithm>

namespace belfry {

using Json = nlohmann::json;

Text foundJson(const Json& value) {
    if (value.is_array()) // dump() calls itself for each level: a file of brackets is deeper than the stack
        return Text::tr("a JSON array");
    if (value.is_object())
        return Text::tr("a JSON object");
    return Text::verbatim(asUtf8(jsonText(value).substr(0, 60)));
}

JsonReader::Words JsonReader::wordsFor(const Text& what) {
    return {.notAnObject =
                [what](const Text& found) { return Text::tr("A %1 must be a JSON object; found %2.", what, found); },
            .wrongField =
                [what](const std::string& field, const Text& found, const Text& expected) {
                    return Text::tr("Field '%1' of a %2 is %3; expected %4.", field, what, found, expected);
                },
            .unknownField = Text::tr("field of a %1", what),
            .outOfRange = {}};
}

JsonReader::JsonReader(const Json& json, Words words) : json_(json), words_(std::move(words)) {
    if (!json.is_object())
        throw usageError(words_.notAnObject(foundJson(json)));
}

const Json* JsonReader::find(const char* name) {
    known_.emplace_back(name);
    const auto field = json_.find(name);
    return field == json_.end() ? nullptr : &*field;
}

void JsonReader::refuse(const char* name, const Json& found, const Text& expected) const {
    throw usageError(words_.wrongField(name, foundJson(found), expected));
}

void JsonReader::convert(const char* name, const Json& field, std::string& value) const {
    if (!field.is_string())
        refuse(name, field, Text::tr("a string"));
    value = field.get<std::string>();
}

void JsonReader::convert(const char* name, const Json& field, double& value) const {
    if (!field.is_number())
        refuse(name, field, Text::tr("a number"));
    value = field.get<double>();
}

void JsonReader::convert(const char* name, const Json& field, bool& value) const {
    if (!field.is_boolean())
        refuse(name, field, Text::tr("true or false"));
    value = field.get<bool>();
}

void JsonReader::convert(const char* name, const Json& field, std::vector<std::string>& value) const {
    if (!field.is_array())
        refuse(name, field, Text::tr("a list of strings"));
    value.clear();
    for (const Json& item : field)
        convert(name, item, value.emplace_back());
}

void JsonReader::checkInteger(const char* name, const Json& field, std::int64_t min, std::uint64_t max) const {
    const Text expected = min == 0 ? Text::tr("a whole number from 0 on") : Text::tr("a whole number");
    if (!field.is_number_integer())
        refuse(name, field, expected);
    const bool negative = !field.is_number_unsigned() && field.get<std::int64_t>() < 0;
    if (negative && min == 0)
        refuse(name, field, expected);
    if (negative ? field.get<std::int64_t>() < min : field.get<std::uint64_t>() > max)
        refuse(name, field, words_.outOfRange.empty() ? expected : words_.outOfRange);
}

void JsonReader::refuseOthers() const {
    for (const auto& item : json_.items())
        if (std::ranges::find(known_, item.key()) == known_.end())
            throw usageError(unknownName(words_.unknownField, item.key(), known_));
}

Text jsonReason(const std::exception& error) {
    if (const auto* parsing = dynamic_cast<const nlohmann::json::parse_error*>(&error))
        return Text::tr("invalid JSON at byte %1", parsing->byte);
    if (const auto* json = dynamic_cast<const nlohmann::json::exception*>(&error)) {
        const std::string words = json->what(); // "[json.exception.out_of_range.403] key 'state' not found"
        const std::size_t code = words.find("] ");
        return Text::verbatim(code == std::string::npos ? words : words.substr(code + 2)).withoutFullStop();
    }
    return messageOf(error).withoutFullStop();
}

} // namespace belfry

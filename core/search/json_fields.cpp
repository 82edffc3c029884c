#include "core/search/json_fields.h"

#include "core/base/error.h"
#include "core/base/suggest.h"
#include "core/base/utf8.h"

#include <algorithm>
#include <limits>

namespace belfry {
namespace {

using Json = nlohmann::json;

template <typename Integer>
bool fits(const Json& field) {
    if (!field.is_number_integer())
        return false;
    if (field.is_number_unsigned())
        return field.get<std::uint64_t>() <= static_cast<std::uint64_t>(std::numeric_limits<Integer>::max());
    const std::int64_t value = field.get<std::int64_t>();
    return value >= 0 ||
           (std::is_signed_v<Integer> && value >= static_cast<std::int64_t>(std::numeric_limits<Integer>::min()));
}

} // namespace

std::string foundJson(const Json& value) {
    if (value.is_structured()) // dump() calls itself for each level: a file of brackets is deeper than the stack
        return "a JSON " + std::string(value.type_name());
    return asUtf8(value.dump(-1, ' ', false, Json::error_handler_t::replace).substr(0, 60));
}

JsonFields::JsonFields(const Json& json, std::string what) : json_(json), what_(std::move(what)) {
    if (!json.is_object())
        throw Error(ErrorCategory::Usage, "A " + what_ + " is a JSON object; found " + foundJson(json) + ".");
}

const Json* JsonFields::find(const char* name) {
    known_.emplace_back(name);
    const auto field = json_.find(name);
    return field == json_.end() ? nullptr : &*field;
}

void JsonFields::refuse(const char* name, const Json& found, const std::string& expected) const {
    throw Error(ErrorCategory::Usage, "Field '" + std::string(name) + "' of a " + what_ + " is " + foundJson(found) +
                                          "; expected " + expected + ".");
}

void JsonFields::read(const char* name, std::string& value) {
    const Json* field = find(name);
    if (!field)
        return;
    if (!field->is_string())
        refuse(name, *field, "a text");
    value = field->get<std::string>();
}

void JsonFields::read(const char* name, double& value) {
    const Json* field = find(name);
    if (!field)
        return;
    if (!field->is_number())
        refuse(name, *field, "a number");
    value = field->get<double>();
}

void JsonFields::read(const char* name, int& value) {
    const Json* field = find(name);
    if (!field)
        return;
    if (!fits<int>(*field))
        refuse(name, *field, "a whole number");
    value = field->get<int>();
}

void JsonFields::read(const char* name, std::int64_t& value) {
    const Json* field = find(name);
    if (!field)
        return;
    if (!fits<std::int64_t>(*field))
        refuse(name, *field, "a whole number");
    value = field->get<std::int64_t>();
}

void JsonFields::read(const char* name, std::uint64_t& value) {
    const Json* field = find(name);
    if (!field)
        return;
    if (!fits<std::uint64_t>(*field))
        refuse(name, *field, "a whole number from 0 on");
    value = field->get<std::uint64_t>();
}

void JsonFields::refuseOthers() const {
    for (const auto& item : json_.items())
        if (std::ranges::find(known_, item.key()) == known_.end())
            throw Error(ErrorCategory::Usage, unknownName("field of a " + what_, item.key(), known_));
}

} // namespace belfry

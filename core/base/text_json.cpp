#include "core/base/text_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

using nlohmann::json;

constexpr int kMaxNesting = 16; // deeper texts of a damaged file are dropped

json textJson(const Text& text) {
    struct ArgumentJson {
        json operator()(const std::string& words) const { return words; }
        json operator()(std::int64_t number) const { return number; }
        json operator()(const Number& number) const {
            return {
                {"value", number.value}, {"format", std::string(1, number.format)}, {"precision", number.precision}};
        }
        json operator()(const Text& nested) const { return textJson(nested); }
    };
    json arguments = json::array();
    for (const Text::Argument& argument : text.arguments())
        arguments.push_back(std::visit(ArgumentJson(), argument));
    json made{{"template", text.textTemplate()}, {"arguments", arguments}};
    if (!text.singular().empty()) {
        made["singular"] = text.singular();
        made["count"] = text.count();
    }
    return made;
}

Text textFromJson(const json& value, int depth);

// Numbers are formatted by printf: only formats and precisions that it supports are accepted.
Text::Argument argumentFrom(const json& value, int depth) {
    if (value.is_string())
        return value.get<std::string>();
    if (value.is_number_integer())
        return value.get<std::int64_t>();
    if (value.contains("template"))
        return textFromJson(value, depth + 1);
    return Number{value.at("value").is_null() ? std::nan("") : value.at("value").get<double>(),
                  value.at("format") == "f" ? 'f' : 'g', std::clamp(value.at("precision").get<int>(), 0, 17)};
}

Text textFromJson(const json& value, int depth) {
    if (depth > kMaxNesting)
        return {};
    std::vector<Text::Argument> arguments;
    for (const json& argument : value.at("arguments"))
        arguments.push_back(argumentFrom(argument, depth));
    return Text::fromParts(value.at("template").get<std::string>(), value.value("singular", ""),
                           value.value("count", std::int64_t{0}), std::move(arguments));
}

bool isVerbatim(const Text& text) {
    return text.textTemplate().empty() &&
           std::ranges::all_of(
               text.arguments(),
               [](const Text::Argument& argument) { return std::holds_alternative<std::string>(argument); });
}

} // namespace

json toJson(const Text& text) { return isVerbatim(text) ? json(nullptr) : textJson(text); }

Text textFrom(const json& value, const std::string& english) {
    try {
        if (Text text = textFromJson(value, 0); text.english() == english)
            return text;
    } catch (const json::exception&) {
        // Missing or of another type: the English is used.
    }
    return Text::verbatim(english);
}

Text textField(const json& object, const std::string& key) {
    const auto parts = object.find(key + "_text");
    return textFrom(parts == object.end() ? json(nullptr) : *parts, object.at(key).get<std::string>());
}

std::vector<Text> textsField(const json& object, const std::string& key) {
    const auto english = object.at(key).get<std::vector<std::string>>();
    const json parts = object.value(key + "_text", json(nullptr));
    std::vector<Text> texts;
    for (std::size_t i = 0; i < english.size(); ++i)
        texts.push_back(textFrom(parts.is_array() && i < parts.size() ? parts[i] : json(nullptr), english[i]));
    return texts;
}

void setTextField(json& object, const std::string& key, const Text& text) {
    object[key] = text.english();
    addTextParts(object, key, text);
}

void addTextParts(json& object, const std::string& key, const Text& text) {
    if (json parts = toJson(text); !parts.is_null())
        object[key + "_text"] = std::move(parts);
}

void addTextParts(json& object, const std::string& key, const std::vector<Text>& texts) {
    json all = json::array();
    for (const Text& text : texts)
        all.push_back(toJson(text));
    if (std::ranges::any_of(all, [](const json& parts) { return !parts.is_null(); }))
        object[key + "_text"] = std::move(all);
}

} // namespace belfry

// The fields of a JSON object that people write, read strictly: wrong types and unknown names are refused with the
// field's name. Files that only the program writes are read by jsonFieldsOf(), and jsonReason() says what is wrong.
#pragma once

#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <concepts>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace belfry {

class JsonReader {
public:
    // How messages speak of the object.
    struct Words {
        std::function<Text(const Text& found)> notAnObject;
        std::function<Text(const std::string& field, const Text& found, const Text& expected)> wrongField;
        Text unknownField; // the kind of unknownName(): "field of a search"
        Text outOfRange;   // expected of an integer that does not fit; empty: what is expected of any other
    };
    // "Field 'seed' of a search is ..."
    static Words wordsFor(const Text& what);

    // Throws Error(Usage) for anything but an object. `json` must outlive the reader.
    JsonReader(const nlohmann::json& json, Words words);

    // Fields that are absent change nothing. Throws Error(Usage) for a value of another type or size.
    template <typename Value>
    void read(const char* name, Value& value) {
        if (const nlohmann::json* field = find(name))
            convert(name, *field, value);
    }
    // The field as it is; null when it is absent.
    const nlohmann::json* find(const char* name);
    [[noreturn]] void refuse(const char* name, const nlohmann::json& found, const Text& expected) const;

    void refuseOthers() const; // Throws Error(Usage) for a field that was never read

private:
    void convert(const char* name, const nlohmann::json& field, std::string& value) const;
    void convert(const char* name, const nlohmann::json& field, double& value) const;
    void convert(const char* name, const nlohmann::json& field, bool& value) const;
    void convert(const char* name, const nlohmann::json& field, std::vector<std::string>& value) const;
    template <std::integral Integer>
    void convert(const char* name, const nlohmann::json& field, Integer& value) const {
        checkInteger(name, field, std::numeric_limits<Integer>::min(),
                     static_cast<std::uint64_t>(std::numeric_limits<Integer>::max()));
        value = field.get<Integer>();
    }
    void checkInteger(const char* name, const nlohmann::json& field, std::int64_t min, std::uint64_t max) const;

    const nlohmann::json& json_;
    Words words_;
    std::vector<std::string> known_;
};

// A value as a message quotes it.
Text foundJson(const nlohmann::json& value);

// Visitors of (name, member). Every name is required; throws nlohmann::json::exception.
inline auto jsonFieldsOf(const nlohmann::json& json) {
    return [&json](const char* name, auto& value) { json.at(name).get_to(value); };
}
inline auto jsonFieldsTo(nlohmann::json& json) {
    return [&json](const char* name, const auto& value) { json[name] = value; };
}

// The reason of a JSON error, without the library's error codes: "invalid JSON at byte 12", "key 'state' not found"; of
// any other exception its message without the full stop.
Text jsonReason(const std::exception& error);

} // namespace belfry

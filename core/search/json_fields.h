// The fields of a JSON object, read strictly: wrong types and unknown names are refused with the field's name. Internal
// to core/search.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace belfry {

class JsonFields {
public:
    // `what` begins sentences and names the thing: "search", "gene". Throws Error(Usage) for anything but an object.
    JsonFields(const nlohmann::json& json, std::string what);

    // Fields that are absent change nothing. Throws Error(Usage) for a value of another type or size.
    void read(const char* name, std::string& value);
    void read(const char* name, double& value);
    void read(const char* name, int& value);
    void read(const char* name, std::int64_t& value);
    void read(const char* name, std::uint64_t& value);
    // The field as it is; null when it is absent.
    const nlohmann::json* find(const char* name);
    [[noreturn]] void refuse(const char* name, const nlohmann::json& found, const std::string& expected) const;

    void refuseOthers() const; // Throws Error(Usage) for a field that nobody has asked for

private:
    const nlohmann::json& json_;
    std::string what_;
    std::vector<std::string> known_;
};

// A value as a message quotes it.
std::string foundJson(const nlohmann::json& value);

} // namespace belfry

// Values of a table's fields from and to JSON.
#pragma once

#include "core/formats/field.h"
#include "core/formats/json_reader.h"

namespace belfry {

// Folders that are not given are left out.
template <typename Owner>
void writeFields(nlohmann::json& json, const std::vector<Field<Owner>>& table, const Owner& owner) {
    for (const Field<Owner>& field : table)
        field.visit(
            owner,
            [&]<typename Value>(const Value& value) {
                if constexpr (!std::is_same_v<Value, typename Field<Owner>::Folder>)
                    json[field.name] = value;
                else if (value)
                    json[field.name] = value->string();
            });
}

// Fields that are absent keep their value. Throws Error(Usage) as JsonReader does.
template <typename Owner>
void readFields(JsonReader& reader, const std::vector<Field<Owner>>& table, Owner& owner) {
    for (const Field<Owner>& field : table)
        field.visit(
            owner,
            [&]<typename Value>(Value& value) {
                if constexpr (!std::is_same_v<Value, typename Field<Owner>::Folder>) {
                    reader.read(field.name.c_str(), value);
                } else if (reader.find(field.name.c_str()) != nullptr) {
                    std::string folder;
                    reader.read(field.name.c_str(), folder);
                    value = folder;
                }
            });
}

} // namespace belfry

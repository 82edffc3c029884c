// A gene: one setting that a search varies, and its possible values. Plain values; any thread.
#pragma once

#include "core/formats/field.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace belfry {

using GeneValue = std::variant<std::int64_t, double, std::string>;

std::string geneText(const GeneValue& value); // "256", "0.001", "relu": the shortest that reads back

enum class GeneType { Whole, Real, Name };

// The table of genes: what a search can choose. Those that are fields of a plan come from its table.
struct GeneInfo {
    std::string name; // as in JSON: "width"
    Text title;       // for people: "Width"
    Text help;
    GeneType type = GeneType::Whole;
    Searched values;                                   // of numbers
    const std::vector<Choice>& (*choices)() = nullptr; // of GeneType::Name
    Text kind = {};                                    // of these: "optimizer"
};
const std::vector<GeneInfo>& geneInfos();
// Throws Error(Usage) with the nearest valid name.
const GeneInfo& geneInfo(const std::string& name);

// Values at equal distances (on a logarithmic scale: equal factors) from one end to the other, both among them.
struct GeneRange {
    double from = 0, to = 1;
    int points = 8; // 2 to 1000
    bool logarithmic = false;
    bool operator==(const GeneRange&) const = default;
};

struct Gene {
    std::string name;              // of geneInfos()
    std::vector<GeneValue> values; // its choices; empty for a range
    std::optional<GeneRange> range;

    // The values, or those of the range: whole ones are rounded, and none comes twice.
    std::vector<GeneValue> choices() const;
    bool operator==(const Gene&) const = default;
};

// The initial values of a gene that a user adds to a space.
Gene firstGene(const GeneInfo& info);

// Throws Error(Usage) with one sentence: no value, a duplicate value, one out of bounds, an invalid range.
void validate(const Gene& gene);

nlohmann::json toJson(const GeneValue& value);
nlohmann::json
toJson(const Gene& gene); // {"name": "width", "values": [64, 128]} or {"name": ..., "from": ..., "to": ...}
// Throws Error(Usage) for unknown names, fields and wrong types.
Gene geneFromJson(const nlohmann::json& json);

} // namespace belfry

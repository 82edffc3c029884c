#include "core/search/gene.h"

#include "core/base/error.h"
#include "core/base/suggest.h"
#include "core/formats/json_reader.h"
#include "core/train/plan_fields.h"

#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

using Json = nlohmann::json;

constexpr int kMaxLayers = 8, kMaxBlocks = 6; // that have a gene of their own for their width or filters
constexpr int kMaxChoices = 1000;             // of one gene

const Searched kFilters{1, 4096, {16, 32, 64}},
    kWidths{.min = 1,
            .max = 100'000,
            .first = {64, 128, 256, 512},
            .note = Text::tr("A layer with a gene of its own has that width.")};

GeneType typeOf(const PlanField& field) {
    GeneType type = GeneType::Whole;
    field.visit(Plan(), [&]<typename Value>(const Value&) {
        if (field.choices != nullptr)
            type = GeneType::Name;
        else if (std::is_floating_point_v<Value>)
            type = GeneType::Real;
    });
    return type;
}

// Title, help and choices are those of the plan's field.
GeneInfo geneOf(const PlanField& field, std::string name, Searched values) {
    Text help = Text::sentences({field.help, values.note});
    return {std::move(name),
            field.title,
            std::move(help),
            typeOf(field),
            std::move(values),
            field.choices,
            field.choices != nullptr ? field.subject : Text()};
}

GeneInfo whole(std::string name, Text title, Text help, Searched values) {
    return {std::move(name), std::move(title), std::move(help), GeneType::Whole, std::move(values)};
}

// Genes of networks that a search makes: as the plan's perceptron, and convolutions before it.
void addNetworkGenes(std::vector<GeneInfo>& table) {
    table.push_back(
        whole("blocks", Text::tr("Blocks"),
              Text::tr("Convolution blocks before the hidden layers: a convolution and a 2x2 pooling each."),
              {0, kMaxBlocks, {0, 1, 2}}));
    table.push_back(whole("filters", Text::tr("Filters"),
                          Text::tr("Filters of every convolution that has no gene of its own."), kFilters));
    table.push_back(
        whole("kernel", Text::tr("Kernel"), Text::tr("Height and width of every convolution."), {1, 15, {3, 5}}));
    table.push_back(geneOf(planField("hidden_layers"), "layers", {0, 100, {1, 2, 3}}));
    table.push_back(geneOf(planField("width"), "width", kWidths));
    table.push_back(geneOf(planField("activation"), "activation", {}));
    table.push_back(geneOf(planField("dropout"), "dropout", {0, 0.95, {0, 0.5}, 6}));
}

// Genes that change the sizes of the plan's network.
void addScaleGenes(std::vector<GeneInfo>& table) {
    table.push_back({"width_factor",
                     Text::tr("Width factor"),
                     Text::tr("Factor of all filters, units and block widths of the plan's network."),
                     GeneType::Real,
                     {0.05, 20, {0.5, 1, 2}}});
    table.push_back(whole("block_repeats", Text::tr("Block repeats"),
                          Text::tr("How many more times each repeated block of the plan's network stands."),
                          {0, 100, {0, 1, 2}}));
}

std::vector<GeneInfo> makeTable() {
    std::vector<GeneInfo> table;
    addNetworkGenes(table);
    addScaleGenes(table);
    for (const PlanField& field : planFields())
        if (field.searched)
            table.push_back(geneOf(field, field.name, *field.searched));
    for (int k = 1; k <= kMaxBlocks; ++k)
        table.push_back(whole("filters_" + std::to_string(k), Text::tr("Filters %1", k),
                              Text::tr("Filters of one convolution."), kFilters));
    for (int k = 1; k <= kMaxLayers; ++k)
        table.push_back(whole("width_" + std::to_string(k), Text::tr("Width %1", k),
                              Text::tr("Units of one hidden layer."), kWidths));
    return table;
}

// A whole number unless the gene is of real ones.
GeneValue valueOf(const GeneInfo& info, double number) {
    return info.type == GeneType::Whole ? GeneValue(static_cast<std::int64_t>(number)) : GeneValue(number);
}

double numberOf(const GeneValue& value) {
    const auto* whole = std::get_if<std::int64_t>(&value);
    return whole ? static_cast<double>(*whole) : std::get<double>(value);
}

Text textOf(const GeneValue& value) {
    const auto* number = std::get_if<double>(&value);
    return number ? Text::number(*number) : Text::verbatim(geneText(value));
}

void checkNumber(const GeneInfo& info, double number) {
    if (!(number >= info.values.min && number <= info.values.max))
        throw usageError(Text::tr("Gene '%1' is %2; expected %3 to %4.", info.name, Text::number(number),
                                  Text::number(info.values.min), Text::number(info.values.max)));
}

void checkValue(const GeneInfo& info, const GeneValue& value) {
    if (const auto* name = std::get_if<std::string>(&value)) {
        if (info.type != GeneType::Name)
            throw usageError(Text::tr("Gene '%1' is '%2'; expected numbers.", info.name, *name));
        if (const std::vector<std::string> names = namesIn(info.choices());
            std::ranges::find(names, *name) == names.end())
            throw usageError(unknownName(info.kind, *name, names));
        return;
    }
    if (info.type == GeneType::Name)
        throw usageError(Text::tr("Gene '%1' is %2; expected names in quotation marks.", info.name, textOf(value)));
    if (info.type == GeneType::Whole && !std::holds_alternative<std::int64_t>(value))
        throw usageError(Text::tr("Gene '%1' is %2; expected whole numbers.", info.name, textOf(value)));
    checkNumber(info, numberOf(value));
}

void checkRange(const GeneInfo& info, const GeneRange& range) {
    if (info.type == GeneType::Name)
        throw usageError(Text::tr("Gene '%1' has a range; expected a list of names.", info.name));
    checkNumber(info, range.from);
    checkNumber(info, range.to);
    if (!(range.from < range.to))
        throw usageError(Text::tr("Gene '%1' goes from %2 to %3; expected the lower end first.", info.name,
                                  Text::number(range.from), Text::number(range.to)));
    if (range.points < 2 || range.points > kMaxChoices)
        throw usageError(Text::plural("Gene '%1' has %n points; expected 2 to %2.",
                                      "Gene '%1' has %n point; expected 2 to %2.", range.points, info.name,
                                      kMaxChoices));
    if (range.logarithmic && range.from <= 0)
        throw usageError(Text::tr("Gene '%1' begins at %2 on a logarithmic scale; expected more than 0.", info.name,
                                  Text::number(range.from)));
}

// Six digits, so that the value shown is the value used.
double rounded(double value) { return std::strtod(significant(value, 6).english().c_str(), nullptr); }

GeneValue valueFromJson(const Json& json, const std::string& gene) {
    if (json.is_string())
        return json.get<std::string>();
    if (json.is_number_integer() && !(json.is_number_unsigned() && json.get<std::uint64_t>() > (1ULL << 62)))
        return json.get<std::int64_t>();
    if (json.is_number_float())
        return json.get<double>();
    throw usageError(Text::tr("Gene '%1' is %2; expected numbers or names.", gene, foundJson(json)));
}

} // namespace

std::string geneText(const GeneValue& value) {
    if (const auto* name = std::get_if<std::string>(&value))
        return *name;
    return toJson(value).dump();
}

const std::vector<GeneInfo>& geneInfos() {
    static const std::vector<GeneInfo> table = makeTable();
    return table;
}

const GeneInfo& geneInfo(const std::string& name) { return rowNamed(geneInfos(), Text::tr("gene"), name); }

std::vector<GeneValue> Gene::choices() const {
    if (!range)
        return values;
    const GeneInfo& info = geneInfo(name);
    std::vector<GeneValue> all;
    for (int i = 0; i < range->points; ++i) {
        const double part = static_cast<double>(i) / (range->points - 1);
        const double at = range->logarithmic ? range->from * std::pow(range->to / range->from, part)
                                             : range->from + (range->to - range->from) * part;
        all.push_back(valueOf(info, info.type == GeneType::Whole ? std::round(at) : rounded(at)));
    }
    all.erase(std::ranges::unique(all).begin(), all.end());
    return all;
}

Gene firstGene(const GeneInfo& info) {
    Gene gene{info.name, {}, std::nullopt};
    const Searched& first = info.values;
    if (info.type == GeneType::Name)
        for (const std::string& name : namesIn(info.choices()))
            gene.values.emplace_back(name);
    else if (first.points > 0)
        gene.range = GeneRange{first.first.front(), first.first.back(), first.points, first.logarithmic};
    else
        for (const double number : first.first)
            gene.values.push_back(valueOf(info, number));
    return gene;
}

void validate(const Gene& gene) {
    const GeneInfo& info = geneInfo(gene.name);
    if (gene.range && !gene.values.empty())
        throw usageError(Text::tr("Gene '%1' has both values and a range; expected one of them.", gene.name));
    if (gene.range)
        return checkRange(info, *gene.range);
    if (gene.values.empty())
        throw usageError(Text::tr("Gene '%1' has no values; give it at least one, or leave it out.", gene.name));
    if (gene.values.size() > static_cast<std::size_t>(kMaxChoices))
        throw usageError(
            Text::tr("Gene '%1' has %2 values; expected at most %3.", gene.name, gene.values.size(), kMaxChoices));
    for (auto value = gene.values.begin(); value != gene.values.end(); ++value) {
        checkValue(info, *value);
        if (std::find(gene.values.begin(), value, *value) != value)
            throw usageError(Text::tr("Gene '%1' has the value %2 twice.", gene.name, textOf(*value)));
    }
}

Json toJson(const GeneValue& value) {
    return std::visit([](const auto& plain) { return Json(plain); }, value);
}

Json toJson(const Gene& gene) {
    if (gene.range)
        return {{"name", gene.name},
                {"from", gene.range->from},
                {"to", gene.range->to},
                {"points", gene.range->points},
                {"scale", gene.range->logarithmic ? "log" : "linear"}};
    Json values = Json::array();
    for (const GeneValue& value : gene.values)
        values.push_back(toJson(value));
    return {{"name", gene.name}, {"values", values}};
}

Gene geneFromJson(const Json& json) {
    JsonReader fields(json, JsonReader::wordsFor(Text::tr("gene")));
    Gene gene;
    fields.read("name", gene.name);
    const GeneInfo& info = geneInfo(gene.name);
    if (const Json* values = fields.find("values")) {
        if (!values->is_array())
            fields.refuse("values", *values, Text::tr("a list"));
        for (const Json& value : *values) {
            GeneValue& read = gene.values.emplace_back(valueFromJson(value, gene.name));
            if (const auto* number = std::get_if<std::int64_t>(&read); number && info.type == GeneType::Real)
                read = static_cast<double>(*number); // "0" for a dropout of none
        }
    }
    GeneRange range;
    std::string scale = "linear";
    fields.read("from", range.from);
    fields.read("to", range.to);
    fields.read("points", range.points);
    fields.read("scale", scale);
    fields.refuseOthers();
    if (scale != "linear" && scale != "log")
        fields.refuse("scale", scale, Text::tr("linear or log"));
    range.logarithmic = scale == "log";
    if (json.contains("from") || json.contains("to") || json.contains("points") || json.contains("scale"))
        gene.range = range;
    validate(gene);
    return gene;
}

} // namespace belfry

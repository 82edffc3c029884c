#include "core/search/space.h"

#include "core/base/error.h"
#include "core/base/joined.h"
#include "core/formats/json_file.h"
#include "core/formats/json_reader.h"
#include "core/model/scaled_network.h"
#include "core/train/plan_fields.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <map>
#include <string_view>

namespace belfry {
namespace {

using Json = nlohmann::json;

// The values that genes have, by name; what has no gene is the plan's.
class Chosen {
public:
    Chosen(const Space& space, const Genes& genes) : plan_(space.plan) {
        for (std::size_t i = 0; i < genes.size(); ++i)
            values_.emplace(space.genes[i].name, space.genes[i].choices().at(static_cast<std::size_t>(genes[i])));
    }

    bool has(const std::string& name) const { return values_.contains(name); }
    const std::map<std::string, GeneValue>& all() const { return values_; }
    template <typename Value> // one of GeneValue's
    Value value(const std::string& name, const Value& otherwise) const {
        const auto found = values_.find(name);
        return found == values_.end() ? otherwise : std::get<Value>(found->second);
    }
    int whole(const std::string& name, std::int64_t otherwise) const {
        return static_cast<int>(value(name, otherwise));
    }

    int layers() const { return whole("layers", plan_.mlp.hiddenLayers); }
    int blocks() const { return whole("blocks", 0); }
    int width(int k) const { return whole("width_" + std::to_string(k), whole("width", plan_.mlp.width)); }
    int filters(int k) const { return whole("filters_" + std::to_string(k), whole("filters", 32)); }

private:
    const Plan& plan_;
    std::map<std::string, GeneValue> values_;
};

// Some number of 1..count has no gene "prefix_k" of its own.
bool someWithout(const Chosen& chosen, const std::string& prefix, int count) {
    for (int k = 1; k <= count; ++k)
        if (!chosen.has(prefix + "_" + std::to_string(k)))
            return true;
    return false;
}

// "width_3" -> 3; 0 when the name is not prefix_k.
int numberOf(const std::string& name, const std::string& prefix) {
    int number = 0;
    if (name.starts_with(prefix + "_"))
        std::from_chars(name.data() + prefix.size() + 1, name.data() + name.size(), number); // 0 of "width_factor"
    return number;
}

// The plan's own fields among the genes.
const PlanField* fieldOf(const std::string& name) {
    const auto field = std::ranges::find(planFields(), name, &PlanField::name);
    return field != planFields().end() && field->searched ? &*field : nullptr;
}

bool matters(const std::string& name, const Chosen& chosen, const Plan& plan) {
    if (name == "width")
        return someWithout(chosen, "width", chosen.layers());
    if (name == "filters")
        return someWithout(chosen, "filters", chosen.blocks());
    if (const int k = numberOf(name, "width"); k > 0)
        return k <= chosen.layers();
    if (const int k = numberOf(name, "filters"); k > 0)
        return k <= chosen.blocks();
    if (name == "kernel")
        return chosen.blocks() > 0;
    if (name == "dropout")
        return chosen.layers() > 0;
    if (name == "activation")
        return chosen.layers() + chosen.blocks() > 0;
    const PlanField* field = fieldOf(name);
    return field == nullptr || field->applies(plan);
}

// Whether other genes may be inactive because of this one.
bool affectsOthers(const std::string& name) { return name == "layers" || name == "blocks" || name == "optimizer"; }

// Whether the genes after the first `count` have choices with which none of these is inactive but at its first choice.
// So following() skips inactive genes without counting them up, also where a later gene makes them inactive.
bool canBeCanonical(const Space& space, Genes genes, std::size_t count) {
    const auto isExpressed = [&] {
        const std::vector<bool> active = expressed(space, genes);
        for (std::size_t i = 0; i < count; ++i)
            if (genes[i] > 0 && !active[i])
                return false;
        return true;
    };
    std::size_t optimizer = genes.size(); // its place, when it is yet to be chosen
    for (std::size_t i = count; i < genes.size(); ++i) {
        const std::vector<GeneValue> choices = space.genes[i].choices();
        if (space.genes[i].name == "optimizer")
            optimizer = i;
        else if (affectsOthers(space.genes[i].name)) // more layers or blocks make nothing inactive
            genes[i] = static_cast<int>(std::ranges::max_element(choices) - choices.begin());
    }
    if (optimizer == genes.size())
        return isExpressed();
    for (int k = static_cast<int>(space.genes[optimizer].choices().size()); k-- > 0;) { // each has genes of its own
        genes[optimizer] = k;
        if (isExpressed())
            return true;
    }
    return false;
}

MlpShape shapeOf(const Chosen& chosen, const Plan& plan) {
    MlpShape shape = plan.mlp;
    shape.hiddenLayers = chosen.layers();
    shape.width = chosen.width(1);
    shape.activation = activationFromName(chosen.value("activation", std::string(activationName(shape.activation))));
    shape.dropout = chosen.value("dropout", shape.dropout);
    return shape;
}

// Layers of different widths, or convolutions before them.
std::vector<std::string> layersOf(const Chosen& chosen, const MlpShape& shape) {
    Architecture network{.name = "searched", .lines = {}};
    for (int k = 1; k <= chosen.blocks(); ++k) {
        network.lines.push_back(ConvolutionLayer{.filters = chosen.filters(k),
                                                 .kernel = chosen.whole("kernel", 3),
                                                 .padding = Padding::Same,
                                                 .activation = shape.activation});
        network.lines.push_back(MaxPoolLayer{});
    }
    for (int k = 1; k <= shape.hiddenLayers; ++k) {
        network.lines.push_back(DenseLayer{.units = chosen.width(k), .activation = shape.activation});
        if (shape.dropout > 0)
            network.lines.push_back(DropoutLayer{shape.dropout});
    }
    network.lines.push_back(DenseLayer{.units = 0, .activation = Activation::Linear});
    return layerLines(network);
}

bool sameWidths(const Chosen& chosen) {
    for (int k = 2; k <= chosen.layers(); ++k)
        if (chosen.width(k) != chosen.width(1))
            return false;
    return true;
}

void setNetwork(Plan& plan, const Chosen& chosen) {
    const MlpShape shape = shapeOf(chosen, plan);
    if (chosen.blocks() == 0 && shape.hiddenLayers > 0 && sameWidths(chosen)) {
        plan.model = "mlp";
        plan.layers.clear();
        plan.mlp = shape;
    } else {
        plan.model = "searched";
        plan.layers = layersOf(chosen, shape);
    }
}

// Else the trials keep the plan's network, whatever it is.
bool isOfTheNetwork(const std::string& name) {
    static constexpr std::array<std::string_view, 7> kNames{"blocks", "filters",    "kernel", "layers",
                                                            "width",  "activation", "dropout"};
    return std::ranges::find(kNames, std::string_view(name)) != kNames.end() || numberOf(name, "width") > 0 ||
           numberOf(name, "filters") > 0;
}

// Genes that change the sizes of the plan's network.
bool isOfItsSizes(const std::string& name) { return name == "width_factor" || name == "block_repeats"; }

const Gene* geneWith(const Space& space, bool (*is)(const std::string& name)) {
    const auto gene = std::ranges::find_if(space.genes, [is](const Gene& one) { return is(one.name); });
    return gene == space.genes.end() ? nullptr : &*gene;
}

void setSizes(Plan& plan, const Chosen& chosen) {
    const NetworkScale scale{chosen.value("width_factor", 1.0), chosen.whole("block_repeats", 0)};
    plan.layers = layerLines(scaled(architectureOf(plan), scale));
    plan.model = "searched " + plan.model; // another network than Belfry's of that name
}

// Where each of the plan's repeated blocks is repeated, so that there is something to vary.
bool repeatsBlocks(const Plan& plan) {
    return std::ranges::any_of(
        architectureOf(plan).lines,
        [](const Line& line) {
            const auto* block = std::get_if<BlockStart>(&line.content);
            return block && block->repeats > 1;
        });
}

// A gene that makes a network does not go together with a network, or with genes of its sizes.
void checkNetworkGenes(const Space& space) {
    const Gene *making = geneWith(space, isOfTheNetwork), *sizing = geneWith(space, isOfItsSizes);
    if (making && sizing)
        throw usageError(Text::tr("Gene '%1' makes networks of its own, and gene '%2' changes the sizes of the plan's "
                                  "network. Choose one of the two.",
                                  making->name, sizing->name));
    if (making && (space.plan.model != "mlp" || !space.plan.layers.empty()))
        throw usageError(
            Text::tr("Gene '%1' makes networks of its own, but the space's plan has the network '%2'; leave "
                     "the network out of the plan, or choose genes of its training, such as learning_rate.",
                     making->name, space.plan.model));
    const bool repeats = geneWith(space, [](const std::string& name) { return name == "block_repeats"; }) != nullptr;
    if (repeats && !repeatsBlocks(space.plan))
        throw usageError(Text::tr("Gene 'block_repeats' varies blocks that are repeated, and the plan's network '%1' "
                                  "has none. Choose another network, such as resnet-20, or another gene.",
                                  space.plan.model));
}

} // namespace

Plan searchedPlan() {
    Plan plan;
    plan.model = "mlp";
    plan.batchPerTower = 128;
    plan.epochs = 10'000; // patience ends a trial, not its length
    plan.patience = 5;
    plan.checkpointMinutes = 0; // a stopped trial is trained again from the start
    return plan;
}

void validate(const Space& space) {
    if (space.genes.empty())
        throw usageError(Text::tr("The space has no genes; give it at least one, such as width."));
    for (std::size_t i = 0; i < space.genes.size(); ++i) {
        validate(space.genes[i]);
        for (std::size_t k = 0; k < i; ++k)
            if (space.genes[k].name == space.genes[i].name)
                throw usageError(Text::tr("The space has the gene '%1' twice.", space.genes[i].name));
    }
    checkNetworkGenes(space);
    validate(planOf(space, Genes(space.genes.size(), 0)));
}

std::vector<bool> expressed(const Space& space, const Genes& genes) {
    const Chosen chosen(space, genes);
    Plan plan = space.plan;
    plan.optimizer = chosen.value("optimizer", plan.optimizer);
    std::vector<bool> all;
    for (const Gene& gene : space.genes)
        all.push_back(matters(gene.name, chosen, plan));
    return all;
}

Genes canonical(const Space& space, Genes genes) {
    const std::vector<bool> active = expressed(space, genes); // a gene that affects others is never inactive itself
    for (std::size_t i = 0; i < genes.size(); ++i)
        if (!active[i])
            genes[i] = 0;
    return genes;
}

double sizeOf(const Space& space) {
    std::vector<double> counts;
    for (const Gene& gene : space.genes)
        counts.push_back(static_cast<double>(gene.choices().size()));
    Genes genes(space.genes.size(), 0);
    // Sum over all choices of the genes that affect others: the product of the choices of the remaining active genes.
    const std::function<double(std::size_t)> sum = [&](std::size_t i) -> double {
        if (i == genes.size()) {
            const std::vector<bool> active = expressed(space, genes);
            double product = 1;
            for (std::size_t k = 0; k < genes.size(); ++k)
                product *= active[k] && !affectsOthers(space.genes[k].name) ? counts[k] : 1;
            return product;
        }
        if (!affectsOthers(space.genes[i].name))
            return sum(i + 1);
        double total = 0;
        for (genes[i] = 0; genes[i] < static_cast<int>(counts[i]); ++genes[i])
            total += sum(i + 1);
        genes[i] = 0;
        return total;
    };
    return sum(0);
}

std::optional<Genes> following(const Space& space, Genes genes) {
    for (std::size_t i = genes.size(); i-- > 0;) {
        const int count = static_cast<int>(space.genes[i].choices().size());
        // Of genes that affect no others, one choice but the first is as inactive as another.
        const int max = affectsOthers(space.genes[i].name) ? count : std::min(count, genes[i] + 2);
        while (++genes[i] < max) {
            if (!canBeCanonical(space, genes, i + 1))
                continue;
            std::fill(genes.begin() + static_cast<std::ptrdiff_t>(i) + 1, genes.end(), 0);
            for (std::size_t k = i + 1; k < genes.size(); ++k)
                while (!canBeCanonical(space, genes, k + 1))
                    ++genes[k];
            return genes;
        }
        genes[i] = 0;
    }
    return std::nullopt;
}

Plan planOf(const Space& space, const Genes& genes) {
    const Chosen chosen(space, genes);
    Json changes = Json::object();
    for (const auto& [name, value] : chosen.all())
        if (fieldOf(name) != nullptr)
            changes[name] = toJson(value);
    Plan plan = planFromJson(changes, space.plan);
    if (geneWith(space, isOfTheNetwork))
        setNetwork(plan, chosen);
    if (geneWith(space, isOfItsSizes))
        setSizes(plan, chosen);
    return plan;
}

std::string genesText(const Space& space, const Genes& genes) {
    const std::vector<bool> active = expressed(space, genes);
    std::vector<std::string> words;
    for (std::size_t i = 0; i < genes.size(); ++i) {
        if (!active[i])
            continue;
        const GeneValue value = space.genes[i].choices().at(static_cast<std::size_t>(genes[i]));
        const bool named = std::holds_alternative<std::string>(value);
        words.push_back((named ? "" : space.genes[i].name + " ") + geneText(value));
    }
    return joined(words);
}

Json genesJson(const Space& space, const Genes& genes) {
    const std::vector<bool> active = expressed(space, genes);
    Json json = Json::object();
    for (std::size_t i = 0; i < genes.size(); ++i)
        if (active[i])
            json[space.genes[i].name] = toJson(space.genes[i].choices().at(static_cast<std::size_t>(genes[i])));
    return json;
}

Genes genesFromJson(const Space& space, const Json& json) {
    JsonReader fields(json, JsonReader::wordsFor(Text::tr("set of genes")));
    Genes genes;
    for (const Gene& gene : space.genes) {
        const Json* field = fields.find(gene.name.c_str());
        const std::vector<GeneValue> choices = gene.choices();
        const auto found =
            field ? std::ranges::find_if(choices, [&](const GeneValue& value) { return toJson(value) == *field; })
                  : choices.begin();
        if (found == choices.end())
            fields.refuse(gene.name.c_str(), *field, Text::tr("one of the gene's values"));
        genes.push_back(static_cast<int>(found - choices.begin()));
    }
    fields.refuseOthers();
    return canonical(space, std::move(genes));
}

Json toJson(const Space& space) {
    Json genes = Json::array();
    for (const Gene& gene : space.genes)
        genes.push_back(toJson(gene));
    return {{"plan", toJson(space.plan)}, {"genes", genes}};
}

Space spaceFromJson(const Json& json) {
    JsonReader fields(json, JsonReader::wordsFor(Text::tr("space")));
    Space space{searchedPlan(), {}};
    if (const Json* plan = fields.find("plan"))
        space.plan = planFromJson(*plan, space.plan);
    const Json* genes = fields.find("genes");
    fields.refuseOthers();
    if (genes && !genes->is_array())
        fields.refuse("genes", *genes, Text::tr("a list of genes"));
    if (genes)
        for (const Json& gene : *genes)
            space.genes.push_back(geneFromJson(gene));
    validate(space);
    return space;
}

Space readSpaceFile(const std::filesystem::path& path) {
    const Json json = readJsonFile(path);
    if (json.is_discarded())
        throw usageError(Text::tr(
            "'%1' is not JSON. A space looks like {\"genes\": [{\"name\": \"width\", \"values\": [64, 128]}]}.",
            path.string()));
    return spaceFromJson(json);
}

} // namespace belfry

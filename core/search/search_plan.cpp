#include "core/search/search_plan.h"

#include "core/base/error.h"
#include "core/base/utf8.h"
#include "core/formats/field_json.h"
#include "core/model/blueprint.h"
#include "core/search/layout.h"
#include "core/search/strategy.h"

#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

using Json = nlohmann::json;

constexpr double kLongExhaustive = 100'000; // trials: more than anyone waits for
constexpr double kOrdinaryTrial = 10;       // seconds, of a small network on a few cores

std::string roundText(double count) {
    char text[64];
    std::snprintf(text, sizeof text, count < 1e9 ? "%.0f" : "%.3g", count);
    return text;
}

Text years(double seconds) {
    const double days = seconds / 86400;
    return days < 730 ? Text::tr("%1 days", roundText(days)) : Text::tr("%1 years", roundText(days / 365.25));
}

void checkStrategy(const SearchPlan& plan) {
    const double size = sizeOf(plan.space);
    if (plan.strategy == "genetic" && plan.genetic.population > size)
        throw usageError(
            Text::plural("The population is %1, but the space has only %n networks; choose a smaller population "
                         "or an exhaustive search.",
                         "The population is %1, but the space has only %n network; choose a smaller population "
                         "or an exhaustive search.",
                         std::llround(size), plan.genetic.population));
    if (plan.strategy == "random" && static_cast<double>(plan.trials) > size)
        throw usageError(
            Text::plural("The number of trials is %1, but the space has only %n networks; choose fewer trials "
                         "or an exhaustive search.",
                         "The number of trials is %1, but the space has only %n network; choose fewer trials or "
                         "an exhaustive search.",
                         std::llround(size), plan.trials));
    if (plan.strategy == "exhaustive" && size > kLongExhaustive && plan.trials == 0 && plan.budgetMinutes == 0)
        throw usageError(
            Text::tr("An exhaustive search of %1 networks would take about %2 at %3 seconds each; give it a "
                     "budget in minutes or a number of trials, or choose a genetic search.",
                     roundText(size), years(size * kOrdinaryTrial), roundText(kOrdinaryTrial)));
}

// The network that a space makes with one gene at one of its choices and all others at an end of theirs.
void checkCorner(const Space& space, const Genes& genes, const DataSet& data) {
    const Plan plan = planOf(space, genes);
    makeBlueprint(architectureOf(plan), data.shape, static_cast<int>(data.classes.size()),
                  inputStageFromNames(plan.augmentation, plan.normalisation));
}

} // namespace

int GeneticSettings::retained() const { return std::max(1, static_cast<int>(population * retain)); }

const std::vector<Choice>& strategyChoices() {
    static const std::vector<Choice> table{
        {"genetic", Text::tr("Genetic"),
         Text::tr(
             "Breeds networks from the best of each generation: about a sixth of the trials of an exhaustive search.")},
        {"exhaustive", Text::tr("Exhaustive"),
         Text::tr("Tries every network of the space, in the order of its genes.")},
        {"random", Text::tr("Random"),
         Text::tr("Tries networks drawn from the space: simple, and hard to beat with few trials.")},
    };
    return table;
}

double expectedTrials(const SearchPlan& plan) { return makeStrategy(plan)->expected(); }

void validate(const SearchPlan& plan) {
    requireOneLine(Text::tr("The search's name"), plan.name);
    validate(plan.space);
    for (const SearchField& field : searchFields())
        field.check(plan);
    checkStrategy(plan);
}

void checkWithData(const SearchPlan& plan) {
    validate(plan);
    const std::shared_ptr<const DataSet> data = openData(plan.space.plan);
    const std::vector<Gene>& genes = plan.space.genes;
    Genes last;
    for (const Gene& gene : genes)
        last.push_back(static_cast<int>(gene.choices().size()) - 1);
    for (const Genes& corner : {Genes(genes.size(), 0), last})
        for (std::size_t i = 0; i < genes.size(); ++i)
            for (int choice = 0; choice <= last[i]; ++choice) {
                Genes tried = corner;
                tried[i] = choice;
                checkCorner(plan.space, tried, *data);
            }
    usableLayouts(plan, data); // and whether there are images enough for every batch
    Plan winner = planOf(plan.space, Genes(genes.size(), 0));
    winner.trainImages = plan.winnerImages;
    openData(winner);
}

Json toJson(const SearchPlan& plan) {
    Json json{{"space", toJson(plan.space)}};
    writeFields(json, searchFields(), plan);
    return json;
}

SearchPlan searchPlanFromJson(const Json& json, SearchPlan base) {
    JsonReader fields(json, JsonReader::wordsFor(Text::tr("search")));
    readFields(fields, searchFields(), base);
    if (const Json* space = fields.find("space"))
        base.space = spaceFromJson(*space);
    fields.refuseOthers();
    return base;
}

} // namespace belfry

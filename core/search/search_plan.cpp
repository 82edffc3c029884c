#include "core/search/search_plan.h"

#include "core/base/bounds.h"
#include "core/base/error.h"
#include "core/base/suggest.h"
#include "core/base/utf8.h"
#include "core/formats/json_reader.h"
#include "core/model/blueprint.h"
#include "core/search/layout.h"
#include "core/search/strategy.h"
#include "core/train/session.h"

#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

using Json = nlohmann::json;

constexpr double kLongExhaustive = 100'000; // trials: more than anyone waits for
constexpr double kOrdinaryTrial = 10;       // seconds, of a small network on a few cores

[[noreturn]] void refusePlan(const Text& message) {
    throw Error(ErrorCategory::Usage, message);
}

void checkPart(const Text& what, double value) {
    if (!(value >= 0 && value < 1))
        refusePlan(Text::tr("%1 is %2; expected at least 0 and less than 1.", what, geneText(value)));
}

void checkChance(const Text& what, double value) {
    if (!(value >= 0 && value <= 1))
        refusePlan(Text::tr("%1 is %2; expected at least 0 and at most 1.", what, geneText(value)));
}

std::string rounded(double count) {
    char text[64];
    std::snprintf(text, sizeof text, count < 1e9 ? "%.0f" : "%.3g", count);
    return text;
}

Text years(double seconds) {
    const double days = seconds / 86400;
    return days < 730 ? Text::tr("%1 days", rounded(days)) : Text::tr("%1 years", rounded(days / 365.25));
}

void checkStrategy(const SearchPlan& plan) {
    const double size = sizeOf(plan.space);
    if (plan.strategy == "genetic" && plan.genetic.population > size)
        refusePlan(Text::plural("The population is %1, but the space has only %n networks; choose a smaller population "
                                "or an exhaustive search.",
                                "The population is %1, but the space has only %n network; choose a smaller population "
                                "or an exhaustive search.",
                                std::llround(size), plan.genetic.population));
    if (plan.strategy == "random" && static_cast<double>(plan.trials) > size)
        refusePlan(
            Text::plural("The number of trials is %1, but the space has only %n networks; choose fewer trials or "
                         "an exhaustive search.",
                         "The number of trials is %1, but the space has only %n network; choose fewer trials or "
                         "an exhaustive search.",
                         std::llround(size), plan.trials));
    if (plan.strategy == "exhaustive" && size > kLongExhaustive && plan.trials == 0 && plan.budgetMinutes == 0)
        refusePlan(Text::tr("An exhaustive search of %1 networks would take about %2 at %3 seconds each; give it a "
                            "budget in minutes or a number of trials, or choose a genetic search.",
                            rounded(size), years(size * kOrdinaryTrial), rounded(kOrdinaryTrial)));
}

template <typename Visit>
void forEachNumber(SearchPlan& plan, const Visit& visit) {
    visit("name", plan.name);
    visit("preset", plan.preset);
    visit("strategy", plan.strategy);
    visit("population", plan.genetic.population);
    visit("generations", plan.genetic.generations);
    visit("retain", plan.genetic.retain);
    visit("random_select", plan.genetic.randomSelect);
    visit("mutate", plan.genetic.mutate);
    visit("trials", plan.trials);
    visit("halving", plan.halving);
    visit("halving_epochs", plan.halvingEpochs);
    visit("budget_minutes", plan.budgetMinutes);
    visit("seed", plan.seed);
    visit("winners", plan.winners);
    visit("winner_seeds", plan.winnerSeeds);
    visit("winner_images", plan.winnerImages);
    visit("winner_epochs", plan.winnerEpochs);
    visit("parallel", plan.parallel);
    visit("towers", plan.towers);
}

// The network that a space makes with one gene at one of its choices and all others at an end of theirs.
void checkCorner(const Space& space, const Genes& genes, const DataSet& data) {
    const Plan plan = planOf(space, genes);
    makeBlueprint(architectureOf(plan), data.shape, static_cast<int>(data.classes.size()),
                  inputStageFromNames(plan.augmentation, plan.normalisation));
}

} // namespace

int GeneticSettings::retained() const {
    return std::max(1, static_cast<int>(population * retain));
}

const std::vector<Choice>& strategyChoices() {
    static const std::vector<Choice> table{
        {"genetic", "Genetic",
         "Breeds networks from the best of each generation: about a sixth of the trainings of an exhaustive search."},
        {"exhaustive", "Exhaustive", "Tries every network of the space, in the order of its genes."},
        {"random", "Random", "Tries networks drawn from the space: simple, and hard to beat with few trials."},
    };
    return table;
}

double expectedTrials(const SearchPlan& plan) {
    return makeStrategy(plan)->expected();
}

void validate(const SearchPlan& plan) {
    requireOneLine(Text::tr("The search's name"), plan.name);
    validate(plan.space);
    std::vector<std::string> names;
    for (const Choice& choice : strategyChoices())
        names.push_back(choice.name);
    if (std::ranges::find(names, plan.strategy) == names.end())
        throw Error(ErrorCategory::Usage, unknownName(Text::tr("strategy"), plan.strategy, names));
    checkRange(Text::tr("The population"), plan.genetic.population, 2, 100'000);
    checkRange(Text::tr("The number of generations"), plan.genetic.generations, 1, 100'000);
    checkPart(Text::tr("The part that is retained"), plan.genetic.retain);
    checkPart(Text::tr("The chance of a random survivor"), plan.genetic.randomSelect);
    checkChance(Text::tr("The chance of a mutation"), plan.genetic.mutate);
    checkRange(Text::tr("The number of trials"), plan.trials, 0, 1'000'000'000);
    if (plan.halving != 0)
        checkRange(Text::tr("The factor of successive halving"), plan.halving, 2, 100);
    checkRange(Text::tr("The number of epochs of the first rung"), plan.halvingEpochs, 1, 1'000'000);
    if (!(plan.budgetMinutes >= 0 && plan.budgetMinutes <= 1e6))
        refusePlan(Text::tr("The budget is %1 minutes; expected 0 to 1000000.", geneText(plan.budgetMinutes)));
    checkRange(Text::tr("The number of winners"), plan.winners, 0, 1000);
    checkRange(Text::tr("The number of seeds of a winner"), plan.winnerSeeds, 1, 1000);
    checkRange(Text::tr("The number of images of a winner"), plan.winnerImages, 0, 1'000'000'000'000);
    checkRange(Text::tr("The number of epochs of a winner"), plan.winnerEpochs, 0, 1'000'000);
    checkRange(Text::tr("The number of trials side by side"), plan.parallel, 0, 1024);
    checkRange(Text::tr("The number of towers"), plan.towers, 0, 64);
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
    SearchPlan copy = plan;
    forEachNumber(copy, jsonFieldsTo(json));
    return json;
}

SearchPlan searchPlanFromJson(const Json& json, SearchPlan base) {
    JsonReader fields(json, JsonReader::wordsFor(Text::tr("search")));
    forEachNumber(base, [&fields](const char* name, auto& value) { fields.read(name, value); });
    if (const Json* space = fields.find("space"))
        base.space = spaceFromJson(*space);
    fields.refuseOthers();
    return base;
}

} // namespace belfry

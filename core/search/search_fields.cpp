#include "core/search/search_fields.h"

namespace belfry {
namespace {

template <auto... Path>
SearchField::Member at() {
    return &memberAt<SearchPlan, Path...>;
}

Condition<SearchPlan> ofGenetic() {
    return {[](const SearchPlan& plan) { return plan.strategy == "genetic"; }, Text::tr("the strategy genetic")};
}

Condition<SearchPlan> ofWinners() {
    return {[](const SearchPlan& plan) { return plan.winners > 0; }, Text::tr("searches with winners")};
}

std::vector<SearchField> runFields() {
    return {
        {{.name = "name",
          .title = Text::tr("Name"),
          .help = Text::tr("What lists call the search; empty: as its preset or its strategy.")},
         at<&SearchPlan::name>()},
        {{.name = "preset", .title = Text::tr("Preset"), .inForm = false}, at<&SearchPlan::preset>()},
    };
}

std::vector<SearchField> strategyFields() {
    return {
        {{.name = "strategy",
          .title = Text::tr("Strategy"),
          .help = Text::tr("What is tried next. Few hours and a large space: genetic; a small space: exhaustive."),
          .subject = Text::tr("strategy"),
          .choices = strategyChoices},
         at<&SearchPlan::strategy>()},
        {{.name = "trials",
          .title = Text::tr("Trials"),
          .help = Text::tr("How many networks a random search tries; the others try so many at most."),
          .subject = Text::tr("The number of trials"),
          .bounds = Bounds{0, 1e9}},
         at<&SearchPlan::trials>()},
        {{.name = "halving",
          .title = Text::tr("Halving"),
          .help = Text::tr("Successive halving: all networks train briefly, the best 1 / N of them N times longer, and "
                           "so on. 0: every network trains to its end at once."),
          .subject = Text::tr("The factor of successive halving"),
          .bounds = Bounds{.min = 2, .max = 100, .orZero = true},
          .zero = Text::tr("none")},
         at<&SearchPlan::halving>()},
        {{.name = "halving_epochs",
          .title = Text::tr("First rung"),
          .help = Text::tr("Length of the first, brief trainings. Good networks that start slowly get lost: lengthen "
                           "it."),
          .subject = Text::tr("The number of epochs of the first rung"),
          .bounds = Bounds{1, 1e6},
          .unit = Text::tr("epoch"),
          .units = Text::tr("epochs")},
         at<&SearchPlan::halvingEpochs>(),
         {[](const SearchPlan& plan) { return plan.halving > 0; }, {}}},
        {{.name = "budget_minutes",
          .title = Text::tr("Budget"),
          .help = Text::tr("After so many minutes no trial begins or goes on; the winners come on top. 0: no end."),
          .zero = Text::tr("no end"),
          .units = Text::tr("min"),
          .option = "budget"},
         at<&SearchPlan::budgetMinutes>()},
        {{.name = "seed",
          .title = Text::tr("Seed"),
          .help = Text::tr("Random seed: the same seed and setup give the same trials, however many run side by "
                           "side.")},
         at<&SearchPlan::seed>()},
    };
}

std::vector<SearchField> geneticFields() {
    return {
        {{.name = "population",
          .title = Text::tr("Population"),
          .help = Text::tr("Networks of a generation. Searches that end at a middling network: more."),
          .subject = Text::tr("The population"),
          .bounds = Bounds{2, 100'000}},
         at<&SearchPlan::genetic, &GeneticSettings::population>(),
         ofGenetic()},
        {{.name = "generations",
          .title = Text::tr("Generations"),
          .help = Text::tr("How many, the first, drawn at random, among them. A best network that still rises at the "
                           "end: more."),
          .subject = Text::tr("The number of generations"),
          .bounds = Bounds{1, 100'000}},
         at<&SearchPlan::genetic, &GeneticSettings::generations>(),
         ofGenetic()},
        {{.name = "retain",
          .title = Text::tr("Retain"),
          .help = Text::tr("Part of a generation, its best, that goes on unchanged and has children."),
          .subject = Text::tr("The part that is retained"),
          .bounds = Bounds{.min = 0, .max = 1, .belowMax = true}},
         at<&SearchPlan::genetic, &GeneticSettings::retain>(),
         ofGenetic()},
        {{.name = "random_select",
          .title = Text::tr("Random select"),
          .help = Text::tr("Chance of each of the others to go on too. A population that becomes all alike: raise it."),
          .subject = Text::tr("The chance of a random survivor"),
          .bounds = Bounds{.min = 0, .max = 1, .belowMax = true}},
         at<&SearchPlan::genetic, &GeneticSettings::randomSelect>(),
         ofGenetic()},
        {{
             .name = "mutate",
             .title = Text::tr("Mutate"),
             .help =
                 Text::tr("Chance of a child to have one gene drawn anew. A population that becomes all alike: raise "
                          "it."),
         },
         at<&SearchPlan::genetic, &GeneticSettings::mutate>(),
         ofGenetic()},
    };
}

std::vector<SearchField> winnerFields() {
    return {
        {{.name = "winners",
          .title = Text::tr("Winners"),
          .help = Text::tr("Best networks that are trained again at the end and tested, once; 0: none."),
          .subject = Text::tr("The number of winners"),
          .bounds = Bounds{0, 1000},
          .zero = Text::tr("no test")},
         at<&SearchPlan::winners>()},
        {{.name = "winner_seeds",
          .title = Text::tr("Winner seeds"),
          .help = Text::tr("Each winner is trained from so many seeds: mean and spread tell more than one run."),
          .subject = Text::tr("The number of seeds of a winner"),
          .bounds = Bounds{1, 1000}},
         at<&SearchPlan::winnerSeeds>(),
         ofWinners()},
        {{.name = "winner_images",
          .title = Text::tr("Winner images"),
          .help = Text::tr("Training images of a winner, however few the trials saw; 0: all."),
          .subject = Text::tr("The number of images of a winner"),
          .bounds = Bounds{0, 1e12},
          .zero = Text::tr("all")},
         at<&SearchPlan::winnerImages>(),
         ofWinners()},
        {{.name = "winner_epochs",
          .title = Text::tr("Winner epochs"),
          .help = Text::tr("Length of a winner's run at most; 0: as a trial's. More images pay with more epochs."),
          .subject = Text::tr("The number of epochs of a winner"),
          .bounds = Bounds{0, 1e6},
          .zero = Text::tr("as a trial")},
         at<&SearchPlan::winnerEpochs>(),
         ofWinners()},
    };
}

std::vector<SearchField> layoutFields() {
    return {
        {{.name = "parallel",
          .title = Text::tr("Side by side"),
          .help =
              Text::tr("Trials that train at the same time; 0: a short measurement before the first one chooses. The "
                       "trials are the same however many there are."),
          .subject = Text::tr("The number of trials side by side"),
          .bounds = Bounds{0, 1024},
          .zero = Text::tr("measured")},
         at<&SearchPlan::parallel>()},
        {{.name = "towers",
          .title = Text::tr("Towers"),
          .help = Text::tr("Copies of each network that share its batches; 0: measured. More than one pays for large "
                           "networks only."),
          .subject = Text::tr("The number of towers"),
          .bounds = Bounds{0, 64},
          .zero = Text::tr("measured")},
         at<&SearchPlan::towers>()},
    };
}

} // namespace

const std::vector<SearchField>& searchFields() {
    static const std::vector<SearchField> table = tableOf<SearchPlan>({{"run", runFields},
                                                                       {"search", strategyFields},
                                                                       {"genetic", geneticFields},
                                                                       {"winners", winnerFields},
                                                                       {"devices", layoutFields}});
    return table;
}

const SearchField& searchField(std::string_view name) {
    return fieldNamed(searchFields(), name);
}

} // namespace belfry

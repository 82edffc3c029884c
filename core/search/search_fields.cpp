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
          .help = Text::tr("Name of the search in lists; empty: its preset or strategy.")},
         at<&SearchPlan::name>()},
        {{.name = "preset", .title = Text::tr("Preset"), .inForm = false}, at<&SearchPlan::preset>()},
    };
}

std::vector<SearchField> strategyFields() {
    return {
        {{.name = "strategy",
          .title = Text::tr("Strategy"),
          .help = Text::tr("How the next networks are chosen. For a large space and a few hours: genetic; for a small "
                           "space: exhaustive."),
          .subject = Text::tr("strategy"),
          .choices = strategyChoices},
         at<&SearchPlan::strategy>()},
        {{.name = "trials",
          .title = Text::tr("Trials"),
          .help = Text::tr("Number of networks a random search tries; an upper limit for the other strategies."),
          .subject = Text::tr("The number of trials"),
          .bounds = Bounds{0, 1e9}},
         at<&SearchPlan::trials>()},
        {{.name = "halving",
          .title = Text::tr("Halving"),
          .help = Text::tr("Successive halving: all networks train briefly, the best 1 / N of them N times longer, and "
                           "so on. 0: off."),
          .subject = Text::tr("The factor of successive halving"),
          .bounds = Bounds{.min = 2, .max = 100, .orZero = true},
          .zero = Text::tr("none")},
         at<&SearchPlan::halving>()},
        {{.name = "halving_epochs",
          .title = Text::tr("First rung"),
          .help = Text::tr(
              "Length of the first, short trainings. If good networks that start slowly are lost: lengthen it."),
          .subject = Text::tr("The number of epochs of the first rung"),
          .bounds = Bounds{1, 1e6},
          .unit = Text::tr("epoch"),
          .units = Text::tr("epochs")},
         at<&SearchPlan::halvingEpochs>(),
         {[](const SearchPlan& plan) { return plan.halving > 0; }, {}}},
        {{.name = "budget_minutes",
          .title = Text::tr("Budget"),
          .help = Text::tr("Trials stop after this many minutes; training the winners comes on top. 0: no limit."),
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
          .help = Text::tr("Networks per generation. If searches end at a mediocre network: increase it."),
          .subject = Text::tr("The population"),
          .bounds = Bounds{2, 100'000}},
         at<&SearchPlan::genetic, &GeneticSettings::population>(),
         ofGenetic()},
        {{.name = "generations",
          .title = Text::tr("Generations"),
          .help = Text::tr("Number of generations, including the first random one. If the best network still improves "
                           "at the end: increase it."),
          .subject = Text::tr("The number of generations"),
          .bounds = Bounds{1, 100'000}},
         at<&SearchPlan::genetic, &GeneticSettings::generations>(),
         ofGenetic()},
        {{.name = "retain",
          .title = Text::tr("Retain"),
          .help = Text::tr("Fraction of each generation, its best, that survives unchanged and has children."),
          .subject = Text::tr("The part that is retained"),
          .bounds = Bounds{.min = 0, .max = 1, .belowMax = true}},
         at<&SearchPlan::genetic, &GeneticSettings::retain>(),
         ofGenetic()},
        {{.name = "random_select",
          .title = Text::tr("Random survivors"),
          .help = Text::tr(
              "Probability that each of the others survives too. If the population becomes uniform: raise it."),
          .subject = Text::tr("The chance of a random survivor"),
          .bounds = Bounds{.min = 0, .max = 1, .belowMax = true}},
         at<&SearchPlan::genetic, &GeneticSettings::randomSelect>(),
         ofGenetic()},
        {{
             .name = "mutate",
             .title = Text::tr("Mutation rate"),
             .help = Text::tr(
                 "Probability that one gene of a child is drawn anew. If the population becomes uniform: raise it."),
         },
         at<&SearchPlan::genetic, &GeneticSettings::mutate>(),
         ofGenetic()},
    };
}

std::vector<SearchField> winnerFields() {
    return {
        {{.name = "winners",
          .title = Text::tr("Winners"),
          .help = Text::tr("Number of best networks that are retrained at the end and tested once; 0: none."),
          .subject = Text::tr("The number of winners"),
          .bounds = Bounds{0, 1000},
          .zero = Text::tr("no test")},
         at<&SearchPlan::winners>()},
        {{.name = "winner_seeds",
          .title = Text::tr("Winner seeds"),
          .help = Text::tr("Seeds each winner is trained from: a mean and a spread say more than one run."),
          .subject = Text::tr("The number of seeds of a winner"),
          .bounds = Bounds{1, 1000}},
         at<&SearchPlan::winnerSeeds>(),
         ofWinners()},
        {{.name = "winner_images",
          .title = Text::tr("Winner images"),
          .help = Text::tr("Training images of a winner, regardless of the trials; 0: all."),
          .subject = Text::tr("The number of images of a winner"),
          .bounds = Bounds{0, 1e12},
          .zero = Text::tr("all")},
         at<&SearchPlan::winnerImages>(),
         ofWinners()},
        {{.name = "winner_epochs",
          .title = Text::tr("Winner epochs"),
          .help = Text::tr("Maximum length of a winner's run; 0: as for a trial. More images are worth more epochs."),
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
          .title = Text::tr("Parallel trials"),
          .help = Text::tr("Trials trained at the same time; 0: chosen by a short measurement before the first one. "
                           "The results do not depend on it."),
          .subject = Text::tr("The number of trials side by side"),
          .bounds = Bounds{0, 1024},
          .zero = Text::tr("measured")},
         at<&SearchPlan::parallel>()},
        {{.name = "towers",
          .title = Text::tr("Towers"),
          .help = Text::tr("Replicas of each network that share its batches; 0: measured. More than one pays off only "
                           "for large networks."),
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

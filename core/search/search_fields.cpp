#include "core/search/search_plan.h"

namespace belfry {
namespace {

Condition<SearchPlan> ofGenetic() {
    return {[](const SearchPlan& plan) { return plan.strategy == "genetic"; }, Text::tr("the genetic strategy")};
}

Condition<SearchPlan> ofWinners() {
    return {[](const SearchPlan& plan) { return plan.winners > 0; }, Text::tr("searches with winners")};
}

std::vector<SearchField> runFields() {
    return {
        row<&SearchPlan::name>("name", Text::tr("Name"),
                               Text::tr("Name of the search in lists; empty: its preset or strategy.")),
        row<&SearchPlan::preset>("preset", Text::tr("Preset")).with(&FieldInfo::inForm, false),
    };
}

std::vector<SearchField> strategyFields() {
    return {
        row<&SearchPlan::strategy>("strategy", Text::tr("Strategy"),
                                   Text::tr("How the next networks are chosen. For a large space and a few hours: "
                                            "genetic; for a small space: exhaustive."))
            .named(Text::tr("strategy"), strategyChoices),
        row<&SearchPlan::trials>(
            "trials", Text::tr("Trials"),
            Text::tr("Number of networks a random search tries; an upper limit for the other strategies."))
            .number(Text::tr("The number of trials"), {0, 1e9}),
        row<&SearchPlan::halving>("halving", Text::tr("Halving"),
                                  Text::tr("Successive halving: all networks train briefly, the best 1 / N of them N "
                                           "times longer, and so on. 0: off."))
            .number(Text::tr("The factor of successive halving"), {.min = 2, .max = 100, .orZero = true})
            .with(&FieldInfo::zero, Text::tr("none")),
        row<&SearchPlan::halvingEpochs>("halving_epochs", Text::tr("First rung"),
                                        Text::tr("Length of the first, short round of training. If good networks that "
                                                 "start slowly are lost, increase it."))
            .number(Text::tr("The number of epochs of the first rung"), {1, 1e6})
            .with(&FieldInfo::unit, Text::tr("epoch"))
            .with(&FieldInfo::units, Text::tr("epochs"))
            .when({[](const SearchPlan& plan) { return plan.halving > 0; }, {}}),
        row<&SearchPlan::budgetMinutes>(
            "budget_minutes", Text::tr("Budget"),
            Text::tr("Trials stop after this many minutes; training the winners comes on top. 0: no limit."))
            .number(Text::tr("The budget in minutes"), {0, 1e6})
            .with(&FieldInfo::zero, Text::tr("no limit"))
            .with(&FieldInfo::units, Text::tr("min"))
            .with(&FieldInfo::option, "budget"),
        row<&SearchPlan::seed>(
            "seed", Text::tr("Seed"),
            Text::tr(
                "Random seed: the same seed and setup give the same trials, regardless of how many run in parallel.")),
    };
}

std::vector<SearchField> geneticFields() {
    return {
        row<&SearchPlan::genetic, &GeneticSettings::population>(
            "population", Text::tr("Population"),
            Text::tr("Networks per generation. If searches end at a mediocre network: increase it."))
            .number(Text::tr("The population"), {2, 100'000})
            .when(ofGenetic()),
        row<&SearchPlan::genetic, &GeneticSettings::generations>(
            "generations", Text::tr("Generations"),
            Text::tr("Number of generations, including the first random one. If the best network still improves at the "
                     "end: increase it."))
            .number(Text::tr("The number of generations"), {1, 100'000})
            .when(ofGenetic()),
        row<&SearchPlan::genetic, &GeneticSettings::retain>(
            "retain", Text::tr("Retain"),
            Text::tr("Fraction of each generation, its best, that survives unchanged and has children."))
            .number(Text::tr("The retained fraction"), {.min = 0, .max = 1, .belowMax = true})
            .when(ofGenetic()),
        row<&SearchPlan::genetic, &GeneticSettings::randomSelect>(
            "random_select", Text::tr("Random survivors"),
            Text::tr("Probability that each of the others survives too. If the population becomes uniform, raise it."))
            .number(Text::tr("The random survivor probability"), {.min = 0, .max = 1, .belowMax = true})
            .when(ofGenetic()),
        row<&SearchPlan::genetic, &GeneticSettings::mutate>(
            "mutate", Text::tr("Mutation rate"),
            Text::tr("Probability that one gene of a child is drawn again at random. If the population becomes "
                     "uniform, raise it."))
            .number(Text::tr("The mutation rate"), {0, 1})
            .when(ofGenetic()),
    };
}

std::vector<SearchField> winnerFields() {
    return {
        row<&SearchPlan::winners>(
            "winners", Text::tr("Winners"),
            Text::tr("Number of best networks that are retrained at the end and tested once; 0: none."))
            .number(Text::tr("The number of winners"), {0, 1000})
            .with(&FieldInfo::zero, Text::tr("none")),
        row<&SearchPlan::winnerSeeds>(
            "winner_seeds", Text::tr("Winner seeds"),
            Text::tr("Seeds each winner is trained from: several seeds give a mean and a spread."))
            .number(Text::tr("The number of seeds of a winner"), {1, 1000})
            .when(ofWinners()),
        row<&SearchPlan::winnerImages>("winner_images", Text::tr("Winner images"),
                                       Text::tr("Training images of a winner, regardless of the trials; 0: all."))
            .number(Text::tr("The number of images of a winner"), {0, 1e12})
            .with(&FieldInfo::zero, Text::tr("all"))
            .when(ofWinners()),
        row<&SearchPlan::winnerEpochs>(
            "winner_epochs", Text::tr("Winner epochs"),
            Text::tr("Maximum length of a winner's run; 0: as for a trial. More images are worth more epochs."))
            .number(Text::tr("The number of epochs of a winner"), {0, 1e6})
            .with(&FieldInfo::zero, Text::tr("as a trial"))
            .when(ofWinners()),
    };
}

std::vector<SearchField> layoutFields() {
    return {
        row<&SearchPlan::parallel>("parallel", Text::tr("Parallel trials"),
                                   Text::tr("Trials trained at the same time; 0: chosen by a short measurement before "
                                            "the first one. The results do not depend on it."))
            .number(Text::tr("The number of parallel trials"), {0, 1024})
            .with(&FieldInfo::zero, Text::tr("measured")),
        row<&SearchPlan::towers>("towers", Text::tr("Towers"),
                                 Text::tr("Replicas of each network that share its batches; 0: measured. More than one "
                                          "pays off only for large networks."))
            .number(Text::tr("The number of towers"), {0, 64})
            .with(&FieldInfo::zero, Text::tr("measured")),
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

const SearchField& searchField(std::string_view name) { return fieldNamed(searchFields(), name); }

} // namespace belfry

// Sentences, titles and helps of core/search. The more special one of two that fit stands first.
#include "ui/foundation/engine_sentences.h"

#include <QCoreApplication>
#include <array>

namespace belfry {
namespace {

constexpr std::array kTexts{
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "The devices are of several kinds (%1, %2), and a trial trains where there is a place. To repeat "
                      "this search to the same bits, use devices of one kind: --devices %3."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "The budget was used up before a trial had ended; give the search more of it to go on."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "Gene '%1' makes networks of its own, but the space's plan has the network '%2'; leave the "
                      "network out of the plan, or choose genes of its training, such as learning_rate."),
    QT_TRANSLATE_NOOP("belfry::Engine", "The device '%1' has stopped working (%2, code %3)."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "%1 Nothing was recorded as failed for that; go on with the search when the device works again."),
    QT_TRANSLATE_NOOP("belfry::Engine", "The winner's run of trial %1 from seed %2 was in progress when the program "
                                        "was killed; it begins anew, alone."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "The program was killed or its device broke twice while this network trained alone."),
    QT_TRANSLATE_NOOP("belfry::Engine", "All trials failed. %1"),
    QT_TRANSLATE_NOOP("belfry::Engine", "No run of the winners succeeded. %1"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Winner %1, seed %2 failed: %3 It is tried once more."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Trial %1 was in training when the program was killed; it begins anew, alone."),
    QT_TRANSLATE_NOOP("belfry::Engine", "%1 The search goes on."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Every trial has %1 towers, as was measured. To repeat this search to the same "
                                        "bits, ask for as many: --towers %2."),
    QT_TRANSLATE_NOOP("belfry::Engine", "The budget is used up; with more of it the search can go on."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Unknown search '%1'. There are none yet."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "The search '%1' is going on in another program. Wait for its end, or stop it there."),
    QT_TRANSLATE_NOOP("belfry::Engine", "The search '%1' has ended; there is nothing to go on with. Begin a new one."),
    QT_TRANSLATE_NOOP("belfry::Engine", "The program left the search before its end."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "'%1' does not hold %2 (%3). Restore the file from a copy, or begin a new search."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "'%1' is damaged in line %2 (%3). Restore the file from a copy, or delete that line."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "Trial %1 is not what this search would have asked for: search.json and trials.jsonl do not "
                      "belong together. Restore them from a copy, or begin a new search."),
    QT_TRANSLATE_NOOP(
        "belfry::Engine",
        "'%1' is not JSON. A space looks like {\"genes\": [{\"name\": \"width\", \"values\": [64, 128]}]}."),
    QT_TRANSLATE_NOOP("belfry::Engine", "A %1 is a JSON object; found %2."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Field '%1' of a %2 is %3; expected %4."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "An exhaustive search of %1 networks would take about %2 at %3 seconds each; give it a budget in "
                      "minutes or a number of trials, or choose a genetic search."),
    QT_TRANSLATE_NOOP("belfry::Engine", "The population is %1, but the space has only %2 networks; choose a smaller "
                                        "population or an exhaustive search."),
    QT_TRANSLATE_NOOP(
        "belfry::Engine",
        "The number of trials is %1, but the space has only %2 networks; choose fewer trials or an exhaustive search."),
    QT_TRANSLATE_NOOP("belfry::Engine", "%1 is %2; expected at least 0 and less than 1."),
    QT_TRANSLATE_NOOP("belfry::Engine", "%1 is %2; expected at least 0 and at most 1."),
    QT_TRANSLATE_NOOP("belfry::Engine", "The budget is %1 minutes; expected 0 to 1000000."),
    QT_TRANSLATE_NOOP("belfry::Engine", "The space has no genes; give it at least one, such as width."),
    QT_TRANSLATE_NOOP("belfry::Engine", "The space has the gene '%1' twice."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Gene '%1' has no values; give it at least one, or leave it out."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Gene '%1' has both values and a range; expected one of them."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Gene '%1' has a range; expected a list of names."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Gene '%1' has %2 points; expected 2 to %3."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Gene '%1' has %2 values; expected at most %3."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Gene '%1' has the value %2 twice."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Gene '%1' goes from %2 to %3; expected the lower end first."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Gene '%1' begins at %2 on a logarithmic scale; expected more than 0."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Gene '%1' may be '%2'; expected numbers."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Gene '%1' may be %2; expected names in quotation marks."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Gene '%1' may be %2; expected whole numbers."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Gene '%1' may be %2; expected numbers or names."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Gene '%1' may be %2; expected %3 to %4."),
    QT_TRANSLATE_NOOP("belfry::Engine", "unknown state '%1'"),
    QT_TRANSLATE_NOOP("belfry::Engine", "%1 days"),
    QT_TRANSLATE_NOOP("belfry::Engine", "%1 years"),
    // Words, by themselves or as parts of the above.
    QT_TRANSLATE_NOOP("belfry::Engine", "its layout cannot be"),
    QT_TRANSLATE_NOOP("belfry::Engine", "the state of a search"),
    QT_TRANSLATE_NOOP("belfry::Engine", "a search"),
    QT_TRANSLATE_NOOP("belfry::Engine", "search"),
    QT_TRANSLATE_NOOP("belfry::Engine", "gene"),
    QT_TRANSLATE_NOOP("belfry::Engine", "space"),
    QT_TRANSLATE_NOOP("belfry::Engine", "trial's genes"),
    QT_TRANSLATE_NOOP("belfry::Engine", "strategy"),
    QT_TRANSLATE_NOOP("belfry::Engine", "search preset"),
    QT_TRANSLATE_NOOP("belfry::Engine", "field of a search"),
    QT_TRANSLATE_NOOP("belfry::Engine", "field of a gene"),
    QT_TRANSLATE_NOOP("belfry::Engine", "field of a space"),
    QT_TRANSLATE_NOOP("belfry::Engine", "field of a trial's genes"),
    QT_TRANSLATE_NOOP("belfry::Engine", "a list of genes"),
    QT_TRANSLATE_NOOP("belfry::Engine", "a list"),
    QT_TRANSLATE_NOOP("belfry::Engine", "linear or log"),
    QT_TRANSLATE_NOOP("belfry::Engine", "one of the gene's values"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The search's name"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The population"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The number of generations"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The part that is retained"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The chance of a random survivor"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The chance of a mutation"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The number of trials"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The factor of successive halving"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The number of epochs of the first rung"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The number of winners"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The number of seeds of a winner"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The number of images of a winner"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The number of epochs of a winner"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The number of trials side by side"),
    // Titles and helps of strategies, genes and presets.
    QT_TRANSLATE_NOOP("belfry::Engine", "Genetic"),
    QT_TRANSLATE_NOOP(
        "belfry::Engine",
        "Breeds networks from the best of each generation: about a sixth of the trainings of an exhaustive search."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Exhaustive"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Tries every network of the space, in the order of its genes."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Random"),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "Tries networks drawn from the space: simple, and hard to beat with few trials."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Blocks"),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "Convolution blocks before the hidden layers: a convolution and a 2x2 pooling each."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Filters"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Filters of every convolution that has no gene of its own."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Kernel"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Height and width of every convolution."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Hidden layers"),
    QT_TRANSLATE_NOOP("belfry::Engine", "How many; a dropout stands after each."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Width"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Units of every hidden layer that has no gene of its own."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Activation"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Of hidden layers and convolutions."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Dropout"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Fraction dropped after every hidden layer."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Optimizer"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Comes with its usual rate, unless the rate is a gene."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Learning rate"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Best as a range on a logarithmic scale."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Momentum"),
    QT_TRANSLATE_NOOP("belfry::Engine", "For the optimizers that have one."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Weight decay"),
    QT_TRANSLATE_NOOP("belfry::Engine", "For adamw."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Label smoothing"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Part of the truth that is dealt to all classes."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Global batch"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Images of a step, over all towers."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Filters %1"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Filters of one convolution."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Width %1"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Units of one hidden layer."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Genetic search, MNIST"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Genetic search, CIFAR-10"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Exhaustive search, MNIST"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Exhaustive search, CIFAR-10"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Genetic search, large space"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Perceptrons of 672 kinds: width, hidden layers, activation, optimizer. About "
                                        "117 trainings find one of more than 98 %."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Perceptrons of 672 kinds: width, hidden layers, activation, optimizer. About "
                                        "117 trainings find one of about 56 %, as published for the whole set."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Perceptrons of 672 kinds: width, hidden layers, activation, optimizer. All of "
                                        "them, in the order of their loops."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Convolution blocks, a width for every layer, dropout, and the rate on a "
                                        "logarithmic scale: millions of networks."),
};

} // namespace

std::span<const char* const> engineSearchSentenceTexts() {
    return kTexts;
}

} // namespace belfry

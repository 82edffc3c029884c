// The published searches, and one over a larger space. Settings: harvitronix/neural-network-genetic-algorithm.
#include "core/base/suggest.h"
#include "core/search/search_plan.h"

#include <algorithm>

namespace belfry {
namespace {

Gene gene(std::string name, std::vector<GeneValue> values) {
    return {std::move(name), std::move(values), std::nullopt};
}

std::vector<GeneValue> wholes(std::initializer_list<int> numbers) {
    std::vector<GeneValue> values;
    for (const int number : numbers)
        values.emplace_back(std::int64_t{number});
    return values;
}

// Decay of the weights' average. Without it the rates of 2017's Keras, which never fall, make validation jump by two
// points from epoch to epoch, and patience ends nearly every trial before its network has learned: on all of CIFAR-10
// the best of 24 trials of the most promising genes then had 52.9 % of the test images, and 57.2 % with it.
constexpr double kAverageDecay = 0.999;

// 6 x 4 x 4 x 7 = 672 networks, in the seeds' order: neurons, layers, activation, optimizer.
Space seedsSpace(const std::string& data, std::int64_t batch, double averageDecay = 0) {
    Space space{searchedPlan(),
                {gene("width", wholes({64, 128, 256, 512, 768, 1024})), gene("layers", wholes({1, 2, 3, 4})),
                 gene("activation", {"relu", "elu", "tanh", "sigmoid"}),
                 gene("optimizer", {"rmsprop", "adam", "sgd", "adagrad", "adadelta", "adamax", "nadam"})}};
    space.plan.data = data;
    space.plan.batchPerTower = batch;
    space.plan.averageDecay = averageDecay;
    return space;
}

Space largeSpace() {
    Space space{searchedPlan(),
                {gene("blocks", wholes({0, 1, 2})), gene("filters_1", wholes({8, 16, 32})),
                 gene("filters_2", wholes({16, 32, 64})), gene("kernel", wholes({3, 5})),
                 gene("layers", wholes({1, 2, 3, 4}))}};
    for (const char* name : {"width_1", "width_2", "width_3", "width_4"})
        space.genes.push_back(gene(name, wholes({32, 64, 128, 256, 512})));
    space.genes.push_back(gene("activation", {"relu", "elu", "tanh", "sigmoid", "hard_sigmoid", "softplus"}));
    space.genes.push_back({"dropout", {}, GeneRange{0, 0.5, 6, false}});
    space.genes.push_back(gene("optimizer", {"rmsprop", "adam", "adamax", "nadam", "adamw"}));
    space.genes.push_back({"learning_rate", {}, GeneRange{1e-4, 1e-2, 9, true}});
    return space;
}

SearchPreset preset(std::string name, Text title, Text summary, Space space, std::string strategy) {
    SearchPlan plan;
    plan.preset = name;
    plan.space = std::move(space);
    plan.strategy = std::move(strategy);
    return {std::move(name), std::move(title), std::move(summary), std::move(plan)};
}

} // namespace

const std::vector<SearchPreset>& searchPresets() {
    static const std::vector<SearchPreset> table{
        preset("genetic-mnist", Text::tr("Genetic search, MNIST"),
               Text::tr("672 multilayer perceptrons: width, hidden layers, activation, optimizer. About 117 trials "
                        "find one above 98 %."),
               seedsSpace("mnist", 128), "genetic"),
        preset(
            "genetic-cifar", Text::tr("Genetic search, CIFAR-10"),
            Text::tr("672 multilayer perceptrons: width, hidden layers, activation, optimizer, with averaged weights. "
                     "About 117 trials find one above 56 %, as published for the whole set."),
            seedsSpace("cifar-10", 64, kAverageDecay), "genetic"),
        preset("exhaustive-mnist", Text::tr("Exhaustive search, MNIST"),
               Text::tr("672 multilayer perceptrons: width, hidden layers, activation, optimizer. Trains all of them, "
                        "in the order of their loops."),
               seedsSpace("mnist", 128), "exhaustive"),
        preset("exhaustive-cifar", Text::tr("Exhaustive search, CIFAR-10"),
               Text::tr("672 multilayer perceptrons: width, hidden layers, activation, optimizer. Trains all of them, "
                        "in the order of their loops."),
               seedsSpace("cifar-10", 64, kAverageDecay), "exhaustive"),
        preset("genetic-large", Text::tr("Genetic search, large space"),
               Text::tr("Convolution blocks, a width for every layer, dropout, and the rate on a logarithmic scale: "
                        "millions of networks."),
               largeSpace(), "genetic"),
    };
    return table;
}

std::vector<std::string> searchPresetNames() { return namesIn(searchPresets()); }

const SearchPreset& searchPresetByName(const std::string& name) {
    return rowNamed(searchPresets(), Text::tr("search preset"), name);
}

} // namespace belfry

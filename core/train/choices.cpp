#include "core/train/plan.h"

namespace belfry {

const std::vector<Choice>& feedChoices() {
    static const std::vector<Choice> table{
        {"direct", "Direct", "Reads each batch from memory when the towers ask for it."},
    };
    return table;
}

const std::vector<Choice>& exchangeChoices() {
    static const std::vector<Choice> table{
        {"cpu", "Parameter server on the CPU",
         "Variables, mean and update live on the CPU; every tower sends its gradient and receives the new weights."},
        {"first", "First device",
         "The first tower's device holds the variables: less traffic when the towers share a device or their devices "
         "are linked."},
    };
    return table;
}

const std::vector<Choice>& optimizerChoices() {
    static const std::vector<Choice> table{
        {"adam", "Adam", "Adapts the rate of every weight. A good first choice; try a rate of 0.001."},
        {"sgd", "SGD",
         "Plain gradient descent. Slow but steady; try a rate of 0.1. If the loss jumps, lower the rate."},
        {"momentum", "Momentum",
         "Gradient descent that keeps its direction. Try a rate of 0.05; if the loss becomes NaN, divide it by ten."},
        {"nesterov", "Nesterov momentum",
         "Momentum that looks one step ahead. Try a rate of 0.05; if the loss becomes NaN, divide it by ten."},
    };
    return table;
}

const std::vector<Choice>& scheduleChoices() {
    static const std::vector<Choice> table{
        {"constant", "Constant", "The same rate for every step."},
        {"one-cycle", "One cycle",
         "Warms up over the first quarter, then falls along a cosine to almost zero. Higher rates become possible."},
    };
    return table;
}

const std::vector<Choice>& precisionChoices() {
    static const std::vector<Choice> table{
        {"fp32", "fp32", "32-bit floats everywhere."},
    };
    return table;
}

} // namespace belfry

#include "core/train/plan.h"

namespace belfry {

const std::vector<Choice>& augmentationChoices() {
    static const std::vector<Choice> table{
        {"none", "None", "Shows every image as it is."},
        {"cifar-tutorial", "CIFAR-10 tutorial",
         "Random 24x24 crops, mirrored or not, brighter or darker, with more or less contrast; evaluation sees the "
         "central crop. For photographs; the tutorial standardises them too."},
        {"digits", "Digits",
         "Turns, shifts, scales and bends each digit a little, never mirrors it. Accuracy on training images falls, on "
         "new ones it rises; train for more epochs."},
    };
    return table;
}

const std::vector<Choice>& normalisationChoices() {
    static const std::vector<Choice> table{
        {"unit", "0 to 1", "A byte becomes value / 255, in training and evaluation alike."},
        {"centred", "-0.5 to 0.5", "A byte becomes value / 255 - 0.5, in training and evaluation alike."},
        {"standardised", "Standardised",
         "Every image gets mean 0 and deviation 1 of its own, in training and evaluation alike."},
    };
    return table;
}

const std::vector<Choice>& feedChoices() {
    static const std::vector<Choice> table{
        {"by-device", "By the devices",
         "On a GPU the whole data set is kept where it is used, or queued when it is larger than 1 GiB or has no room; "
         "on the CPU each batch is read when it is asked for."},
        {"direct", "Direct", "Reads each batch from memory when the towers ask for it."},
        {"queue", "Queue",
         "Threads of its own prepare batches ahead in one queue for all towers. Choose it when towers wait for data."},
        {"resident", "Resident",
         "Keeps the whole data set on each device, where batches are gathered: no picture is copied in a step."},
    };
    return table;
}

const std::vector<Choice>& exchangeChoices() {
    static const std::vector<Choice> table{
        {"by-device", "By the devices",
         "The parameter server for towers on the CPU; a tower alone on a GPU keeps its variables there; several GPUs, "
         "or several towers on one, try the synchronous ones for a moment and take the fastest. Repeat a run with the "
         "one that was taken, to get the same bits."},
        {"cpu", "Parameter server on the CPU",
         "Variables, mean and update live on the CPU; every tower sends its gradient and receives the new weights."},
        {"first", "First device",
         "The first tower's device holds the variables: less traffic when the towers share a device or their devices "
         "are linked."},
        {"allreduce", "All-reduce",
         "Every device and every core of the CPU takes the mean of a piece of the gradients, and all replicas are "
         "updated where they are. For GPUs it needs one tower on each."},
        {"async", "Asynchronous",
         "Towers do not wait for one another: each updates the variables on the CPU with a gradient that is some "
         "updates old. Never idle, but it learns less from each image, and no two runs are the same."},
        {"auto", "Automatic",
         "Tries all others but the asynchronous one for a moment before the first step and takes the fastest. Repeat a "
         "run with the one that "
         "was taken, to get the same bits."},
    };
    return table;
}

const std::vector<Choice>& optimizerChoices() {
    static const std::vector<Choice> table{
        {"adam", "Adam", "Adapts the rate of every weight. A good first choice; usual rate 0.001."},
        {"sgd", "SGD", "Plain gradient descent. Slow but steady; usual rate 0.01. If the loss jumps, lower the rate."},
        {"momentum", "Momentum",
         "Gradient descent that keeps its direction. Usual rate 0.01; if the loss becomes NaN, divide it by ten."},
        {"nesterov", "Nesterov momentum",
         "Momentum that looks one step ahead. Usual rate 0.01; if the loss becomes NaN, divide it by ten."},
        {"rmsprop", "RMSprop",
         "Divides by the recent size of each weight's gradient. Usual rate 0.001; if the loss jumps, lower the rate."},
        {"adagrad", "Adagrad",
         "Divides by all of each weight's past gradients, so the rate only falls. Usual rate 0.01; if learning stops "
         "early, raise the rate."},
        {"adadelta", "Adadelta",
         "Finds the size of its steps by itself. Usual rate 1; if the first epochs are slow, choose Adam."},
        {"adamax", "AdaMax",
         "Adam that divides by the largest recent gradient: calmer. Usual rate 0.002; if the loss jumps, lower the "
         "rate."},
        {"nadam", "Nadam", "Adam with Nesterov's look ahead. Usual rate 0.002; if the loss jumps, lower the rate."},
        {"adamw", "AdamW",
         "Adam that also shrinks every weight a little. Usual rate 0.001; if the network overfits, raise the weight "
         "decay."},
    };
    return table;
}

const std::vector<Choice>& scheduleChoices() {
    static const std::vector<Choice> table{
        {"constant", "Constant", "The same rate for every step."},
        {"staircase", "Staircase",
         "Multiplies the rate by the decay factor after every interval. If learning stops too early, lengthen the "
         "interval."},
        {"exponential", "Exponential",
         "Falls evenly, by the decay factor over every interval. If learning stops too early, lengthen the interval."},
        {"cosine", "Cosine",
         "Falls along half a cosine to almost zero at the run's end. If the first steps jump, add a warm-up."},
        {"one-cycle", "One cycle",
         "Warms up over the first quarter, then falls along a cosine to almost zero. Higher rates become possible."},
    };
    return table;
}

const std::vector<Choice>& bestByChoices() {
    static const std::vector<Choice> table{
        {"accuracy", "Accuracy", "The weights with the highest validation accuracy are the best."},
        {"loss", "Loss",
         "The weights with the lowest validation loss are the best: stops sooner when answers stay "
         "right but grow too sure."},
    };
    return table;
}

const std::vector<Choice>& precisionChoices() {
    static const std::vector<Choice> table{
        {"fp32", "fp32", "32-bit floats everywhere."},
        {"tf32", "tf32",
         "On NVIDIA GPUs products take numbers of 11 significant bits, all else is fp32: faster, and as accurate on "
         "most "
         "networks. On the CPU it is fp32."},
        {"bf16", "bf16",
         "Activations and products in 16-bit floats, weights and their update in 32 bits: faster where the device has "
         "instructions for it, and as accurate on most networks. If the loss stalls, go back to fp32."},
    };
    return table;
}

} // namespace belfry

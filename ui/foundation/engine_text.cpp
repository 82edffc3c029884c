#include "ui/foundation/engine_text.h"

#include <QCoreApplication>
#include <QStringList>
#include <array>

namespace belfry {
namespace {

// For lupdate alone: the texts of choices.cpp, zoo.cpp, catalogue.cpp and resources/presets. A test compares.
[[maybe_unused]] constexpr std::array kTexts{
    QT_TRANSLATE_NOOP("belfry::Engine", "None"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Shows every image as it is."),
    QT_TRANSLATE_NOOP("belfry::Engine", "CIFAR-10 tutorial"),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "Random 24x24 crops, mirrored or not, brighter or darker, with more or less contrast; evaluation "
                      "sees the central crop. For photographs; the tutorial standardises them too."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Digits"),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "Turns, shifts, scales and bends each digit a little, never mirrors it. Accuracy on training "
                      "images falls, on new ones it rises; train for more epochs."),
    QT_TRANSLATE_NOOP("belfry::Engine", "0 to 1"),
    QT_TRANSLATE_NOOP("belfry::Engine", "A byte becomes value / 255, in training and evaluation alike."),
    QT_TRANSLATE_NOOP("belfry::Engine", "-0.5 to 0.5"),
    QT_TRANSLATE_NOOP("belfry::Engine", "A byte becomes value / 255 - 0.5, in training and evaluation alike."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Standardised"),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "Every image gets mean 0 and deviation 1 of its own, in training and evaluation alike."),
    QT_TRANSLATE_NOOP("belfry::Engine", "By the devices"),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "On a GPU the whole data set is kept where it is used, or queued when it is "
                      "larger than 1 GiB or has no room; on the CPU each batch is read when it is asked for."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Direct"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Reads each batch from memory when the towers ask for it."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Queue"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Threads of its own prepare batches ahead in one queue for all towers. Choose "
                                        "it when towers wait for data."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Resident"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Keeps the whole data set on each device, where batches are gathered: no "
                                        "picture is copied in a step."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "The parameter server for towers on the CPU; a tower alone on a GPU keeps its variables there; "
                      "several GPUs, or several towers on one, try the synchronous ones for a moment and take the "
                      "fastest. Repeat a run with the one that was taken, to get the same bits."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Parameter server on the CPU"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Variables, mean and update live on the CPU; every tower sends its gradient "
                                        "and receives the new weights."),
    QT_TRANSLATE_NOOP("belfry::Engine", "First device"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The first tower's device holds the variables: less traffic when the towers "
                                        "share a device or their devices are linked."),
    QT_TRANSLATE_NOOP("belfry::Engine", "All-reduce"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Every device and every core of the CPU takes the mean of a piece of the "
                                        "gradients, and all replicas are updated where they are. For GPUs it needs "
                                        "one tower on each."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Asynchronous"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Towers do not wait for one another: each updates the variables on the CPU "
                                        "with a gradient that is some updates old. Never idle, but it learns less "
                                        "from each image, and no two runs are the same."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Automatic"),
    QT_TRANSLATE_NOOP(
        "belfry::Engine",
        "Tries all others but the asynchronous one for a moment before the first step and takes the fastest. "
        "Repeat a run with the one that was taken, to get the same bits."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Adam"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Adapts the rate of every weight. A good first choice; usual rate 0.001."),
    QT_TRANSLATE_NOOP("belfry::Engine", "SGD"),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "Plain gradient descent. Slow but steady; usual rate 0.01. If the loss jumps, lower the rate."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Momentum"),
    QT_TRANSLATE_NOOP(
        "belfry::Engine",
        "Gradient descent that keeps its direction. Usual rate 0.01; if the loss becomes NaN, divide it by ten."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Nesterov momentum"),
    QT_TRANSLATE_NOOP(
        "belfry::Engine",
        "Momentum that looks one step ahead. Usual rate 0.01; if the loss becomes NaN, divide it by ten."),
    QT_TRANSLATE_NOOP("belfry::Engine", "RMSprop"),
    QT_TRANSLATE_NOOP(
        "belfry::Engine",
        "Divides by the recent size of each weight's gradient. Usual rate 0.001; if the loss jumps, lower the rate."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Adagrad"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Divides by all of each weight's past gradients, so the rate only falls. Usual "
                                        "rate 0.01; if learning stops early, raise the rate."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Adadelta"),
    QT_TRANSLATE_NOOP(
        "belfry::Engine",
        "Finds the size of its steps by itself. Usual rate 1; if the first epochs are slow, choose Adam."),
    QT_TRANSLATE_NOOP("belfry::Engine", "AdaMax"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Adam that divides by the largest recent gradient: calmer. Usual rate 0.002; "
                                        "if the loss jumps, lower the rate."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Nadam"),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "Adam with Nesterov's look ahead. Usual rate 0.002; if the loss jumps, lower the rate."),
    QT_TRANSLATE_NOOP("belfry::Engine", "AdamW"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Adam that also shrinks every weight a little. Usual rate 0.001; if the "
                                        "network overfits, raise the weight decay."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Constant"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The same rate for every step."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Staircase"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Multiplies the rate by the decay factor after every interval. If learning "
                                        "stops too early, lengthen the interval."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Exponential"),
    QT_TRANSLATE_NOOP(
        "belfry::Engine",
        "Falls evenly, by the decay factor over every interval. If learning stops too early, lengthen the interval."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Cosine"),
    QT_TRANSLATE_NOOP(
        "belfry::Engine",
        "Falls along half a cosine to almost zero at the run's end. If the first steps jump, add a warm-up."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Accuracy"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The weights with the highest validation accuracy are the best."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Loss"),
    QT_TRANSLATE_NOOP("belfry::Engine", "The weights with the lowest validation loss are the best: stops sooner when "
                                        "answers stay right but grow too sure."),
    QT_TRANSLATE_NOOP("belfry::Engine", "One cycle"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Warms up over the first quarter, then falls along a cosine to almost zero. "
                                        "Higher rates become possible."),
    QT_TRANSLATE_NOOP("belfry::Engine", "fp32"),
    QT_TRANSLATE_NOOP("belfry::Engine", "32-bit floats everywhere."),
    QT_TRANSLATE_NOOP("belfry::Engine", "tf32"),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "On NVIDIA GPUs products take numbers of 11 significant bits, all else is fp32: "
                      "faster, and as accurate on most networks. On the CPU it is fp32."),
    QT_TRANSLATE_NOOP("belfry::Engine", "bf16"),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "Activations and products in 16-bit floats, weights and their update in 32 bits: faster where "
                      "the device has instructions for it, and as accurate on most networks. If the loss stalls, go "
                      "back to fp32."),
    QT_TRANSLATE_NOOP("belfry::Engine", "LeNet"),
    QT_TRANSLATE_NOOP("belfry::Engine", "two convolutions and three dense layers: 61,706 parameters on MNIST"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Tower ConvNet"),
    QT_TRANSLATE_NOOP("belfry::Engine", "two convolutions with response normalisation, 1,024 units, ten and ten"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Tower ConvNet, direct"),
    QT_TRANSLATE_NOOP("belfry::Engine", "the same body with dropout and one last layer"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Sonnet ConvNet"),
    QT_TRANSLATE_NOOP("belfry::Engine", "three strided convolutions with batch norm, dropout"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Keras ConvNet"),
    QT_TRANSLATE_NOOP("belfry::Engine", "three 3x3 convolutions, batch norm, dropout"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Keras MNIST"),
    QT_TRANSLATE_NOOP("belfry::Engine", "two 3x3 convolutions, dropout"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Wide ConvNet"),
    QT_TRANSLATE_NOOP("belfry::Engine", "64, 256 and 512 filters, 2,048 and 1,024 linear units"),
    QT_TRANSLATE_NOOP("belfry::Engine", "CIFAR tutorial"),
    QT_TRANSLATE_NOOP("belfry::Engine", "two convolutions of 64 with response normalisation, 384 and 192 units"),
    QT_TRANSLATE_NOOP("belfry::Engine", "CIFAR VGG"),
    QT_TRANSLATE_NOOP("belfry::Engine", "eight 3x3 convolutions of 64 to 256, 1,024 units"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Multilayer perceptron"),
    QT_TRANSLATE_NOOP("belfry::Engine", "hidden layers x width, one activation, dropout after each"),
    QT_TRANSLATE_NOOP("belfry::Engine", "MNIST"),
    QT_TRANSLATE_NOOP("belfry::Engine", "60,000 + 10,000 handwritten digits, 28x28 grey, 10 classes"),
    QT_TRANSLATE_NOOP("belfry::Engine", "Fashion-MNIST"),
    QT_TRANSLATE_NOOP("belfry::Engine", "60,000 + 10,000 pictures of clothing, 28x28 grey, 10 classes"),
    QT_TRANSLATE_NOOP("belfry::Engine", "no licence is stated; its authors ask to cite A. Krizhevsky 2009, \"Learning "
                                        "Multiple Layers of Features from Tiny Images\""),
    QT_TRANSLATE_NOOP("belfry::Engine", "CIFAR-10"),
    QT_TRANSLATE_NOOP("belfry::Engine", "50,000 + 10,000 small photographs, 32x32 colour, 10 classes"),
    QT_TRANSLATE_NOOP(
        "belfry::Engine",
        "The CIFAR-10 tutorial: 128 images a step, distorted 24x24 crops, gradient descent 0.1 (its division by ten "
        "every 350 epochs came after the end and is left out), weights averaged with 0.9999. Published about 86 % "
        "after 60,000 to 100,000 steps; its evaluation counted 112 images twice. Needs CIFAR-10."),
    QT_TRANSLATE_NOOP(
        "belfry::Engine",
        "The CIFAR-10 notebook for four GPUs: 4 towers x 1,024 images, 1,000 steps, Adam 0.001. It published only its "
        "training accuracy, 100 %, with a loss of the softmax of a softmax. Needs CIFAR-10."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "The parallel Keras program: 2 towers, global batch 256, 12 epochs, Adadelta with rate 1. No "
                      "result of its own was published, but that of another network. Expect 99.2 % or more."),
    QT_TRANSLATE_NOOP(
        "belfry::Engine",
        "The parallel MNIST example: global batch 128 dealt to 2 towers, 12 epochs, Adadelta with rate 1, and weights "
        "averaged with 0.9999, which the example did not have. Published 99.25 % after 12 epochs, with the test set as "
        "validation set and all 60,000 images for training; epsilon is 1e-6, as Keras had it then."),
    QT_TRANSLATE_NOOP(
        "belfry::Engine",
        "The Sonnet program: 2 towers x 50 images from a queue, 20 epochs, Nesterov 0.1 divided by ten after 10,000 "
        "steps, as the published run did, which counted 50,000 images. Published 98.48 to 98.84 %: only the first "
        "tower learned, images were shuffled among a thousand, pixels of the test were scaled unlike those learned "
        "from, and it used the batch's own statistics. Expect 98.8 % or more."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Tower ConvNet, batching"),
    QT_TRANSLATE_NOOP(
        "belfry::Engine",
        "The batching program: 2 towers x 64 images from a shuffled queue, 10 epochs, Nesterov 0.1 that rises for an "
        "epoch and falls along a cosine; its own fall, after 273,437 of 8,593 steps, was never reached. Published 89.9 "
        "to 97.8 %: it was evaluated on pixels scaled unlike those it had learned from, with weights 593 steps old; "
        "images were shuffled among a thousand; each GPU read the whole set, so that two trained twice as long; and "
        "the ten rectified units before the last layer can die. Expect 99.2 % or more."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Tower ConvNet, direct feed"),
    QT_TRANSLATE_NOOP(
        "belfry::Engine",
        "The direct feed program: 2 towers x 1,000 images, Adam 0.0001, 20,000 steps. Published 81.7 to 92.4 %: each "
        "tower saw one frozen batch of 1,000 images for ever. Expect 99.2 % or more long before its end."),
    QT_TRANSLATE_NOOP("belfry::Engine",
                      "The wide ConvNet of the notebook: 2 towers x 1,024 images, 200 steps, Adam 0.001. Published "
                      "99.07 % after 200 steps, the mean of ten test batches of which the last is smaller. It dropped "
                      "0.75 where 0.25 was meant; here 0.25 is dropped."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Notebook LeNet"),
    QT_TRANSLATE_NOOP(
        "belfry::Engine",
        "LeNet as the four-GPU notebook trains it: 4 towers x 512 images, 20 epochs, Adam 0.001; 98.2 % validation was "
        "published, by a loop that moved on by one image a step and saw 29,500 of the 55,000."),
    QT_TRANSLATE_NOOP("belfry::Engine", "Quick, one minute"),
    QT_TRANSLATE_NOOP("belfry::Engine", "LeNet with a one-cycle rate: about 99 % on the test digits after a minute on "
                                        "two cores."),
    QT_TRANSLATE_NOOP("belfry::Engine", "No device is chosen. Name at least one, or 'auto'."),
    QT_TRANSLATE_NOOP("belfry::Engine", "The dropout fraction must be at least 0 and less than 1."),
};

} // namespace

QString engineText(const std::string& english) {
    return english.empty() ? QString() : QCoreApplication::translate("belfry::Engine", english.c_str());
}

QString engineText(const Text& text) {
    QStringList words;
    for (const Text::Argument& argument : text.arguments()) {
        const auto* number = std::get_if<std::int64_t>(&argument);
        const auto* part = std::get_if<Text>(&argument);
        const auto* name = std::get_if<std::string>(&argument);
        words << (part != nullptr     ? engineText(*part)
                  : number != nullptr ? QString::number(*number)
                  : name != nullptr   ? QString::fromStdString(*name)
                                      : QString::fromStdString(std::get<Number>(argument).english()));
    }
    if (text.textTemplate().empty()) {
        return words.join(' '); // sentences, or words of others
    }
    QString filled = QCoreApplication::translate("belfry::Text", text.textTemplate().c_str());
    for (int place = 0; place < words.size(); ++place) {
        filled.replace(QStringLiteral("%%1").arg(place + 1), words[place]);
    }
    return filled;
}

} // namespace belfry

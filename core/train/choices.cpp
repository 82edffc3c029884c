#include "core/model/activation_kind.h"
#include "core/train/choice_text.h"
#include "core/train/plan_fields.h"

namespace belfry {
namespace {

Text nameIn(const std::vector<Choice>& choices, const std::string& name) {
    return Text::fromParts(titleOf(choices, name).textTemplate(), {}, 0, {Text::Argument(name)});
}

} // namespace

const std::vector<Choice>& augmentationChoices() {
    static const std::vector<Choice> table{
        {"none", Text::tr("None"), Text::tr("Shows every image as it is.")},
        {"cifar-tutorial", Text::tr("CIFAR-10 tutorial"),
         Text::tr("Random 24x24 crops, mirrored or not, brighter or darker, with more or less contrast; evaluation "
                  "sees the central crop. For photographs; the tutorial standardises them too.")},
        {"digits", Text::tr("Digits"),
         Text::tr("Rotates, shifts, scales and distorts each digit a little, and never mirrors it. Accuracy on "
                  "training images falls, on new ones it rises; train for more epochs.")},
    };
    return table;
}

const std::vector<Choice>& usualAugmentations() {
    static const std::vector<Choice> table{
        {"pad-crop 4, flip", Text::tr("Crop and flip"),
         Text::tr("What residual networks for CIFAR-10 are trained with. For photographs.")},
        {"alternate-flip, shift 2", Text::tr("Alternate flip and shift"),
         Text::tr("Each picture from both sides in any two epochs: for photographs and runs of few epochs.")},
        {"alternate-flip, shift 4, erase 12", Text::tr("Flip, shift and erase"),
         Text::tr("Stronger, for photographs and runs of many epochs.")},
        {"pad-crop 4, flip, randaugment 2 9", Text::tr("Crop, flip and RandAugment"),
         Text::tr("Also turns, bends and recolours. For photographs, large networks and runs of many epochs.")},
        {"resized-crop 0.25..1, flip, jitter 0.4 0.4 0.4 0.1", Text::tr("Resized crop, flip and colours"),
         Text::tr("For photographs whose objects are of any size and in any light.")},
        {"pad-crop 4, flip, mixup 0.2, cutmix 1", Text::tr("Crop, flip, mixup and cutmix"),
         Text::tr("Also mixes pictures in pairs, and their labels. For large networks and runs of many epochs; the "
                  "accuracy on training images then says little.")},
        {"shift 2", Text::tr("Shift"), Text::tr("For digits and letters, which must not be mirrored.")},
    };
    return table;
}

const std::vector<Choice>& normalisationChoices() {
    static const std::vector<Choice> table{
        {"unit", Text::tr("0 to 1"), Text::tr("A byte becomes value / 255, in training and evaluation alike.")},
        {"centred", Text::tr("-0.5 to 0.5"),
         Text::tr("A byte becomes value / 255 - 0.5, in training and evaluation alike.")},
        {"standardised", Text::tr("Standardised"),
         Text::tr("Every image is scaled to mean 0 and standard deviation 1, in training and evaluation alike.")},
        {"signed", Text::tr("-1 to 1"),
         Text::tr("A byte becomes (value - 127) / 128, as EfficientNet-Lite was trained with.")},
        {"imagenet", Text::tr("ImageNet's"),
         Text::tr("Each colour by ImageNet's mean and standard deviation, as most published networks were trained "
                  "with.")},
    };
    return table;
}

const std::vector<Choice>& samplingChoices() {
    static const std::vector<Choice> table{
        {"shuffle", Text::tr("Shuffled"), Text::tr("Every image once in an epoch.")},
        {"balanced", Text::tr("Balanced"),
         Text::tr(
             "Every class equally often: images of rare classes are repeated, each time augmented differently, and "
             "some of the others wait for the next epoch. Rare classes are found more often, frequent ones less.")},
    };
    return table;
}

const std::vector<Choice>& groupingChoices() {
    static const std::vector<Choice> table{
        {"listed", Text::tr("As listed"),
         Text::tr("Those that a list of pictures, or a version of them, puts into one group.")},
        {"folders", Text::tr("Sub-folders"),
         Text::tr("Those of one sub-folder of a class: one film, animal or patient.")},
        {"frames", Text::tr("Frames"),
         Text::tr("Those whose file names differ in the last number alone, as frames of one film do.")},
    };
    return table;
}

const std::vector<Choice>& splitRuleChoices() {
    static const std::vector<Choice> table{
        {"name", Text::tr("Name"),
         Text::tr("Each picture keeps its split when others are added to the folder or removed.")},
        {"count", Text::tr("Number"),
         Text::tr("As in earlier versions: all pictures of a class are divided again when their number changes.")},
    };
    return table;
}

const std::vector<Choice>& feedChoices() {
    static const std::vector<Choice> table{
        {"by-device", Text::tr("Automatic"),
         Text::tr("On a GPU the whole data set is kept in its memory, or queued when it is larger than 1 GiB or does "
                  "not fit; on the CPU each batch is read when it is needed, and large folders of pictures are decoded "
                  "ahead.")},
        {"direct", Text::tr("Direct"), Text::tr("Reads each batch from memory when the towers ask for it.")},
        {"queue", Text::tr("Queue"),
         Text::tr("Dedicated threads prepare batches ahead in one queue for all towers. Choose it when towers wait "
                  "for data.")},
        {"resident", Text::tr("Resident"),
         Text::tr(
             "Keeps the whole data set on each device, where batches are gathered: no picture is copied in a step.")},
    };
    return table;
}

const std::vector<Choice>& exchangeChoices() {
    static const std::vector<Choice> table{
        {"by-device", Text::tr("Automatic"),
         Text::tr("The parameter server for towers on the CPU; a single tower on a GPU keeps its variables there; "
                  "several GPUs, or several towers on one, measure the synchronous exchanges briefly and use the "
                  "fastest. To get the same bits again, name the one that was used.")},
        {"cpu", Text::tr("Parameter server on the CPU"),
         Text::tr("Variables, mean and update live on the CPU; every tower sends its gradient and receives the new "
                  "weights.")},
        {"first", Text::tr("First device"),
         Text::tr("The first tower's device holds the variables: less traffic when the towers share a device or their "
                  "devices are linked.")},
        {"allreduce", Text::tr("All-reduce"),
         Text::tr("Every device, or every core of the CPU, averages one part of the gradients, and all replicas are "
                  "updated in place. On GPUs it needs one tower per GPU.")},
        {"async", Text::tr("Asynchronous"),
         Text::tr("Towers do not wait for one another: each updates the variables on the CPU with a gradient that is "
                  "some updates old. Never idle, but it learns less from each image, and no two runs are the same.")},
        {"auto", Text::tr("Fastest"),
         Text::tr("Measures all synchronous exchanges briefly before the first step and uses the fastest. To get the "
                  "same bits again, name the one that was used.")},
    };
    return table;
}

const std::vector<Choice>& wirePrecisionChoices() {
    static const std::vector<Choice> table{
        {"fp32", Text::tr("32 bits"), Text::tr("As the towers compute them.")},
        {"bf16", Text::tr("16 bits"),
         Text::tr("Rounded to bf16 before they are sent and in every addition: half the bytes.")},
    };
    return table;
}

const std::vector<Choice>& optimizerChoices() {
    static const std::vector<Choice> table{
        {"adam", Text::tr("Adam"),
         Text::tr("Adapts the rate of every weight. A good first choice; default rate 0.001.")},
        {"sgd", Text::tr("SGD"),
         Text::tr("Plain gradient descent. Slow but steady; default rate 0.01. If the loss jumps, lower the rate.")},
        {"momentum", Text::tr("Momentum"),
         Text::tr("Gradient descent that keeps its direction. Default rate 0.01; if the loss becomes NaN, divide it by "
                  "ten.")},
        {"nesterov", Text::tr("Nesterov momentum"),
         Text::tr("Momentum that looks one step ahead. Default rate 0.01; if the loss becomes NaN, divide it by ten.")},
        {"rmsprop", Text::tr("RMSprop"),
         Text::tr("Divides by the recent size of each weight's gradient. Default rate 0.001; if the loss jumps, lower "
                  "the rate.")},
        {"adagrad", Text::tr("Adagrad"),
         Text::tr("Divides by all of each weight's past gradients, so the rate only falls. Default rate 0.01; if "
                  "learning stops early, raise the rate.")},
        {"adadelta", Text::tr("Adadelta"),
         Text::tr("Chooses its step sizes automatically. Default rate 1; if the first epochs are slow, choose Adam.")},
        {"adamax", Text::tr("AdaMax"),
         Text::tr("Adam that divides by the largest recent gradient: calmer. Default rate 0.002; if the loss jumps, "
                  "lower the rate.")},
        {"nadam", Text::tr("Nadam"),
         Text::tr("Adam with Nesterov's look ahead. Default rate 0.002; if the loss jumps, lower the rate.")},
        {"adamw", Text::tr("AdamW"),
         Text::tr("Adam with decoupled weight decay. Default rate 0.001; if the network overfits, raise "
                  "the weight decay.")},
        {"radam", Text::tr("RAdam"),
         Text::tr("Adam with stable first steps, so that no warm-up is needed. Default rate 0.001; if the "
                  "first epochs are slow, choose Adam.")},
        {"muon", Text::tr("Muon"),
         Text::tr("Momentum whose update of every hidden matrix is made orthogonal; AdamW for all else. Often needs "
                  "fewer epochs. Default rate 0.02; if the loss jumps, lower the rate.")},
    };
    return table;
}

const std::vector<Choice>& scheduleChoices() {
    static const std::vector<Choice> table{
        {"constant", Text::tr("Constant"), Text::tr("The same rate for every step.")},
        {"staircase", Text::tr("Staircase"),
         Text::tr("Multiplies the rate by the decay factor after every interval. If learning stops too early, lengthen "
                  "the interval.")},
        {"exponential", Text::tr("Exponential"),
         Text::tr("Falls evenly, by the decay factor over every interval. If learning stops too early, lengthen the "
                  "interval.")},
        {"cosine", Text::tr("Cosine"),
         Text::tr(
             "Falls along half a cosine to almost zero at the run's end. If the first steps jump, add a warm-up.")},
        {"triangle", Text::tr("Triangle"),
         Text::tr("Rises in a straight line to its peak and falls in another to its end. For runs of few epochs; if "
                  "the loss jumps, lower the rate.")},
        {"one-cycle", Text::tr("One cycle"),
         Text::tr("Warms up over the first quarter, then falls along a cosine to almost zero. Higher rates become "
                  "possible.")},
    };
    return table;
}

const std::vector<Choice>& activationChoices() {
    static const std::vector<Choice> table = [] {
        std::vector<Choice> choices;
        for (const ActivationKind& kind : activationKinds())
            choices.push_back({std::string(kind.name), kind.title, {}});
        return choices;
    }();
    return table;
}

const std::vector<Choice>& bestByChoices() {
    static const std::vector<Choice> table{
        {"accuracy", Text::tr("Accuracy"), Text::tr("The weights with the highest validation accuracy are the best.")},
        {"balanced-accuracy", Text::tr("Balanced accuracy"),
         Text::tr("The weights with the highest mean recall of the classes are the best: rare classes count as much as "
                  "frequent ones.")},
        {"macro-f1", Text::tr("Macro F1"),
         Text::tr("The weights with the highest mean F1 score of the classes are the best: false answers of a rare "
                  "class count too.")},
        {"loss", Text::tr("Loss"),
         Text::tr("The weights with the lowest validation loss are the best: stops sooner when predictions stay "
                  "correct but become overconfident.")},
        {"last", Text::tr("Last"),
         Text::tr("The last weights are the best, whatever validation says: for schedules that end at a low rate.")},
    };
    return table;
}

const std::vector<Choice>& testViewChoices() {
    static const std::vector<Choice> table{
        {"1", Text::tr("One"), Text::tr("The picture as it is.")},
        {"2", Text::tr("Two"), Text::tr("The picture and its mirror image. Not for digits and letters.")},
        {"6", Text::tr("Six"),
         Text::tr("Both, and both of them moved by a pixel in two directions. Not for digits and letters.")},
    };
    return table;
}

const std::vector<Choice>& precisionChoices() {
    static const std::vector<Choice> table{
        {"fp32", Text::tr("fp32"), Text::tr("32-bit floats everywhere.")},
        {"tf32", Text::tr("tf32"),
         Text::tr("On NVIDIA GPUs the inputs of matrix products are rounded to 11 significant bits, and everything "
                  "else is fp32: faster, and as accurate on most networks. On the CPU it is fp32.")},
        {"bf16", Text::tr("bf16"),
         Text::tr(
             "Activations and products in 16-bit floats, weights and their update in 32 bits: faster where the device "
             "has instructions for it, and as accurate on most networks. If the loss stalls, go back to fp32.")},
    };
    return table;
}

Text feedName(const std::string& name) { return nameIn(feedChoices(), name); }

Text bestByName(const std::string& name) { return nameIn(bestByChoices(), name); }

Text exchangeName(const std::string& name) { return nameIn(exchangeChoices(), name); }

} // namespace belfry

#include "core/train/setup_fields.h"

#include "core/train/choices.h"

namespace belfry {
namespace {

Condition<Plan> ofMlp() {
    return {[](const Plan& plan) { return plan.model == "mlp" && plan.layers.empty(); }, Text::tr("the network mlp")};
}

Condition<Plan> ofQueue() {
    return {[](const Plan& plan) { return plan.feed == "queue"; }, Text::tr("the feed queue")};
}

} // namespace

std::vector<PlanField> runFields() {
    return {
        {{.name = "name", .title = Text::tr("Name"), .help = Text::tr("Name of the run."), .inForm = false},
         at<&Plan::name>()},
        {{.name = "preset", .title = Text::tr("Preset"), .inForm = false}, at<&Plan::preset>()},
        {{.name = "data_dir",
          .title = Text::tr("Data folder"),
          .help = Text::tr("Folder to look for data sets first."),
          .inForm = false},
         at<&Plan::dataDir>()},
    };
}

std::vector<PlanField> dataFields() {
    return {
        {{.name = "data",
          .title = Text::tr("Data"),
          .help = Text::tr("The pictures to learn from. Missing or damaged files: belfry-cli data check says which.")},
         at<&Plan::data>()},
        {{.name = "picture_size",
          .title = Text::tr("Picture size"),
          .help = Text::tr("Size of a folder's pictures, such as 32, 64x48 or 28x28x1 (grey)."),
          .inForm = false},
         at<&Plan::pictureSize>()},
        {{.name = "split_seed",
          .title = Text::tr("Split seed"),
          .help = Text::tr("Deals a folder's pictures to the splits that it does not have of its own."),
          .inForm = false},
         at<&Plan::splitSeed>()},
        {{.name = "train_images",
          .title = Text::tr("Training images"),
          .help = Text::tr("Training images that are used, drawn once."),
          .subject = Text::tr("The number of training images"),
          .inForm = false,
          .bounds = Bounds{0, 1e12},
          .zero = Text::tr("all")},
         at<&Plan::trainImages>()},
        {{.name = "augmentation",
          .title = Text::tr("Augmentation"),
          .help = Text::tr("How training changes each picture, anew in every epoch. Validation that falls behind "
                           "training: choose one; training that stays poor: none."),
          .subject = Text::tr("augmentation"),
          .choices = augmentationChoices},
         at<&Plan::augmentation>()},
        {{.name = "normalisation",
          .title = Text::tr("Normalisation"),
          .help = Text::tr("How a picture's bytes become numbers, in training and evaluation alike. When learning does "
                           "not start with a deep network, try Standardised."),
          .subject = Text::tr("normalisation"),
          .choices = normalisationChoices},
         at<&Plan::normalisation>()},
    };
}

std::vector<PlanField> networkFields() {
    return {
        {{.name = "model",
          .title = Text::tr("Network"),
          .help =
              Text::tr("What is trained. Accuracy that stays low with every rate: take a larger network; validation "
                       "that falls behind training: a smaller one, or dropout.")},
         at<&Plan::model>()},
        {{.name = "layers", .title = Text::tr("Layers"), .inForm = false}, at<&Plan::layers>()},
        {{.name = "hidden_layers",
          .title = Text::tr("Hidden layers"),
          .help = Text::tr("Layers between picture and answer. Deep ones stop learning with sigmoid or tanh: use fewer "
                           "layers, or ReLU."),
          .subject = Text::tr("The number of hidden layers"),
          .bounds = Bounds{1, 100}},
         at<&Plan::mlp, &MlpShape::hiddenLayers>(),
         ofMlp()},
        {{.name = "width",
          .title = Text::tr("Width"),
          .help = Text::tr("Units of every hidden layer. Wider learns more and takes more time and memory: make it "
                           "smaller when memory runs out."),
          .subject = Text::tr("The width of a hidden layer"),
          .bounds = Bounds{1, 100'000}},
         at<&Plan::mlp, &MlpShape::width>(),
         ofMlp()},
        {{.name = "activation",
          .title = Text::tr("Activation"),
          .help = Text::tr("What a unit does with its sum. ReLU is the safe choice; if the loss stays at its start, "
                           "change it to ReLU or ELU."),
          .choices = activationChoices},
         PlanField::Named{[](const Plan& plan) { return std::string(activationName(plan.mlp.activation)); },
                          [](Plan& plan, const std::string& name) { plan.mlp.activation = activationFromName(name); }},
         ofMlp()},
        {{.name = "dropout",
          .title = Text::tr("Dropout"),
          .help = Text::tr("Share of units left out at random in training. Raise it when validation falls behind "
                           "training; lower it when both stay poor."),
          .subject = Text::tr("The dropout fraction"),
          .bounds = Bounds{.min = 0, .max = 1, .belowMax = true}},
         at<&Plan::mlp, &MlpShape::dropout>(),
         ofMlp()},
    };
}

std::vector<PlanField> towerFields() {
    return {
        {{.name = "devices",
          .title = Text::tr("Devices"),
          .help = Text::tr("What computes: auto, or names such as cpu or cuda:0,cuda:1."),
          .inForm = false},
         at<&Plan::devices>()},
        {{.name = "towers",
          .title = Text::tr("Towers"),
          .help = Text::tr("Copies of the network that share every batch, dealt to the devices in turn. Out of memory "
                           "with several on one device: use fewer."),
          .subject = Text::tr("The number of towers"),
          .bounds = Bounds{1, 64}},
         at<&Plan::towers>()},
    };
}

std::vector<PlanField> feedFields() {
    return {
        {{.name = "feed",
          .title = Text::tr("Feed"),
          .help = Text::tr("How pictures reach the towers. When the towers' strip shows much waiting, another feed may "
                           "help."),
          .subject = Text::tr("feed"),
          .choices = feedChoices},
         at<&Plan::feed>()},
        {{.name = "queue_capacity",
          .title = Text::tr("Queue capacity"),
          .help = Text::tr("Batches that may wait ready. Towers that wait now and then: more; memory that runs out: "
                           "fewer."),
          .subject = Text::tr("The capacity of the queue"),
          .bounds = Bounds{1, 1000},
          .unit = Text::tr("batch"),
          .units = Text::tr("batches")},
         at<&Plan::queueCapacity>(),
         ofQueue()},
        {{.name = "queue_workers",
          .title = Text::tr("Queue workers"),
          .help =
              Text::tr("Threads that prepare batches. Towers that wait all the time: one more; on a machine with few "
                       "cores more of them only take time from the towers."),
          .subject = Text::tr("The number of the queue's workers"),
          .bounds = Bounds{1, 64},
          .unit = Text::tr("thread"),
          .units = Text::tr("threads")},
         at<&Plan::queueWorkers>(),
         ofQueue()},
        {{.name = "exchange",
          .title = Text::tr("Exchange"),
          .help = Text::tr("How the towers' gradients become one update. All ways but the asynchronous one learn the "
                           "same; when the towers' strip shows much exchange, try another one."),
          .subject = Text::tr("exchange"),
          .choices = exchangeChoices},
         at<&Plan::exchange>()},
        {{.name = "check_exchange",
          .title = Text::tr("Exchange checked"),
          .help = Text::tr("Run the exchange beside a reference on the CPU and tell the largest deviation (slow)."),
          .inForm = false},
         at<&Plan::checkExchange>()},
        {{.name = "replica_check_every",
          .title = Text::tr("Replica check"),
          .help = Text::tr("Steps between comparisons of all towers' weights."),
          .subject = Text::tr("The interval between replica checks"),
          .inForm = false,
          .bounds = Bounds{0, 1e9},
          .zero = Text::tr("none")},
         at<&Plan::replicaCheckEvery>()},
        {{.name = "shares",
          .title = Text::tr("Shares"),
          .help =
              Text::tr("What part of each step every tower gets, such as 0.7,0.3, or measured. When the strip shows "
                       "one tower that all others wait for, give it less.")},
         at<&Plan::shares>(),
         {[](const Plan& plan) { return plan.towers > 1 && !plan.asynchronous(); }, {}}}, // checkShares() refuses
    };
}

} // namespace belfry

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
        row<&Plan::name>("name", Text::tr("Name"), Text::tr("Name of the run.")).with(&FieldInfo::inForm, false),
        row<&Plan::preset>("preset", Text::tr("Preset")).with(&FieldInfo::inForm, false),
        row<&Plan::dataDir>("data_dir", Text::tr("Data folder"), Text::tr("Folder to look for data sets first."))
            .with(&FieldInfo::inForm, false),
    };
}

std::vector<PlanField> dataFields() {
    return {
        row<&Plan::data>(
            "data", Text::tr("Data"),
            Text::tr("The pictures to learn from. Missing or damaged files: belfry-cli data check says which.")),
        row<&Plan::pictureSize>("picture_size", Text::tr("Picture size"),
                                Text::tr("Size of a folder's pictures, such as 32, 64x48 or 28x28x1 (grey)."))
            .with(&FieldInfo::inForm, false),
        row<&Plan::splitSeed>("split_seed", Text::tr("Split seed"),
                              Text::tr("Deals a folder's pictures to the splits that it does not have of its own."))
            .with(&FieldInfo::inForm, false),
        row<&Plan::trainImages>("train_images", Text::tr("Training images"),
                                Text::tr("Training images that are used, drawn once."))
            .number(Text::tr("The number of training images"), {0, 1e12})
            .with(&FieldInfo::inForm, false)
            .with(&FieldInfo::zero, Text::tr("all")),
        row<&Plan::augmentation>("augmentation", Text::tr("Augmentation"),
                                 Text::tr("How training changes each picture, anew in every epoch. Validation that "
                                          "falls behind training: choose one; training that stays poor: none."))
            .named(Text::tr("augmentation"), augmentationChoices),
        row<&Plan::normalisation>("normalisation", Text::tr("Normalisation"),
                                  Text::tr("How a picture's bytes become numbers, in training and evaluation alike. "
                                           "When learning does not start with a deep network, try Standardised."))
            .named(Text::tr("normalisation"), normalisationChoices),
    };
}

std::vector<PlanField> networkFields() {
    return {
        row<&Plan::model>("model", Text::tr("Network"),
                          Text::tr("What is trained. Accuracy that stays low with every rate: take a larger network; "
                                   "validation that falls behind training: a smaller one, or dropout.")),
        row<&Plan::layers>("layers", Text::tr("Layers")).with(&FieldInfo::inForm, false),
        row<&Plan::mlp, &MlpShape::hiddenLayers>("hidden_layers", Text::tr("Hidden layers"),
                                                 Text::tr("Layers between picture and answer. Deep ones stop learning "
                                                          "with sigmoid or tanh: use fewer layers, or ReLU."))
            .number(Text::tr("The number of hidden layers"), {1, 100})
            .when(ofMlp()),
        row<&Plan::mlp, &MlpShape::width>("width", Text::tr("Width"),
                                          Text::tr("Units of every hidden layer. Wider learns more and takes more time "
                                                   "and memory: make it smaller when memory runs out."))
            .number(Text::tr("The width of a hidden layer"), {1, 100'000})
            .when(ofMlp()),
        {{.name = "activation",
          .title = Text::tr("Activation"),
          .help = Text::tr("What a unit does with its sum. ReLU is the safe choice; if the loss stays at its start, "
                           "change it to ReLU or ELU."),
          .choices = activationChoices},
         PlanField::Named{[](const Plan& plan) { return std::string(activationName(plan.mlp.activation)); },
                          [](Plan& plan, const std::string& name) { plan.mlp.activation = activationFromName(name); }},
         ofMlp()},
        row<&Plan::mlp, &MlpShape::dropout>("dropout", Text::tr("Dropout"),
                                            Text::tr("Share of units left out at random in training. Raise it when "
                                                     "validation falls behind training; lower it when both stay poor."))
            .number(Text::tr("The dropout fraction"), {.min = 0, .max = 1, .belowMax = true})
            .when(ofMlp()),
    };
}

std::vector<PlanField> towerFields() {
    return {
        row<&Plan::devices>("devices", Text::tr("Devices"),
                            Text::tr("What computes: auto, or names such as cpu or cuda:0,cuda:1."))
            .with(&FieldInfo::inForm, false),
        row<&Plan::towers>("towers", Text::tr("Towers"),
                           Text::tr("Copies of the network that share every batch, dealt to the devices in turn. Out "
                                    "of memory with several on one device: use fewer."))
            .number(Text::tr("The number of towers"), {1, 64}),
    };
}

std::vector<PlanField> feedFields() {
    return {
        row<&Plan::feed>(
            "feed", Text::tr("Feed"),
            Text::tr(
                "How pictures reach the towers. When the towers' strip shows much waiting, another feed may help."))
            .named(Text::tr("feed"), feedChoices),
        row<&Plan::queueCapacity>(
            "queue_capacity", Text::tr("Queue capacity"),
            Text::tr("Batches that may wait ready. Towers that wait now and then: more; memory that runs out: fewer."))
            .number(Text::tr("The capacity of the queue"), {1, 1000})
            .with(&FieldInfo::unit, Text::tr("batch"))
            .with(&FieldInfo::units, Text::tr("batches"))
            .when(ofQueue()),
        row<&Plan::queueWorkers>("queue_workers", Text::tr("Queue workers"),
                                 Text::tr("Threads that prepare batches. Towers that wait all the time: one more; on a "
                                          "machine with few cores more of them only take time from the towers."))
            .number(Text::tr("The number of the queue's workers"), {1, 64})
            .with(&FieldInfo::unit, Text::tr("thread"))
            .with(&FieldInfo::units, Text::tr("threads"))
            .when(ofQueue()),
        row<&Plan::exchange>("exchange", Text::tr("Exchange"),
                             Text::tr("How the towers' gradients become one update. All ways but the asynchronous one "
                                      "learn the same; when the towers' strip shows much exchange, try another one."))
            .named(Text::tr("exchange"), exchangeChoices),
        row<&Plan::checkExchange>(
            "check_exchange", Text::tr("Exchange checked"),
            Text::tr("Run the exchange beside a reference on the CPU and tell the largest deviation (slow)."))
            .with(&FieldInfo::inForm, false),
        row<&Plan::replicaCheckEvery>("replica_check_every", Text::tr("Replica check"),
                                      Text::tr("Steps between comparisons of all towers' weights."))
            .number(Text::tr("The interval between replica checks"), {0, 1e9})
            .with(&FieldInfo::inForm, false)
            .with(&FieldInfo::zero, Text::tr("none")),
        row<&Plan::shares>("shares", Text::tr("Shares"),
                           Text::tr("What part of each step every tower gets, such as 0.7,0.3, or measured. When the "
                                    "strip shows one tower that all others wait for, give it less."))
            .when({[](const Plan& plan) { return plan.towers > 1 && !plan.asynchronous(); },
                   {}}), // checkShares() refuses
    };
}

} // namespace belfry

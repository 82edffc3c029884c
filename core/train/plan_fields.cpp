#include "core/train/plan_fields.h"

#include "core/optim/schedule.h"
#include "core/train/choices.h"

namespace belfry {
namespace {

using Rows = std::vector<PlanField>;

constexpr double kMaxEpochs = 1e6, kMaxSteps = 1e12, kMaxInterval = 1e9;
// Of decay and warm-up: far below one step of any data set. Training threads flush denormal numbers to zero, and the
// rate of a decay within 1e-320 epochs became 0 / 0.
constexpr double kMinEpochs = 1e-6;

Condition<Plan> ofDecay() {
    return {[](const Plan& plan) { return decaysByIntervals(plan.schedule); },
            Text::tr("the schedules staircase and exponential")};
}

Condition<Plan> ofOptimizersWith(const std::string& parameter) {
    std::string names;
    for (const OptimizerInfo& info : optimizers())
        if (info.uses(parameter))
            names += (names.empty() ? "" : ", ") + info.name;
    const auto holds = [parameter](const Plan& plan) {
        for (const OptimizerInfo& info : optimizers())
            if (info.name == plan.optimizer)
                return info.uses(parameter);
        return false;
    };
    return {holds, Text::verbatim(names)};
}

Condition<Plan> ofMlp() {
    return {[](const Plan& plan) { return plan.model == "mlp" && plan.layers.empty(); }, Text::tr("the network mlp")};
}

Condition<Plan> ofQueue() {
    return {[](const Plan& plan) { return plan.feed == "queue"; }, Text::tr("the feed queue")};
}

Rows runFields() {
    return {
        row<&Plan::name>("name", Text::tr("Name"), Text::tr("Name of the run.")).with(&FieldInfo::inForm, false),
        row<&Plan::preset>("preset", Text::tr("Preset")).with(&FieldInfo::inForm, false),
        row<&Plan::dataDir>("data_dir", Text::tr("Data folder"), Text::tr("Folder to look for data sets first."))
            .with(&FieldInfo::inForm, false),
    };
}

Rows dataFields() {
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

Rows networkFields() {
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

Rows towerFields() {
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

Rows feedFields() {
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

Rows updateFields() {
    return {
        row<&Plan::optimizer>("optimizer", Text::tr("Optimizer"),
                              Text::tr("How a gradient changes the weights. Adam forgives most rates; with SGD and "
                                       "momentum a loss that jumps or becomes NaN asks for a smaller rate."))
            .named(Text::tr("optimizer"), optimizerChoices)
            .with(&FieldInfo::searched,
                  Searched{.note = Text::tr("Comes with its default rate, unless the rate is a gene.")}),
        row<&Plan::learningRate>(
            "learning_rate", Text::tr("Learning rate"),
            Text::tr("How far each step goes. It may be changed during the run. Loss that becomes NaN or jumps: divide "
                     "it by ten. Loss that hardly falls: multiply it by three."))
            .number(Text::tr("The learning rate"), {.min = 0, .max = 1000, .aboveMin = true})
            .with(&FieldInfo::live, true)
            .with(&FieldInfo::searched,
                  Searched{1e-12, 1000, {1e-4, 1e-2}, 9, true, Text::tr("Best as a range on a logarithmic scale.")}),
    };
}

Rows optimizerFields() {
    Rows rows;
    for (const OptimizerParameter& parameter : optimizerParameters()) {
        rows.push_back(fieldOf<Plan>(parameter));
        rows.back().applies = ofOptimizersWith(parameter.name);
    }
    return rows;
}

Rows scheduleFields() {
    return {
        row<&Plan::schedule>("schedule", Text::tr("Schedule"),
                             Text::tr("How the rate changes over the run. One cycle often ends higher; if it fails "
                                      "early, lower the rate or choose Constant."))
            .named(Text::tr("schedule"), scheduleChoices),
        row<&Plan::decayFactor>(
            "decay_factor", Text::tr("Decay factor"),
            Text::tr("What is left of the rate after each interval. Learning that stops too early: nearer to 1."))
            .number(Text::tr("The decay factor"), {.min = 0, .max = 1, .aboveMin = true})
            .when(ofDecay()),
        row<&Plan::decayEpochs>("decay_epochs", Text::tr("Decay epochs"),
                                Text::tr("The interval in epochs. Learning that stops too early: a longer one. Decay "
                                         "steps, when there are some, count instead."))
            .number(Text::tr("The number of decay epochs"), {kMinEpochs, kMaxEpochs})
            .with(&FieldInfo::units, Text::tr("epochs"))
            .when(ofDecay()),
        row<&Plan::decaySteps>("decay_steps", Text::tr("Decay steps"), Text::tr("The interval in steps; 0: by epochs."))
            .number(Text::tr("The number of decay steps"), {0, kMaxSteps})
            .with(&FieldInfo::zero, Text::tr("by epochs"))
            .with(&FieldInfo::unit, Text::tr("step"))
            .with(&FieldInfo::units, Text::tr("steps"))
            .with(&FieldInfo::insteadOf, "decay_epochs")
            .when(ofDecay()),
        row<&Plan::warmupEpochs>(
            "warmup_epochs", Text::tr("Warm-up epochs"),
            Text::tr("Over these the rate rises in equal steps from almost zero. A loss that jumps in the first steps: "
                     "try 1. Warm-up steps, when there are some, count instead."))
            .number(Text::tr("The number of warm-up epochs"), {.min = kMinEpochs, .max = kMaxEpochs, .orZero = true})
            .with(&FieldInfo::units, Text::tr("epochs")),
        row<&Plan::warmupSteps>("warmup_steps", Text::tr("Warm-up steps"),
                                Text::tr("The warm-up in steps; 0: by epochs."))
            .number(Text::tr("The number of warm-up steps"), {0, kMaxSteps})
            .with(&FieldInfo::zero, Text::tr("by epochs"))
            .with(&FieldInfo::unit, Text::tr("step"))
            .with(&FieldInfo::units, Text::tr("steps"))
            .with(&FieldInfo::insteadOf, "warmup_epochs"),
    };
}

Rows ruleFields() {
    return {
        row<&Plan::clipNorm>("clip_norm", Text::tr("Clip norm"),
                             Text::tr("A mean gradient that is longer is scaled down to this length; 0: none is. "
                                      "Single steps that spoil the loss: try 1."))
            .number(Text::tr("The clip norm"), {0, 1e30}),
        row<&Plan::labelSmoothing>("label_smoothing", Text::tr("Label smoothing"),
                                   Text::tr("Target probability spread over all classes; 0: none. Validation loss that "
                                            "rises while accuracy stays: try 0.1."))
            .number(Text::tr("The label smoothing"), {0, 0.99999})
            .with(&FieldInfo::searched, Searched{0, 0.9, {0, 0.05, 0.1}}),
        row<&Plan::averageDecay>(
            "average_decay", Text::tr("Average decay"),
            Text::tr("What a moving average of the weights keeps of its past; 0: none. The average is what is "
                     "validated, drawn on and saved. Validation that jumps from epoch to epoch: try 0.999."))
            .number(Text::tr("The average decay"), {0, 0.9999999}),
        row<&Plan::patience>("patience", Text::tr("Patience"),
                             Text::tr("Epochs without better weights that end the run; 0: none do. A run that ends "
                                      "while it still learns: more."))
            .number(Text::tr("The patience"), {0, kMaxEpochs})
            .with(&FieldInfo::zero, Text::tr("never stop"))
            .with(&FieldInfo::unit, Text::tr("epoch"))
            .with(&FieldInfo::units, Text::tr("epochs")),
        row<&Plan::bestBy>("best_by", Text::tr("Best by"),
                           Text::tr("Which validation figure says that weights are better. These are kept and tested. "
                                    "A run that grows too sure of itself: loss."))
            .named(Text::tr("figure for the best weights"), bestByChoices),
    };
}

Rows lengthFields() {
    return {
        row<&Plan::batchPerTower>("batch_per_tower", Text::tr("Batch per tower"),
                                  Text::tr("Images per tower and step."))
            .number(Text::tr("The batch per tower"), {1, 1e6})
            .with(&FieldInfo::inForm, false),
        row<&Plan::globalBatch>("global_batch", Text::tr("Global batch"),
                                Text::tr("Images of a step, over all towers."))
            .number(Text::tr("The global batch"), {0, 64e6})
            .with(&FieldInfo::inForm, false)
            .with(&FieldInfo::insteadOf, "batch_per_tower")
            .with(&FieldInfo::searched, Searched{1, 1e6, {32, 64, 128, 256}}),
        row<&Plan::precision>("precision", Text::tr("Precision"),
                              Text::tr("In what numbers a training step computes. The weights, and what is validated "
                                       "and drawn on, are 32 bits in any. If the loss stalls with bf16, choose fp32."))
            .named(Text::tr("precision"), precisionChoices),
        row<&Plan::epochs>("epochs", Text::tr("Epochs"),
                           Text::tr("How often all pictures are seen. It may be changed during the run. Validation "
                                    "that still rises at the end: more; that falls again: fewer."))
            .number(Text::tr("The number of epochs"), {1, kMaxEpochs})
            .with(&FieldInfo::live, true),
        row<&Plan::steps>("steps", Text::tr("Steps"),
                          Text::tr("Ends the run after so many updates, whatever the epochs; 0: by epochs. For a quick "
                                   "trial of settings that fail, try 200."))
            .number(Text::tr("The number of steps"), {0, kMaxSteps})
            .with(&FieldInfo::zero, Text::tr("by epochs"))
            .with(&FieldInfo::insteadOf, "epochs"),
        row<&Plan::seed>("seed", Text::tr("Seed"),
                         Text::tr("Random seed: the same seed and plan give the same run. When only one seed fails, "
                                  "the settings are at their limit: lower the rate.")),
    };
}

Rows recordFields() {
    return {
        row<&Plan::checkpointEvery>(
            "checkpoint_every", Text::tr("Checkpoint"),
            Text::tr("Steps between saved weights, besides the best and the final ones; 0: by time. It may be changed "
                     "during the run. When runs break off, save more often."))
            .number(Text::tr("The checkpoint interval"), {0, kMaxInterval})
            .with(&FieldInfo::live, true),
        row<&Plan::checkpointMinutes>(
            "checkpoint_minutes", Text::tr("Minutes"),
            Text::tr("Most time between saved weights, whatever the steps; a young run is saved sooner. It is what a "
                     "run that is killed loses at most. 0: by steps alone."))
            .number(Text::tr("The number of minutes between checkpoints"), {0, 1e6})
            .with(&FieldInfo::zero, Text::tr("by steps"))
            .with(&FieldInfo::units, Text::tr("min")),
        row<&Plan::checkpointsKept>("checkpoints_kept", Text::tr("Checkpoints kept"),
                                    Text::tr("Newest checkpoints that are kept, beside best and final."))
            .number(Text::tr("The number of checkpoints kept"), {1, 1e6})
            .with(&FieldInfo::inForm, false)
            .with(&FieldInfo::option, "keep-checkpoints"),
        row<&Plan::displayEvery>("display_every", Text::tr("Display interval"),
                                 Text::tr("Steps between printed lines."))
            .number(Text::tr("The display interval"), {1, kMaxInterval})
            .with(&FieldInfo::inForm, false),
        row<&Plan::tensorboard>(
            "tensorboard", Text::tr("TensorBoard"),
            Text::tr("Also writes event files into the run's folder: figures, histograms of weights, gradients and "
                     "activations, and the graph. A run that fails shows there where numbers grew.")),
        row<&Plan::histogramsEvery>(
            "histograms_every", Text::tr("Histograms"),
            Text::tr(
                "Steps between histograms in the event files. They take time: when steps become slow, write fewer."))
            .number(Text::tr("The histogram interval"), {0, kMaxInterval})
            .with(&FieldInfo::zero, Text::tr("by epochs"))
            .when({[](const Plan& plan) { return plan.tensorboard; }, Text::verbatim("--tensorboard")}),
    };
}

} // namespace

const std::vector<PlanField>& planFields() {
    static const Rows table = tableOf<Plan>({{"run", runFields},
                                             {"data", dataFields},
                                             {"network", networkFields},
                                             {"towers", towerFields},
                                             {"feed", feedFields},
                                             {"update", updateFields},
                                             {"optimizer", optimizerFields},
                                             {"schedule", scheduleFields},
                                             {"rules", ruleFields},
                                             {"length", lengthFields},
                                             {"record", recordFields}});
    return table;
}

bool changesTraining(const PlanField& field) {
    return field.group != "run" && field.group != "record";
}

const PlanField& planField(std::string_view name) {
    return fieldNamed(planFields(), name);
}

} // namespace belfry

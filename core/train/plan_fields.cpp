#include "core/train/plan_fields.h"

#include "core/model/input.h"
#include "core/train/plan_rule_fields.h"

namespace belfry {
namespace {

using Rows = PlanRows;

constexpr double kMaxInterval = 1e9;

Condition<Plan> ofMlp() {
    return {[](const Plan& plan) { return plan.model == "mlp" && plan.layers.empty(); }, Text::tr("the mlp network")};
}

Condition<Plan> ofQueue() {
    return {[](const Plan& plan) { return plan.feed == "queue"; }, Text::tr("the queue feed")};
}

void checkAugmentation(const std::string& text) { inputStageFromNames(text, Plan().normalisation); }

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
                                Text::tr("Size that pictures are resized to, such as 32, 64x48 or 28x28x1 (grey)."))
            .with(&FieldInfo::inForm, false),
        row<&Plan::splitSeed>(
            "split_seed", Text::tr("Split seed"),
            Text::tr("Random seed that assigns a folder's pictures to the splits that the folder does not have."))
            .with(&FieldInfo::inForm, false),
        row<&Plan::groups>("groups", Text::tr("Groups of pictures"),
                           Text::tr("Which pictures stay together when a folder's pictures are assigned to splits."))
            .named(Text::tr("grouping"), groupingChoices)
            .with(&FieldInfo::inForm, false),
        row<&Plan::splitBy>("split_by", Text::tr("Splits by")) // no option: new runs have one rule
            .named(Text::tr("rule of splitting"), splitRuleChoices)
            .with(&FieldInfo::inForm, false),
        row<&Plan::dataVersion>("data_version", Text::tr("Version of the pictures"),
                                Text::tr("Which changes to a folder's pictures count, by the digits that 'belfry-cli "
                                         "data fix' prints."))
            .with(&FieldInfo::inForm, false),
        row<&Plan::trainImages>("train_images", Text::tr("Training images"),
                                Text::tr("Number of training images to use, sampled once."))
            .number(Text::tr("The number of training images"), {0, 1e12})
            .with(&FieldInfo::inForm, false)
            .with(&FieldInfo::zero, Text::tr("all")),
        row<&Plan::validationImages>("validation_images", Text::tr("Validation images"),
                                     Text::tr("Number of validation images to keep, sampled once; training gets the "
                                              "others."))
            .number(Text::tr("The number of validation images"), {0, 1e12})
            .with(&FieldInfo::inForm, false)
            .with(&FieldInfo::zero, Text::tr("all")),
        row<&Plan::augmentation>("augmentation", Text::tr("Augmentation"),
                                 Text::tr("How training changes each image, differently in every epoch. If validation "
                                          "falls behind training, choose one; if training stays poor, choose none."))
            .named(Text::tr("augmentation"), augmentationChoices)
            .with(&FieldInfo::written, Written{checkAugmentation, usualAugmentations}),
        row<&Plan::normalisation>("normalisation", Text::tr("Normalisation"),
                                  Text::tr("How an image's bytes become numbers, in training and evaluation alike. If "
                                           "a deep network does not start to learn, try Standardised."))
            .named(Text::tr("normalisation"), normalisationChoices),
    };
}

Rows networkFields() {
    return {
        row<&Plan::model>(
            "model", Text::tr("Network"),
            Text::tr("The network to train. If accuracy stays low at every learning rate, choose a larger network; if "
                     "validation falls behind training, choose a smaller one or add dropout.")),
        row<&Plan::layers>("layers", Text::tr("Layers")).with(&FieldInfo::inForm, false),
        row<&Plan::backbone>("backbone", Text::tr("Backbone"),
                             Text::tr("Published weights to start from, of the same network: its last layer is fitted "
                                      "to the pictures before the first epoch. 'belfry-cli backbone' lists and gets "
                                      "them."))
            .with(&FieldInfo::inForm, false),
        row<&Plan::mlp, &MlpShape::hiddenLayers>("hidden_layers", Text::tr("Hidden layers"),
                                                 Text::tr("Number of hidden layers. If a deep network stops learning "
                                                          "with sigmoid or tanh, use fewer layers or ReLU."))
            .number(Text::tr("The number of hidden layers"), {1, 100})
            .when(ofMlp()),
        row<&Plan::mlp, &MlpShape::width>("width", Text::tr("Width"),
                                          Text::tr("Units of every hidden layer. Wider learns more and takes more time "
                                                   "and memory: make it smaller when memory runs out."))
            .number(Text::tr("The width of a hidden layer"), {1, 100'000})
            .when(ofMlp()),
        {{.name = "activation",
          .title = Text::tr("Activation"),
          .help = Text::tr("Activation function of the hidden layers. ReLU is the safe choice; if the loss does not "
                           "fall at all, choose ReLU or ELU."),
          .subject = Text::tr("activation"),
          .choices = activationChoices},
         PlanField::Named{[](const Plan& plan) { return std::string(activationName(plan.mlp.activation)); },
                          [](Plan& plan, const std::string& name) { plan.mlp.activation = activationFromName(name); }},
         ofMlp()},
        row<&Plan::mlp, &MlpShape::dropout>("dropout", Text::tr("Dropout"),
                                            Text::tr("Fraction of units dropped at random in training. Raise it if "
                                                     "validation falls behind training; lower it if both stay poor."))
            .number(Text::tr("The dropout fraction"), {.min = 0, .max = 1, .belowMax = true})
            .when(ofMlp()),
    };
}

Rows towerFields() {
    return {
        row<&Plan::devices>("devices", Text::tr("Devices"),
                            Text::tr("Devices to train on: auto, or names such as cpu or cuda:0,cuda:1."))
            .with(&FieldInfo::inForm, false),
        row<&Plan::towers>("towers", Text::tr("Towers"),
                           Text::tr("Replicas of the network that share every batch, assigned to the devices in turn. "
                                    "If a device runs out of memory with several of them, use fewer."))
            .number(Text::tr("The number of towers"), {1, 8192}),
    };
}

Rows feedFields() {
    return {
        row<&Plan::feed>(
            "feed", Text::tr("Feed"),
            Text::tr("How batches reach the towers. If the Towers strip shows much waiting, another feed may help."))
            .named(Text::tr("feed"), feedChoices),
        row<&Plan::queueCapacity>("queue_capacity", Text::tr("Queue capacity"),
                                  Text::tr("Maximum number of batches prepared in advance. If towers wait now and "
                                           "then, raise it; if memory runs out, lower it."))
            .number(Text::tr("The capacity of the queue"), {1, 1000})
            .with(&FieldInfo::unit, Text::tr("batch"))
            .with(&FieldInfo::units, Text::tr("batches"))
            .when(ofQueue()),
        row<&Plan::queueWorkers>("queue_workers", Text::tr("Queue workers"),
                                 Text::tr("Threads that prepare batches. If towers wait all the time, add one; on a "
                                          "machine with few cores, more threads only take time from the towers."))
            .number(Text::tr("The number of the queue's workers"), {1, 64})
            .with(&FieldInfo::unit, Text::tr("thread"))
            .with(&FieldInfo::units, Text::tr("threads"))
            .when(ofQueue()),
        row<&Plan::exchange>(
            "exchange", Text::tr("Exchange"),
            Text::tr("How the towers' gradients become one update. Training is the same with all exchanges except the "
                     "asynchronous one; if the Towers strip shows a long exchange, try another one."))
            .named(Text::tr("exchange"), exchangeChoices),
        row<&Plan::wirePrecision>(
            "wire_precision", Text::tr("Gradients between machines"),
            Text::tr("Number type of gradients between the processes of a run over several machines: fp32, or bf16 for "
                     "half the bytes and less exact sums. If towers wait for the network, try bf16."))
            .named(Text::tr("precision of gradients between machines"), wirePrecisionChoices)
            .with(&FieldInfo::inForm, false),
        row<&Plan::checkExchange>(
            "check_exchange", Text::tr("Check exchange"),
            Text::tr("Run the exchange beside a reference on the CPU and report the largest deviation (slow)."))
            .with(&FieldInfo::inForm, false),
        row<&Plan::replicaCheckEvery>("replica_check_every", Text::tr("Replica check"),
                                      Text::tr("Steps between comparisons of all towers' weights."))
            .number(Text::tr("The interval between replica checks"), {0, 1e9})
            .with(&FieldInfo::inForm, false)
            .with(&FieldInfo::zero, Text::tr("none")),
        row<&Plan::shares>("shares", Text::tr("Shares"),
                           Text::tr("Fraction of each step that every tower gets, such as 0.7,0.3, or measured. If the "
                                    "strip shows one tower that all others wait for, give it a smaller share."))
            .when({[](const Plan& plan) { return plan.towers > 1 && !plan.asynchronous(); },
                   {}}), // checkShares() refuses
    };
}

Rows updateFields() {
    return {
        row<&Plan::optimizer>("optimizer", Text::tr("Optimizer"),
                              Text::tr("How a gradient changes the weights. Adam works with most learning rates; if "
                                       "the loss jumps or becomes NaN with SGD or momentum, lower the rate."))
            .named(Text::tr("optimizer"), optimizerChoices)
            .with(&FieldInfo::searched,
                  Searched{.note = Text::tr("Comes with its default rate, unless the rate is a gene.")}),
        row<&Plan::learningRate>(
            "learning_rate", Text::tr("Learning rate"),
            Text::tr("Size of the steps that the optimizer takes. It can be changed during the run. If the loss "
                     "becomes NaN or jumps, divide it by ten. If the loss hardly falls, multiply it by three."))
            .number(Text::tr("The learning rate"), {.min = 0, .max = 1000, .aboveMin = true})
            .with(&FieldInfo::live, true)
            .with(&FieldInfo::searched,
                  Searched{1e-12, 1000, {1e-4, 1e-2}, 9, true, Text::tr("Best as a range on a logarithmic scale.")}),
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
        row<&Plan::accumulate>(
            "accumulate", Text::tr("Accumulated batches"),
            Text::tr("Global batches whose mean gradient makes one update. If memory is too small for a large batch, "
                     "halve the batch and double this."))
            .number(Text::tr("The number of accumulated batches"), {1, 1e6})
            .with(&FieldInfo::inForm, false)
            .when({[](const Plan& plan) { return !plan.asynchronous(); }, {}}), // checkAccumulation() refuses
        row<&Plan::precision>("precision", Text::tr("Precision"),
                              Text::tr("Number format of a training step. Weights, validation and predictions always "
                                       "use 32 bits. If the loss stalls with bf16, choose fp32."))
            .named(Text::tr("precision"), precisionChoices),
        row<&Plan::epochs>(
            "epochs", Text::tr("Epochs"),
            Text::tr("Number of passes over the training images. It can be changed during the run. If validation "
                     "accuracy still rises at the end, use more; if it falls again, use fewer."))
            .number(Text::tr("The number of epochs"), {0, kMaxPlanEpochs})
            .with(&FieldInfo::live, true),
        row<&Plan::steps>("steps", Text::tr("Steps"),
                          Text::tr("Ends the run after this many updates, regardless of the epochs; 0: by epochs. For "
                                   "a quick test of settings that fail, try 200."))
            .number(Text::tr("The number of steps"), {0, kMaxPlanSteps})
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
            "checkpoint_every", Text::tr("Save every"),
            Text::tr("Steps between checkpoints, besides the best and the final weights; 0: by time. It can be changed "
                     "during the run. If runs are interrupted, save more often."))
            .number(Text::tr("The checkpoint interval"), {0, kMaxInterval})
            .with(&FieldInfo::unit, Text::tr("step"))
            .with(&FieldInfo::units, Text::tr("steps"))
            .with(&FieldInfo::live, true),
        row<&Plan::checkpointMinutes>(
            "checkpoint_minutes", Text::tr("Save at least every"),
            Text::tr("Maximum minutes between checkpoints, regardless of the steps; a new run is saved sooner. A run "
                     "that is killed loses at most this much. 0: by steps only."))
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
            Text::tr("Also writes event files into the run's folder: metrics, histograms of weights, gradients and "
                     "activations, and the graph. For a run that failed, they show where values grew.")),
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

bool changesTraining(const PlanField& field) { return field.group != "run" && field.group != "record"; }

const PlanField& planField(std::string_view name) { return fieldNamed(planFields(), name); }

} // namespace belfry

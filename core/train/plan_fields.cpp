#include "core/train/plan_fields.h"

#include "core/optim/schedule.h"
#include "core/train/choices.h"
#include "core/train/setup_fields.h"

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

Condition<Plan> ofChangingRates() {
    return {[](const Plan& plan) { return plan.schedule != "constant"; }, Text::tr("schedules other than constant")};
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

Rows updateFields() {
    return {
        {{.name = "optimizer",
          .title = Text::tr("Optimizer"),
          .help = Text::tr("How a gradient changes the weights. Adam forgives most rates; with SGD and momentum a loss "
                           "that jumps or becomes NaN asks for a smaller rate."),
          .subject = Text::tr("optimizer"),
          .choices = optimizerChoices,
          .searched = Searched{.note = Text::tr("Comes with its default rate, unless the rate is a gene.")}},
         at<&Plan::optimizer>()},
        {{.name = "learning_rate",
          .title = Text::tr("Learning rate"),
          .help = Text::tr("How far each step goes. It may be changed during the run. Loss that becomes NaN or jumps: "
                           "divide it by ten. Loss that hardly falls: multiply it by three."),
          .subject = Text::tr("The learning rate"),
          .bounds = Bounds{.min = 0, .max = 1000, .aboveMin = true},
          .live = true,
          .searched =
              Searched{1e-12, 1000, {1e-4, 1e-2}, 9, true, Text::tr("Best as a range on a logarithmic scale.")}},
         at<&Plan::learningRate>()},
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
        {{.name = "schedule",
          .title = Text::tr("Schedule"),
          .help =
              Text::tr("How the rate changes over the run. One cycle often ends higher; if it fails early, lower the "
                       "rate or choose Constant."),
          .subject = Text::tr("schedule"),
          .choices = scheduleChoices},
         at<&Plan::schedule>()},
        {{.name = "decay_factor",
          .title = Text::tr("Decay factor"),
          .help = Text::tr("What is left of the rate after each interval. Learning that stops too early: nearer to 1."),
          .subject = Text::tr("The decay factor"),
          .bounds = Bounds{.min = 0, .max = 1, .aboveMin = true}},
         at<&Plan::decayFactor>(),
         ofDecay()},
        {{.name = "decay_epochs",
          .title = Text::tr("Decay epochs"),
          .help =
              Text::tr("The interval in epochs. Learning that stops too early: a longer one. Decay steps, when there "
                       "are some, count instead."),
          .subject = Text::tr("The number of decay epochs"),
          .bounds = Bounds{kMinEpochs, kMaxEpochs},
          .units = Text::tr("epochs")},
         at<&Plan::decayEpochs>(),
         ofDecay()},
        {{.name = "decay_steps",
          .title = Text::tr("Decay steps"),
          .help = Text::tr("The interval in steps; 0: by epochs."),
          .subject = Text::tr("The number of decay steps"),
          .bounds = Bounds{0, kMaxSteps},
          .zero = Text::tr("by epochs"),
          .unit = Text::tr("step"),
          .units = Text::tr("steps"),
          .insteadOf = "decay_epochs"},
         at<&Plan::decaySteps>(),
         ofDecay()},
        {{.name = "min_rate",
          .title = Text::tr("Minimum rate"),
          .help = Text::tr("The schedule does not take the rate below this; 0: no bound. A loss that stands still long "
                           "before the end: try a hundredth of the rate."),
          .subject = Text::tr("The minimum rate"),
          .bounds = Bounds{0, 1000}},
         at<&Plan::minRate>(),
         ofChangingRates()},
        {{.name = "warmup_epochs",
          .title = Text::tr("Warm-up epochs"),
          .help = Text::tr("Over these the rate rises in equal steps from almost zero. A loss that jumps in the first "
                           "steps: try 1. Warm-up steps, when there are some, count instead."),
          .subject = Text::tr("The number of warm-up epochs"),
          .bounds = Bounds{.min = kMinEpochs, .max = kMaxEpochs, .orZero = true},
          .units = Text::tr("epochs")},
         at<&Plan::warmupEpochs>()},
        {{.name = "warmup_steps",
          .title = Text::tr("Warm-up steps"),
          .help = Text::tr("The warm-up in steps; 0: by epochs."),
          .subject = Text::tr("The number of warm-up steps"),
          .bounds = Bounds{0, kMaxSteps},
          .zero = Text::tr("by epochs"),
          .unit = Text::tr("step"),
          .units = Text::tr("steps"),
          .insteadOf = "warmup_epochs"},
         at<&Plan::warmupSteps>()},
    };
}

Rows ruleFields() {
    return {
        {{.name = "clip_norm",
          .title = Text::tr("Clip norm"),
          .help =
              Text::tr("A mean gradient that is longer is scaled down to this length; 0: none is. Single steps that "
                       "spoil the loss: try 1."),
          .subject = Text::tr("The clip norm"),
          .bounds = Bounds{0, 1e30}},
         at<&Plan::clipNorm>()},
        {{.name = "label_smoothing",
          .title = Text::tr("Label smoothing"),
          .help = Text::tr("Target probability spread over all classes; 0: none. Validation loss that rises while "
                           "accuracy stays: try 0.1."),
          .subject = Text::tr("The label smoothing"),
          .bounds = Bounds{0, 0.99999},
          .searched = Searched{0, 0.9, {0, 0.05, 0.1}}},
         at<&Plan::labelSmoothing>()},
        {{.name = "average_decay",
          .title = Text::tr("Average decay"),
          .help = Text::tr("What a moving average of the weights keeps of its past; 0: none. The average is what is "
                           "validated, drawn on and saved. Validation that jumps from epoch to epoch: try 0.999."),
          .subject = Text::tr("The average decay"),
          .bounds = Bounds{0, 0.9999999}},
         at<&Plan::averageDecay>()},
        {{.name = "patience",
          .title = Text::tr("Patience"),
          .help = Text::tr("Epochs without better weights that end the run; 0: none do. A run that ends while it still "
                           "learns: more."),
          .subject = Text::tr("The patience"),
          .bounds = Bounds{0, kMaxEpochs},
          .zero = Text::tr("never stop"),
          .unit = Text::tr("epoch"),
          .units = Text::tr("epochs")},
         at<&Plan::patience>()},
        {{.name = "best_by",
          .title = Text::tr("Best by"),
          .help =
              Text::tr("Which validation figure says that weights are better. These are kept and tested. A run that "
                       "grows too sure of itself: loss."),
          .subject = Text::tr("figure for the best weights"),
          .choices = bestByChoices},
         at<&Plan::bestBy>()},
    };
}

Rows lengthFields() {
    return {
        {{.name = "batch_per_tower",
          .title = Text::tr("Batch per tower"),
          .help = Text::tr("Images per tower and step."),
          .subject = Text::tr("The batch per tower"),
          .inForm = false,
          .bounds = Bounds{1, 1e6}},
         at<&Plan::batchPerTower>()},
        {{.name = "global_batch",
          .title = Text::tr("Global batch"),
          .help = Text::tr("Images of a step, over all towers."),
          .subject = Text::tr("The global batch"),
          .inForm = false,
          .bounds = Bounds{0, 64e6},
          .insteadOf = "batch_per_tower",
          .searched = Searched{1, 1e6, {32, 64, 128, 256}}},
         at<&Plan::globalBatch>()},
        {{.name = "precision",
          .title = Text::tr("Precision"),
          .help = Text::tr("In what numbers a training step computes. The weights, and what is validated and drawn on, "
                           "are 32 bits in any. If the loss stalls with bf16, choose fp32."),
          .subject = Text::tr("precision"),
          .choices = precisionChoices},
         at<&Plan::precision>()},
        {{.name = "epochs",
          .title = Text::tr("Epochs"),
          .help = Text::tr("How often all pictures are seen. It may be changed during the run. Validation that still "
                           "rises at the end: more; that falls again: fewer."),
          .subject = Text::tr("The number of epochs"),
          .bounds = Bounds{1, kMaxEpochs},
          .live = true},
         at<&Plan::epochs>()},
        {{.name = "steps",
          .title = Text::tr("Steps"),
          .help =
              Text::tr("Ends the run after so many updates, whatever the epochs; 0: by epochs. For a quick trial of "
                       "settings that fail, try 200."),
          .subject = Text::tr("The number of steps"),
          .bounds = Bounds{0, kMaxSteps},
          .zero = Text::tr("by epochs"),
          .insteadOf = "epochs"},
         at<&Plan::steps>()},
        {{.name = "seed",
          .title = Text::tr("Seed"),
          .help = Text::tr("Random seed: the same seed and plan give the same run. When only one seed fails, the "
                           "settings are at their limit: lower the rate.")},
         at<&Plan::seed>()},
    };
}

Rows recordFields() {
    return {
        {{.name = "checkpoint_every",
          .title = Text::tr("Checkpoint"),
          .help = Text::tr("Steps between saved weights, besides the best and the final ones; 0: by time. It may be "
                           "changed during the run. When runs break off, save more often."),
          .subject = Text::tr("The checkpoint interval"),
          .bounds = Bounds{0, kMaxInterval},
          .live = true},
         at<&Plan::checkpointEvery>()},
        {{.name = "checkpoint_minutes",
          .title = Text::tr("Minutes"),
          .help =
              Text::tr("Most time between saved weights, whatever the steps; a young run is saved sooner. It is what "
                       "a run that is killed loses at most. 0: by steps alone."),
          .subject = Text::tr("The number of minutes between checkpoints"),
          .bounds = Bounds{0, 1e6},
          .zero = Text::tr("by steps"),
          .units = Text::tr("min")},
         at<&Plan::checkpointMinutes>()},
        {{.name = "checkpoints_kept",
          .title = Text::tr("Checkpoints kept"),
          .help = Text::tr("Newest checkpoints that are kept, beside best and final."),
          .subject = Text::tr("The number of checkpoints kept"),
          .inForm = false,
          .bounds = Bounds{1, 1e6},
          .option = "keep-checkpoints"},
         at<&Plan::checkpointsKept>()},
        {{.name = "display_every",
          .title = Text::tr("Display interval"),
          .help = Text::tr("Steps between printed lines."),
          .subject = Text::tr("The display interval"),
          .inForm = false,
          .bounds = Bounds{1, kMaxInterval}},
         at<&Plan::displayEvery>()},
        {{.name = "tensorboard",
          .title = Text::tr("TensorBoard"),
          .help = Text::tr("Also writes event files into the run's folder: figures, histograms of weights, gradients "
                           "and activations, and the graph. A run that fails shows there where numbers grew.")},
         at<&Plan::tensorboard>()},
        {{.name = "histograms_every",
          .title = Text::tr("Histograms"),
          .help = Text::tr("Steps between histograms in the event files. They take time: when steps become slow, write "
                           "fewer."),
          .subject = Text::tr("The histogram interval"),
          .bounds = Bounds{0, kMaxInterval},
          .zero = Text::tr("by epochs")},
         at<&Plan::histogramsEvery>(),
         {[](const Plan& plan) { return plan.tensorboard; }, Text::verbatim("--tensorboard")}},
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

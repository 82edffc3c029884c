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

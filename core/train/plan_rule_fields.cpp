#include "core/train/plan_rule_fields.h"

#include "core/base/joined.h"
#include "core/optim/schedule.h"

#include <algorithm>
#include <iterator>

namespace belfry {
namespace {

// Of decay and warm-up: far below one step of any data set. Training threads flush denormal numbers to zero, and the
// rate of a decay within 1e-320 epochs became 0 / 0.
constexpr double kMinEpochs = 1e-6;

Condition<Plan> ofDecay() {
    return {[](const Plan& plan) { return decaysByIntervals(plan.schedule); },
            Text::tr("the staircase and exponential schedules")};
}

Condition<Plan> ofChangingRates() {
    return {[](const Plan& plan) { return plan.schedule != "constant"; }, Text::tr("schedules other than constant")};
}

Condition<Plan> ofOptimizersWith(const std::string& parameter) {
    const auto uses = [&parameter](const OptimizerInfo& info) { return info.uses(parameter); };
    const std::string names = joined(optimizers() | std::views::filter(uses), ", ", &OptimizerInfo::name);
    const auto holds = [parameter](const Plan& plan) {
        for (const OptimizerInfo& info : optimizers())
            if (info.name == plan.optimizer)
                return info.uses(parameter);
        return false;
    };
    return {holds, Text::verbatim(names)};
}

Condition<Plan> withBackbone() {
    return {[](const Plan& plan) { return !plan.backbone.empty(); }, Text::tr("runs that start from a backbone")};
}

Condition<Plan> ofTriangle() {
    return {[](const Plan& plan) { return isTriangle(plan.schedule); }, Text::tr("the triangle schedule")};
}

Condition<Plan> ofLookahead() {
    return {[](const Plan& plan) { return plan.lookaheadEvery > 0; }, Text::verbatim("--lookahead-every")};
}

} // namespace

PlanRows optimizerFields() {
    PlanRows rows;
    for (const OptimizerParameter& parameter : optimizerParameters()) {
        rows.push_back(fieldOf<Plan>(parameter));
        rows.back().applies = ofOptimizersWith(parameter.name);
    }
    return rows;
}

PlanRows scheduleFields() {
    return {
        row<&Plan::schedule>("schedule", Text::tr("Schedule"),
                             Text::tr("How the rate changes over the run. One cycle often ends higher; if it fails "
                                      "early, lower the rate or choose Constant."))
            .named(Text::tr("schedule"), scheduleChoices),
        row<&Plan::decayFactor>("decay_factor", Text::tr("Decay factor"),
                                Text::tr("Factor that the learning rate is multiplied by after each interval. If "
                                         "learning stops too early, move it closer to 1."))
            .number(Text::tr("The decay factor"), {.min = 0, .max = 1, .aboveMin = true})
            .when(ofDecay()),
        row<&Plan::decayEpochs>("decay_epochs", Text::tr("Decay epochs"),
                                Text::tr("The interval in epochs. If learning stops too early, lengthen it. Decay "
                                         "steps, if set, take precedence."))
            .number(Text::tr("The number of decay epochs"), {kMinEpochs, kMaxPlanEpochs})
            .with(&FieldInfo::units, Text::tr("epochs"))
            .when(ofDecay()),
        row<&Plan::decaySteps>("decay_steps", Text::tr("Decay steps"), Text::tr("The interval in steps; 0: by epochs."))
            .number(Text::tr("The number of decay steps"), {0, kMaxPlanSteps})
            .with(&FieldInfo::zero, Text::tr("by epochs"))
            .with(&FieldInfo::unit, Text::tr("step"))
            .with(&FieldInfo::units, Text::tr("steps"))
            .with(&FieldInfo::insteadOf, "decay_epochs")
            .when(ofDecay()),
        row<&Plan::triangleStart>("triangle_start", Text::tr("Triangle start"),
                                  Text::tr("Fraction of the learning rate that the run begins with. If the first "
                                           "steps jump, lower it."))
            .number(Text::tr("The triangle's start"), {0, 1})
            .when(ofTriangle()),
        row<&Plan::trianglePeak>("triangle_peak", Text::tr("Triangle peak"),
                                 Text::tr("Fraction of the run after which the learning rate is whole. If the loss "
                                          "jumps on the way there, make it later."))
            .number(Text::tr("The triangle's peak"), {0, 1})
            .when(ofTriangle()),
        row<&Plan::triangleEnd>("triangle_end", Text::tr("Triangle end"),
                                Text::tr("Fraction of the learning rate that the run ends with. If validation still "
                                         "jumps at the end, lower it."))
            .number(Text::tr("The triangle's end"), {0, 1})
            .when(ofTriangle()),
        row<&Plan::minRate>("min_rate", Text::tr("Minimum rate"),
                            Text::tr("The schedule does not take the rate below this; 0: no bound. If the loss "
                                     "plateaus long before the end, try a hundredth of the rate."))
            .number(Text::tr("The minimum rate"), {0, 1000})
            .when(ofChangingRates()),
        row<&Plan::warmupEpochs>(
            "warmup_epochs", Text::tr("Warm-up epochs"),
            Text::tr("Epochs over which the learning rate rises linearly from almost zero. If the loss jumps in the "
                     "first steps, try 1. Warm-up steps, if set, take precedence."))
            .number(Text::tr("The number of warm-up epochs"),
                    {.min = kMinEpochs, .max = kMaxPlanEpochs, .orZero = true})
            .with(&FieldInfo::units, Text::tr("epochs")),
        row<&Plan::warmupSteps>("warmup_steps", Text::tr("Warm-up steps"),
                                Text::tr("The warm-up in steps; 0: by epochs."))
            .number(Text::tr("The number of warm-up steps"), {0, kMaxPlanSteps})
            .with(&FieldInfo::zero, Text::tr("by epochs"))
            .with(&FieldInfo::unit, Text::tr("step"))
            .with(&FieldInfo::units, Text::tr("steps"))
            .with(&FieldInfo::insteadOf, "warmup_epochs"),
    };
}

namespace {

PlanRows lossFields() {
    return {
        row<&Plan::biasRate>("bias_rate", Text::tr("Bias rate"),
                             Text::tr("Factor of the learning rate for biases, scales and offsets; their weight decay "
                                      "is divided by it. Short runs with batch norm learn faster with 64."))
            .number(Text::tr("The bias rate"), {.min = 0, .max = 10'000, .aboveMin = true}),
        row<&Plan::backboneRate>("backbone_rate", Text::tr("Backbone rate"),
                                 Text::tr("Factor of the learning rate from one group of layers of a backbone to the "
                                          "one below it. If training loses what the backbone knows, lower it."))
            .number(Text::tr("The backbone rate"), {.min = 0, .max = 1, .aboveMin = true})
            .when(withBackbone()),
        row<&Plan::unfreezeEpochs>("unfreeze_epochs", Text::tr("Unfreeze every"),
                                   Text::tr("Epochs after which one group of layers more is trained, from the last "
                                            "layer to the first; 0: all from the start."))
            .number(Text::tr("The number of epochs between groups"), {0, 1000})
            .with(&FieldInfo::zero, Text::tr("all at once"))
            .with(&FieldInfo::unit, Text::tr("epoch"))
            .with(&FieldInfo::units, Text::tr("epochs"))
            .when(withBackbone()),
        row<&Plan::clipNorm>("clip_norm", Text::tr("Clip norm"),
                             Text::tr("A mean gradient with a larger norm is scaled down to this norm; 0: off. If "
                                      "single steps spoil the loss, try 1."))
            .number(Text::tr("The clip norm"), {0, 1e30}),
        row<&Plan::labelSmoothing>("label_smoothing", Text::tr("Label smoothing"),
                                   Text::tr("Target probability spread over all classes; 0: none. If the validation "
                                            "loss rises while the accuracy stays the same, try 0.1."))
            .number(Text::tr("The label smoothing"), {0, 0.99999})
            .with(&FieldInfo::searched, Searched{0, 0.9, {0, 0.05, 0.1}}),
        row<&Plan::classWeights>(
            "class_weights", Text::tr("Class weights"),
            Text::tr("How much an image of each class counts in the loss: balanced, or one number per class such as "
                     "1,2,0.5; nothing: all alike. If the network hardly ever answers a rare class, try balanced.")),
        row<&Plan::logitAdjustment>(
            "logit_adjustment", Text::tr("Logit adjustment"),
            Text::tr("In the training loss, this factor times the logarithm of a class's share of the images is added "
                     "to its logit; 0: none. If the network hardly ever answers a rare class, try 1; more favours rare "
                     "classes more."))
            .number(Text::tr("The logit adjustment"), {0, 100}),
        row<&Plan::sampling>("sampling", Text::tr("Sampling"),
                             Text::tr("Which images an epoch shows. If the network hardly ever answers a rare class, "
                                      "try Balanced."))
            .named(Text::tr("sampling"), samplingChoices),
    };
}

// Weights that are kept beside the trained ones.
PlanRows averageFields() {
    return {
        row<&Plan::averageDecay>(
            "average_decay", Text::tr("Average decay"),
            Text::tr("Decay of an exponential moving average of the weights; 0: none. The average is validated, used "
                     "for predictions and saved. If validation jumps from epoch to epoch, try 0.999."))
            .number(Text::tr("The average decay"), {0, 0.9999999}),
        row<&Plan::swaFrom>(
            "swa_from", Text::tr("Average epochs from"),
            Text::tr("Fraction of the run from which on the weights at the ends of epochs are averaged (stochastic "
                     "weight averaging); 0: none. The average is validated, used for predictions and saved. Needs a "
                     "rate that stays high: try 0.75 with a minimum rate."))
            .number(Text::tr("The fraction from which epochs are averaged"), {.min = 0, .max = 1, .belowMax = true}),
        row<&Plan::lookaheadEvery>(
            "lookahead_every", Text::tr("Look-ahead every"),
            Text::tr("Steps after which slow weights follow the trained ones, which go on from there; 0: none. If "
                     "validation jumps from epoch to epoch, try 5."))
            .number(Text::tr("The number of steps between look-aheads"), {0, 1e9})
            .with(&FieldInfo::unit, Text::tr("step"))
            .with(&FieldInfo::units, Text::tr("steps")),
        row<&Plan::lookaheadPull>(
            "lookahead_pull", Text::tr("Look-ahead pull"),
            Text::tr("How far the slow weights follow, as a fraction of the way; 0: all the way at first, a quarter "
                     "at the end. If learning becomes slow, move it closer to 1."))
            .number(Text::tr("The look-ahead pull"), {0, 1})
            .with(&FieldInfo::zero, Text::tr("falling"))
            .when(ofLookahead()),
    };
}

PlanRows bestFields() {
    return {
        row<&Plan::patience>("patience", Text::tr("Patience"),
                             Text::tr("Epochs without improvement after which the run ends; 0: never. If a run ends "
                                      "while it still learns, raise it."))
            .number(Text::tr("The patience"), {0, kMaxPlanEpochs})
            .with(&FieldInfo::zero, Text::tr("never stop"))
            .with(&FieldInfo::unit, Text::tr("epoch"))
            .with(&FieldInfo::units, Text::tr("epochs")),
        row<&Plan::bestBy>("best_by", Text::tr("Best by"),
                           Text::tr("Validation figure that selects the best weights. These are kept and tested. If "
                                    "the network becomes overconfident, choose loss; if some classes are rare, "
                                    "balanced accuracy."))
            .named(Text::tr("figure for the best weights"), bestByChoices),
        row<&Plan::testViews>(
            "test_views", Text::tr("Test views"),
            Text::tr("Views of each picture in the final test, whose answers are averaged. More are a "
                     "little more accurate and take as many times as long. Half of them are mirror images: not "
                     "for digits and letters."))
            .named(Text::tr("number of test views"), testViewChoices),
    };
}

} // namespace

PlanRows ruleFields() {
    PlanRows rows = lossFields();
    for (const auto& more : {averageFields, bestFields})
        std::ranges::move(more(), std::back_inserter(rows));
    return rows;
}

} // namespace belfry

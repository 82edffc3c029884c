// Plan <-> fields.
#include "core/train/backbone_check.h"
#include "core/train/placement.h"
#include "core/train/plan_fields.h"
#include "core/train/plan_shares.h"
#include "core/train/rank_start.h"
#include "ui/foundation/attempt.h"
#include "ui/foundation/texts.h"
#include "ui/pages/train/backbone_picker.h"
#include "ui/pages/train/data_preview.h"
#include "ui/pages/train/host_picker.h"
#include "ui/pages/train/rate_question.h"
#include "ui/pages/train/setup_form.h"
#include "ui/pages/train/training_rules.h"
#include "ui/widgets/bound_form.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/device_picker.h"
#include "ui/widgets/linked_batch.h"
#include "ui/widgets/number_field.h"

#include <QScopedValueRollback>
#include <QSignalBlocker>
#include <algorithm>
#include <filesystem>

namespace belfry {
namespace {

// A run of a preset that leaves them to the devices keeps what those were given.
bool devicesDecide(const std::string& a, const std::string& b) { return a == kByDevice || b == kByDevice; }

bool readsInput(const Plan& plan) {
    return attempt([&] { planField("augmentation").check(plan); }, [](const Text&) {});
}

// A preset that starts from a backbone is for whatever pictures there are.
bool takesAnyData(const Plan& preset) { return !preset.backbone.empty(); }

void copyData(const Plan& from, Plan& to) {
    to.data = from.data;
    to.dataVersion = from.dataVersion;
    to.groups = from.groups;
}

// Equal in all settings of a preset: devices, folders, printing and event files are the machine's and the user's.
bool sameTraining(Plan a, const Plan& b) {
    if (devicesDecide(a.feed, b.feed))
        a.feed = b.feed;
    if (devicesDecide(a.exchange, b.exchange) && a.asynchronous() == b.asynchronous())
        a.exchange = b.exchange;
    a.name = b.name;
    a.preset = b.preset;
    a.devices = b.devices;
    a.dataDir = b.dataDir;
    a.displayEvery = b.displayEvery;
    a.tensorboard = b.tensorboard;
    a.histogramsEvery = b.histogramsEvery;
    if (takesAnyData(b))
        copyData(b, a);
    return a == b;
}

} // namespace

Plan SetupForm::plan() const {
    Plan plan = base_;
    for (const BoundForm* form : forms())
        form->read(planFields(), plan);
    rules_->apply(plan);
    plan.backbone = backbone_->name();
    if (plan.data != base_.data) { // what belonged to the other data set
        plan.dataVersion.clear();
        plan.groups = Plan().groups;
        if (plan.backbone.empty())
            plan.pictureSize.clear();
    }
    plan.layers = plan.model == ownName_ ? ownLayers_ : std::vector<std::string>();
    if (batchEdited_) {
        plan.batchPerTower = batch_->batchPerTower();
        plan.globalBatch = batch_->divides() ? 0 : batch_->globalBatch();
    }
    if (!planField("shares").applies(plan))
        plan.shares.clear();
    return plan;
}

void SetupForm::setPlan(const Plan& plan) {
    base_ = plan;
    base_.splitBy = Plan().splitBy; // a run that is shown may be of an earlier version
    fillFrom(plan);
    batchEdited_ = false;
    const auto preset = std::ranges::find(presets_, plan.preset, &Preset::name);
    if (preset != presets_.end() && !sameTraining(base_, preset->plan)) { // of other data, say
        base_.name.clear();
        base_.preset.clear();
    }
    preset_->setName(base_.preset);
    if (preset_->currentIndex() < 0)
        preset_->setName("");
    preview_->setPlan(plan);
    showDependent();
    showNetwork();
    Q_EMIT edited();
}

void SetupForm::fillFrom(const Plan& plan) {
    const QScopedValueRollback filling(filling_, true);
    if (plan.data.find('/') != std::string::npos)
        data_->setOwn(plan.data, std::filesystem::path(plan.data).filename().string());
    if (!plan.layers.empty())
        takeOwnNetwork(plan.model, plan.layers);
    backbone_->setName(plan.backbone);
    devices_->setChosen(plan.devices);
    hosts_->setOwnTowers(plan.towers);
    batch_->setTowers(plan.towers + hosts_->towers());
    batch_->setBatch(plan.batchPerTower, plan.globalBatch);
    shownOptimizer_ = plan.optimizer;
    for (BoundForm* form : forms())
        form->fill(planFields(), plan);
    rules_->fill(plan);
}

void SetupForm::setLive(std::string_view field, double value) {
    {
        const QScopedValueRollback filling(filling_, true);
        expected<NumberField>(fieldWidget(field))->setNumber(value);
    }
    fieldEdited();
}

void SetupForm::choosePreset() {
    for (const Preset& preset : presets_) {
        if (preset.name == preset_->name()) {
            Plan chosen = preset.plan;
            chosen.dataDir = base_.dataDir;
            if (takesAnyData(chosen))
                copyData(plan(), chosen);
            setPlan(chosen);
            return;
        }
    }
    matchPreset(); // "Custom" cannot be chosen: only edits lead to it
}

// Another optimizer comes with its default rate and parameters: with Adam's 0.001 plain SGD would hardly learn.
void SetupForm::takeOptimizer(const std::string& name) {
    if (name == shownOptimizer_)
        return;
    shownOptimizer_ = name;
    base_.optimizer.clear(); // even when the plan had it before
    chooseOptimizer(base_, name);
    const QScopedValueRollback filling(filling_, true); // one edit, reported by the caller
    for (BoundForm* form : forms())
        form->fill(planFields(), base_, "update");
    rules_->fillOptimizer(base_);
}

// The batch entered last, per tower or global, stays unchanged.
void SetupForm::takeTowers(int towers) {
    const QSignalBlocker quiet(batch_);
    hosts_->setOwnTowers(towers);
    towers += hosts_->towers();
    batch_->setTowers(towers);
    batchEdited_ = batchEdited_ || towers != base_.towers;
}

void SetupForm::batchEntered() {
    batchEdited_ = batchEdited_ || !filling_;
    fieldEdited();
}

void SetupForm::devicesEntered() {
    base_.devices = devices_->chosen();
    fieldEdited();
}

void SetupForm::fieldEdited() {
    if (filling_)
        return;
    if (Plan edited = plan(); !edited.backbone.empty() && edited.model != base_.model) { // it is of another network
        leaveBackbone(edited);
        setPlan(edited);
        return;
    }
    const Plan now = plan();
    takeOptimizer(now.optimizer);
    takeTowers(now.towers);
    matchPreset();
    showDependent();
    if (readsInput(plan())) { // else its field says why not: perhaps half of it is typed
        preview_->setPlan(plan());
        showNetwork();
    }
    Q_EMIT edited();
}

// A plan that differs from its preset loses the preset's name, and gets it back when they are equal again.
void SetupForm::matchPreset() {
    const Plan now = plan();
    const auto found = std::find_if(presets_.begin(), presets_.end(),
                                    [&](const Preset& preset) { return sameTraining(now, preset.plan); });
    if (found != presets_.end()) {
        base_.name = found->plan.name;
        base_.preset = found->name;
    } else if (!base_.preset.empty()) {
        base_.name.clear();
        base_.preset.clear();
    }
    preset_->setName(base_.preset);
}

void SetupForm::showDependent() {
    const Plan now = plan();
    Text shares;
    if (planField("shares").applies(now))
        attempt([&] { checkShares(now); }, [&](const Text& sentence) { shares = sentence; });
    for (BoundForm* form : forms())
        form->showFor(planFields(), now, {{"shares", shares}});
    if (!learningRate_->property("wrong").toBool()) // a warning, no problem: such a plan may be run
        form_->setFieldProblem(learningRate_, RateQuestion::warning(now, now.learningRate));
    showCheckpoints();
    rules_->showPlan(now);
    showFolds(now);
}

QString SetupForm::problem() const {
    for (const BoundForm* form : forms())
        if (const QString sentence = form->problem(); !sentence.isEmpty())
            return sentence;
    for (const QString& sentence : {batch_->problem(), rules_->problem()})
        if (!sentence.isEmpty())
            return sentence;
    if (const QString sentence = problemOf(plan()); !sentence.isEmpty() || hosts().hosts.empty())
        return sentence;
    const Text refusal = refusalOverRanks(plan());
    return refusal.empty() ? hosts_->problem() : translated(refusal);
}

} // namespace belfry

// Plan <-> fields.
#include "core/base/error.h"
#include "core/train/resolve_choices.h"
#include "ui/foundation/texts.h"
#include "ui/pages/train/data_preview.h"
#include "ui/pages/train/setup_form.h"
#include "ui/pages/train/training_rules.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/device_picker.h"
#include "ui/widgets/entered.h"
#include "ui/widgets/field_grid.h"
#include "ui/widgets/fraction_box.h"
#include "ui/widgets/linked_batch.h"

#include <QCheckBox>
#include <QLineEdit>
#include <algorithm>
#include <filesystem>

namespace belfry {
namespace {

std::string entered(const ChoiceBox* box, const std::string& base) {
    return box->currentIndex() < 0 ? base : box->name();
}

// A run of a preset that leaves them to the devices keeps what those were given.
bool devicesDecide(const std::string& a, const std::string& b) {
    return a == kByDevice || b == kByDevice;
}

// Equal in all that a preset says: devices, folders, printing and event files are the machine's and the user's.
bool sameLesson(Plan a, const Plan& b) {
    if (devicesDecide(a.feed, b.feed)) {
        a.feed = b.feed;
    }
    if (devicesDecide(a.exchange, b.exchange) && a.asynchronous() == b.asynchronous()) {
        a.exchange = b.exchange;
    }
    a.name = b.name;
    a.preset = b.preset;
    a.devices = b.devices;
    a.dataDir = b.dataDir;
    a.displayEvery = b.displayEvery;
    a.tensorboard = b.tensorboard;
    a.histogramsEvery = b.histogramsEvery;
    return a == b;
}

// Where a step can be dealt to several towers.
bool dealsUnequally(const Plan& plan) {
    return plan.towers > 1 && !plan.asynchronous();
}

} // namespace

Plan SetupForm::plan() const {
    Plan plan = base_;
    plan.data = entered(data_, base_.data);
    if (plan.data != base_.data) {
        plan.pictureSize.clear(); // it was the other's
    }
    plan.model = entered(network_, base_.model);
    plan.layers = plan.model == ownName_ ? ownLayers_ : std::vector<std::string>();
    plan.mlp.hiddenLayers = entered(hiddenLayers_, base_.mlp.hiddenLayers);
    plan.mlp.width = entered(width_, base_.mlp.width);
    if (activation_->currentIndex() >= 0) {
        plan.mlp.activation = activationFromName(activation_->name());
    }
    plan.mlp.dropout = entered(dropout_, base_.mlp.dropout);
    plan.towers = entered(towers_, base_.towers);
    if (batchEdited_) {
        plan.batchPerTower = batch_->batchPerTower();
        plan.globalBatch = batch_->divides() ? 0 : batch_->globalBatch();
    }
    plan.augmentation = entered(augmentation_, base_.augmentation);
    plan.normalisation = entered(normalisation_, base_.normalisation);
    plan.feed = entered(feed_, base_.feed);
    plan.queueCapacity = entered(queueCapacity_, base_.queueCapacity);
    plan.queueWorkers = entered(queueWorkers_, base_.queueWorkers);
    plan.exchange = entered(exchange_, base_.exchange);
    plan.shares = dealsUnequally(plan) ? shares_->text().trimmed().toStdString() : "";
    plan.optimizer = entered(optimizer_, base_.optimizer);
    plan.learningRate = entered(learningRate_, base_.learningRate);
    rules_->apply(plan);
    plan.precision = entered(precision_, base_.precision);
    plan.epochs = entered(epochs_, base_.epochs);
    plan.steps = entered(steps_, base_.steps);
    plan.seed = entered(seed_, base_.seed);
    plan.checkpointEvery = entered(checkpoint_, base_.checkpointEvery);
    plan.checkpointMinutes = entered(minutes_, base_.checkpointMinutes);
    plan.tensorboard = tensorboard_->isChecked();
    plan.histogramsEvery = entered(histograms_, base_.histogramsEvery);
    return plan;
}

void SetupForm::setPlan(const Plan& plan) {
    filling_ = true;
    base_ = plan;
    fillFrom(plan);
    filling_ = false;
    batchEdited_ = false;
    preset_->setName(plan.preset);
    if (preset_->currentIndex() < 0) {
        preset_->setName("");
    }
    preview_->setPlan(plan);
    showDependent();
    showNetwork();
    Q_EMIT edited();
}

void SetupForm::fillFrom(const Plan& plan) {
    if (plan.data.find('/') != std::string::npos) {
        data_->setOwn(plan.data, std::filesystem::path(plan.data).filename().string());
    }
    data_->setName(plan.data);
    if (!plan.layers.empty()) {
        takeOwnNetwork(plan.model, plan.layers);
    }
    network_->setName(plan.model);
    put(hiddenLayers_, plan.mlp.hiddenLayers);
    put(width_, plan.mlp.width);
    activation_->setName(std::string(activationName(plan.mlp.activation)));
    dropout_->setValue(plan.mlp.dropout);
    devices_->setChosen(plan.devices);
    put(towers_, plan.towers);
    batch_->setTowers(plan.towers);
    batch_->setBatch(plan.batchPerTower, plan.globalBatch);
    augmentation_->setName(plan.augmentation);
    normalisation_->setName(plan.normalisation);
    feed_->setName(plan.feed);
    put(queueCapacity_, plan.queueCapacity);
    put(queueWorkers_, plan.queueWorkers);
    exchange_->setName(plan.exchange);
    shares_->setText(QString::fromStdString(plan.shares));
    optimizer_->setName(plan.optimizer);
    shownOptimizer_ = plan.optimizer;
    learningRate_->setValue(plan.learningRate);
    rules_->fill(plan);
    precision_->setName(plan.precision);
    put(epochs_, plan.epochs);
    put(steps_, plan.steps);
    put(seed_, plan.seed);
    put(checkpoint_, plan.checkpointEvery);
    minutes_->setValue(plan.checkpointMinutes);
    tensorboard_->setChecked(plan.tensorboard);
    put(histograms_, plan.histogramsEvery);
}

void SetupForm::choosePreset() {
    for (const Preset& preset : presets_) {
        if (preset.name == preset_->name()) {
            Plan chosen = preset.plan;
            chosen.dataDir = base_.dataDir;
            setPlan(chosen);
            return;
        }
    }
    matchPreset(); // "Own plan" cannot be asked for: it is what edits lead to
}

// Another optimizer comes with its usual rate and parameters: with Adam's 0.001 plain SGD would hardly learn.
void SetupForm::optimizerChosen() {
    if (filling_ || optimizer_->currentIndex() < 0 || optimizer_->name() == shownOptimizer_) {
        return;
    }
    shownOptimizer_ = optimizer_->name();
    base_.optimizer.clear(); // even when the plan had it before
    chooseOptimizer(base_, shownOptimizer_);
    filling_ = true; // one edit, told by the caller
    learningRate_->setValue(base_.learningRate);
    rules_->fillOptimizer(base_);
    filling_ = false;
}

void SetupForm::batchEntered() {
    batchEdited_ = batchEdited_ || !filling_;
    fieldEdited();
}

void SetupForm::devicesEntered() {
    if (filling_ || reporting_) {
        return;
    }
    base_.devices = devices_->chosen();
    fieldEdited();
}

void SetupForm::fieldEdited() {
    if (filling_) {
        return;
    }
    matchPreset();
    preview_->setPlan(plan());
    showDependent();
    showNetwork();
    Q_EMIT edited();
}

// A plan that no longer says what its preset says loses the preset's name, and gets it back when it does again.
void SetupForm::matchPreset() {
    const Plan now = plan();
    const auto found = std::find_if(presets_.begin(), presets_.end(),
                                    [&](const Preset& preset) { return sameLesson(now, preset.plan); });
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
    const bool mlp = network_->name() == "mlp";
    for (const QWidget* field : std::initializer_list<const QWidget*>{hiddenLayers_, width_, activation_, dropout_}) {
        grid_->setFieldVisible(field, mlp);
    }
    for (const QWidget* field : std::initializer_list<const QWidget*>{queueCapacity_, queueWorkers_}) {
        grid_->setFieldVisible(field, feed_->name() == "queue");
    }
    grid_->setFieldVisible(histograms_, tensorboard_->isChecked());
    showCheckpoints();
    grid_->setFieldVisible(shares_, dealsUnequally(plan()));
    rules_->showPlan(plan());
}

QString SetupForm::problem() const {
    if (const QString sentence = rules_->problem(); !sentence.isEmpty()) {
        return sentence;
    }
    try {
        validate(plan());
    } catch (const Error& error) {
        return translated(messageOf(error));
    }
    return {};
}

} // namespace belfry

#include "ui/pages/train/setup_form.h"

#include "core/data/catalogue.h"
#include "core/train/plan_fields.h"
#include "ui/pages/train/backbone_picker.h"
#include "ui/pages/train/data_preview.h"
#include "ui/pages/train/host_picker.h"
#include "ui/pages/train/training_rules.h"
#include "ui/widgets/bound_form.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/device_picker.h"
#include "ui/widgets/fold.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/linked_batch.h"
#include "ui/widgets/network_summary.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/parts.h"

#include <QLineEdit>
#include <QPushButton>
#include <filesystem>
#include <utility>

namespace belfry {
namespace {

std::vector<ChoiceBox::Item> presetItems(const std::vector<Preset>& presets) {
    std::vector<ChoiceBox::Item> items = ChoiceBox::itemsOf(presets);
    items.push_back({"", Text::tr("Custom"), Text::tr("A plan that does not match a preset.")});
    return items;
}

} // namespace

SetupForm::SetupForm(const Theme& theme, std::vector<Preset> presets, QWidget* parent)
    : QWidget(parent), theme_(theme), presets_(std::move(presets)) {
    setObjectName(QStringLiteral("setupForm"));
    setProperty("transparent", "true");
    makeFields(theme);
    layOut();
    connectFields();
    connectLive();
    connectFinders();
    setPlan(Plan{});
    keepTranslated(this, [this] {
        expected<QLineEdit>(fieldWidget("shares"))->setPlaceholderText(tr("equal"));
        showFinders();
        showDependent();
        showNetwork();
    });
}

void SetupForm::makeFields(const Theme& theme) {
    form_ = new BoundForm("belfry::SetupForm", this);
    preset_ = new ChoiceBox(presetItems(presets_), this);
    data_ = new ChoiceBox(ChoiceBox::itemsOf(catalogue()), this);
    network_ = new ChoiceBox(ChoiceBox::itemsOf(zoo()), this);
    preview_ = new DataPreview(theme, this);
    picture_ = new NetworkSummary(theme, this);
    backbone_ = new BackbonePicker(this);
    devices_ = new DevicePicker(this);
    hosts_ = new HostPicker(this);
    batch_ = new LinkedBatch(this);
    minutes_ = new FractionBox(10'000, this);
    minutes_->setSingleStep(1);
    learningRate_ = new RateBox(this);
    rules_ = new TrainingRules(theme, this);
    const Parts parts(this);
    findRate_ = parts.button("quiet", QT_TR_NOOP("Find rate…"), nullptr, "Find rate");
    findBatch_ = parts.button("quiet", QT_TR_NOOP("Find batch…"), nullptr, "Find batch");
}

void SetupForm::connectFields() {
    connect(preview_, &DataPreview::known, this, &SetupForm::takeData);
    connect(picture_, &NetworkSummary::editRequested, this, &SetupForm::editNetwork);
    connect(picture_, &NetworkSummary::layerMapsRequested, this, &SetupForm::layerMapsRequested);
    connect(backbone_, &BackbonePicker::chosen, this, &SetupForm::takeBackbone);
    connect(preset_, &QComboBox::activated, this, &SetupForm::choosePreset);
    for (BoundForm* form : forms())
        connect(form, &BoundForm::edited, this, &SetupForm::fieldEdited);
    connect(rules_, &TrainingRules::edited, this, &SetupForm::fieldEdited);
    connect(preview_, &DataPreview::opened, rules_, &TrainingRules::setTrainImages);
    connect(preview_, &DataPreview::opened, this, [this](qint64 images) {
        if (images == 0) // it says why
            preparation_.fold->setUnfolded(true);
    });
    connect(batch_, &LinkedBatch::changed, this, &SetupForm::batchEntered);
    connect(batch_, &LinkedBatch::problemChanged, this, &SetupForm::fieldEdited);
    connect(devices_, &DevicePicker::edited, this, &SetupForm::devicesEntered);
    connect(hosts_, &HostPicker::edited, this, &SetupForm::fieldEdited);
    connect(hosts_, &HostPicker::changed, this, &SetupForm::fieldEdited);
}

// While a run is in progress the boxes emit complete values only (setRunning turns keyboard tracking off).
void SetupForm::connectLive() {
    const auto byUser = [this](auto notify) {
        return [this, notify](auto value) {
            if (!filling_)
                notify(value);
        };
    };
    rate_ = learningRate_->number();
    connect(
        learningRate_, &NumberField::numberChanged, this,
        [this](double rate) {
            const double before = std::exchange(rate_, rate);
            if (!filling_)
                Q_EMIT learningRateEntered(rate, before);
        });
    connect(epochs_, &NumberField::numberChanged, this,
            byUser([this](double epochs) { Q_EMIT epochsEntered(static_cast<qint64>(epochs)); }));
    connect(checkpoint_, &NumberField::numberChanged, this,
            byUser([this](double steps) { Q_EMIT checkpointEntered(static_cast<qint64>(steps)); }));
}

// The meaning of 0 steps depends on the minutes.
void SetupForm::showCheckpoints() {
    checkpoint_->setMinimumText(minutes_->number() > 0 ? tr("by time") : tr("best and final"));
}

void SetupForm::setRunning(bool running) {
    for (QWidget* field : std::initializer_list<QWidget*>{picture_->editButton(), preset_, devices_, batch_})
        field->setEnabled(!running);
    for (BoundForm* form : forms())
        form->setLocked(running);
    rules_->setRunning(running);
    hosts_->setLocked(running);
    backbone_->setLocked(running);
    running_ = running;
    showFinders();
    for (NumberField* box : std::initializer_list<NumberField*>{learningRate_, epochs_, checkpoint_})
        box->setKeyboardTracking(!running);
}

RunHosts SetupForm::hosts() const { return hosts_->hosts(); }

void SetupForm::setReport(const DeviceReport& report) { devices_->setReport(report); }

} // namespace belfry

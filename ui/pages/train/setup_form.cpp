#include "ui/pages/train/setup_form.h"

#include "core/train/choices.h"
#include "core/data/catalogue.h"
#include "ui/foundation/texts.h"
#include "ui/pages/train/data_preview.h"
#include "ui/pages/train/training_rules.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/device_picker.h"
#include "ui/widgets/field_grid.h"
#include "ui/widgets/fraction_box.h"
#include "ui/widgets/linked_batch.h"
#include "ui/widgets/network_summary.h"

#include <QCheckBox>
#include <QEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <filesystem>
#include <limits>

namespace belfry {
namespace {

constexpr int kMaxInt = std::numeric_limits<int>::max();

std::vector<ChoiceBox::Item> presetItems(const std::vector<Preset>& presets) {
    std::vector<ChoiceBox::Item> items = ChoiceBox::itemsOf(presets);
    items.push_back({"", Text::tr("Own plan"), Text::tr("A plan that is no preset, or no longer one.")});
    return items;
}

SpinBox* spinBox(int least, int most, QWidget* parent) {
    auto* box = new SpinBox(parent);
    box->setRange(least, most);
    return box;
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
    retranslate();
    setPlan(Plan{});
}

void SetupForm::makeFields(const Theme& theme) {
    grid_ = new FieldGrid("belfry::SetupForm", this);
    preset_ = new ChoiceBox(presetItems(presets_), this);
    data_ = new ChoiceBox(ChoiceBox::itemsOf(catalogue()), this);
    network_ = new ChoiceBox(ChoiceBox::itemsOf(zoo()), this);
    activation_ = new ChoiceBox(ChoiceBox::itemsOf(activationChoices()), this);
    augmentation_ = new ChoiceBox(ChoiceBox::itemsOf(augmentationChoices()), this);
    normalisation_ = new ChoiceBox(ChoiceBox::itemsOf(normalisationChoices()), this);
    feed_ = new ChoiceBox(ChoiceBox::itemsOf(feedChoices()), this);
    exchange_ = new ChoiceBox(ChoiceBox::itemsOf(exchangeChoices()), this);
    optimizer_ = new ChoiceBox(ChoiceBox::itemsOf(optimizerChoices()), this);
    precision_ = new ChoiceBox(ChoiceBox::itemsOf(precisionChoices()), this);
    preview_ = new DataPreview(theme, this);
    picture_ = new NetworkSummary(theme, this);
    devices_ = new DevicePicker(this);
    batch_ = new LinkedBatch(this);
    hiddenLayers_ = spinBox(1, 100, this);
    width_ = spinBox(1, 100'000, this);
    towers_ = spinBox(1, 64, this);
    epochs_ = spinBox(1, 1'000'000, this);
    steps_ = spinBox(0, kMaxInt, this);
    seed_ = spinBox(0, kMaxInt, this);
    seed_->setGroupSeparatorShown(false);
    checkpoint_ = spinBox(0, 1'000'000'000, this);
    checkpoint_->setSingleStep(100);
    minutes_ = new FractionBox(10'000, 2, this);
    minutes_->setSingleStep(1);
    tensorboard_ = new QCheckBox(this);
    histograms_ = spinBox(0, 1'000'000'000, this);
    histograms_->setSingleStep(100);
    learningRate_ = new RateBox(this);
    dropout_ = new FractionBox(0.99, 2, this);
    queueCapacity_ = spinBox(1, 1000, this);
    queueWorkers_ = spinBox(1, 64, this);
    shares_ = new QLineEdit(this);
    rules_ = new TrainingRules(theme, this);
    findRate_ = makeButton({}, "Find rate...", "quiet", this);
    findBatch_ = makeButton({}, "Find batch...", "quiet", this);
}

void SetupForm::layOut() {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(grid_, 0, Qt::AlignTop); // not a stretch below it: that would take room from wrapped sentences
    grid_->addField(QT_TR_NOOP("Preset"),
                    QT_TR_NOOP("Fills all fields below with a plan that is known to work. When your own settings fail, "
                               "start again from here and change one thing at a time."),
                    preset_);
    grid_->addField(
        QT_TR_NOOP("Data"),
        QT_TR_NOOP("The pictures to learn from; below are some as the network sees them. Missing or damaged "
                   "files: belfry-cli data check says which."),
        data_);
    grid_->addField(QT_TR_NOOP("Augmentation"),
                    QT_TR_NOOP("How training changes each picture, anew in every epoch. Validation that falls behind "
                               "training: choose one; training that stays poor: none."),
                    augmentation_);
    grid_->addField(QT_TR_NOOP("Normalisation"),
                    QT_TR_NOOP("How a picture's bytes become numbers, in training and evaluation alike. When learning "
                               "does not start with a deep network, try Standardised."),
                    normalisation_);
    grid_->addWide(preview_);
    grid_->addField(QT_TR_NOOP("Network"),
                    QT_TR_NOOP("What is trained. Accuracy that stays low with every rate: take a larger network; "
                               "validation that falls behind training: a smaller one, or dropout."),
                    network_);
    grid_->addField(QT_TR_NOOP("Hidden layers"),
                    QT_TR_NOOP("Layers between picture and answer. Deep ones stop learning with sigmoid or tanh: use "
                               "fewer layers, or ReLU."),
                    hiddenLayers_);
    grid_->addField(QT_TR_NOOP("Width"),
                    QT_TR_NOOP("Units of every hidden layer. Wider learns more and takes more time and memory: make it "
                               "smaller when memory runs out."),
                    width_);
    grid_->addField(QT_TR_NOOP("Activation"),
                    QT_TR_NOOP("What a unit does with its sum. ReLU is the safe choice; if the loss stays at its "
                               "start, change it to ReLU or ELU."),
                    activation_);
    grid_->addField(QT_TR_NOOP("Dropout"),
                    QT_TR_NOOP("Share of units left out at random in training. Raise it when validation falls behind "
                               "training; lower it when both stay poor."),
                    dropout_);
    grid_->addWide(picture_);
    grid_->addHead(QT_TR_NOOP("Devices"));
    grid_->addWide(devices_);
    grid_->addField(QT_TR_NOOP("Towers"),
                    QT_TR_NOOP("Copies of the network that share every batch, dealt to the devices in turn. Out of "
                               "memory with several on one device: use fewer."),
                    towers_);
    grid_->addWide(batch_);
    grid_->addWide(findBatch_);
    layOutLearning();
}

void SetupForm::layOutLearning() {
    grid_->addHead(QT_TR_NOOP("Learning"));
    grid_->addField(QT_TR_NOOP("Feed"),
                    QT_TR_NOOP("How pictures reach the towers. When the towers' strip shows much waiting, another feed "
                               "may help."),
                    feed_);
    grid_->addField(QT_TR_NOOP("Queue capacity"),
                    QT_TR_NOOP("Batches that may wait ready. Towers that wait now and then: more; memory that runs "
                               "out: fewer."),
                    queueCapacity_);
    grid_->addField(QT_TR_NOOP("Queue workers"),
                    QT_TR_NOOP("Threads that prepare batches. Towers that wait all the time: one more; on a machine "
                               "with few cores more of them only take time from the towers."),
                    queueWorkers_);
    grid_->addField(QT_TR_NOOP("Exchange"),
                    QT_TR_NOOP("How the towers' gradients become one update. All ways but the asynchronous one learn "
                               "the same; when the towers' strip shows much exchange, try another one."),
                    exchange_);
    grid_->addField(QT_TR_NOOP("Shares"),
                    QT_TR_NOOP("What part of each step every tower gets, such as 0.7,0.3, or measured. When the strip "
                               "shows one tower that all others wait for, give it less."),
                    shares_);
    grid_->addField(QT_TR_NOOP("Optimizer"),
                    QT_TR_NOOP("How a gradient changes the weights. Adam forgives most rates; with SGD and momentum a "
                               "loss that jumps or becomes NaN asks for a smaller rate."),
                    optimizer_);
    grid_->addField(
        QT_TR_NOOP("Learning rate"),
        QT_TR_NOOP("How far each step goes; it may be changed while the run is on. Loss that becomes NaN or "
                   "jumps: divide it by ten. Loss that hardly falls: multiply it by three."),
        learningRate_);
    grid_->addWide(findRate_);
    grid_->addField(QT_TR_NOOP("Precision"),
                    QT_TR_NOOP("In what numbers a training step computes; the weights, and what is validated and "
                               "drawn on, are 32 bits in any. If the loss stalls with bf16, choose fp32."),
                    precision_);
    grid_->addField(
        QT_TR_NOOP("Epochs"),
        QT_TR_NOOP("How often all pictures are seen; it may be changed while the run is on. Validation that "
                   "still rises at the end: more; that falls again: fewer."),
        epochs_);
    grid_->addField(QT_TR_NOOP("Steps"),
                    QT_TR_NOOP("Ends the run after so many updates, whatever the epochs; 0: by epochs. For a quick "
                               "trial of settings that fail, try 200."),
                    steps_);
    grid_->addField(QT_TR_NOOP("Seed"),
                    QT_TR_NOOP("Where all chance comes from: the same seed and plan give the same run. When only one "
                               "seed fails, the settings are at their limit: lower the rate."),
                    seed_);
    grid_->addField(QT_TR_NOOP("Checkpoint"),
                    QT_TR_NOOP("Steps between saved weights, besides the best and the final ones; it may be changed "
                               "while the run is on. When runs break off, save more often."),
                    checkpoint_);
    grid_->addField(
        QT_TR_NOOP("Minutes"),
        QT_TR_NOOP(
            "Most time between saved weights, whatever the steps; a young run is saved sooner; 0: by steps alone. "
            "It is what a run that is killed loses at most."),
        minutes_);
    grid_->addField(
        QT_TR_NOOP("TensorBoard"),
        QT_TR_NOOP("Also writes event files into the run's folder: figures, histograms of weights, gradients "
                   "and activations, and the graph. A run that fails shows there where numbers grew."),
        tensorboard_);
    grid_->addField(QT_TR_NOOP("Histograms"),
                    QT_TR_NOOP("Steps between histograms in the event files. They take time: when steps become slow, "
                               "write fewer."),
                    histograms_);
    grid_->addWide(rules_);
}

void SetupForm::connectFields() {
    connect(preview_, &DataPreview::known, this, [this](const QString& known, const ImageShape& shape, int classes) {
        const std::string name = known.toStdString();
        if (name.find('/') == std::string::npos) {
            return; // the catalogue knows it
        }
        ownData_ = {.name = name,
                    .title = std::filesystem::path(name).filename().string(),
                    .summary = {},
                    .shape = shape,
                    .classes = classes};
        showNetwork();
    });
    connect(picture_, &NetworkSummary::editRequested, this, &SetupForm::editNetwork);
    connect(preset_, &QComboBox::activated, this, &SetupForm::choosePreset);
    connect(optimizer_, &QComboBox::currentIndexChanged, this, &SetupForm::optimizerChosen); // before it is an edit
    for (ChoiceBox* box :
         {data_, augmentation_, normalisation_, network_, activation_, feed_, exchange_, optimizer_, precision_}) {
        connect(box, &QComboBox::currentIndexChanged, this, &SetupForm::fieldEdited);
    }
    for (SpinBox* box :
         {hiddenLayers_, width_, queueCapacity_, queueWorkers_, epochs_, steps_, seed_, checkpoint_, histograms_}) {
        connect(box, &QSpinBox::valueChanged, this, &SetupForm::fieldEdited);
    }
    for (QDoubleSpinBox* box : std::initializer_list<QDoubleSpinBox*>{learningRate_, dropout_, minutes_}) {
        connect(box, &QDoubleSpinBox::valueChanged, this, &SetupForm::fieldEdited);
    }
    connect(tensorboard_, &QCheckBox::toggled, this, &SetupForm::fieldEdited);
    connect(shares_, &QLineEdit::textChanged, this, &SetupForm::fieldEdited);
    connect(towers_, &QSpinBox::valueChanged, batch_, &LinkedBatch::setTowers);
    connect(towers_, &QSpinBox::valueChanged, this, &SetupForm::fieldEdited);
    connect(rules_, &TrainingRules::edited, this, &SetupForm::fieldEdited);
    connect(preview_, &DataPreview::opened, rules_, &TrainingRules::setTrainImages);
    connect(batch_, &LinkedBatch::changed, this, &SetupForm::batchEntered);
    connect(devices_, &DevicePicker::chosenChanged, this, &SetupForm::devicesEntered);
}

// While a run is on the boxes speak when a value is complete (setRunning turns keyboard tracking off).
void SetupForm::connectLive() {
    const auto byUser = [this](auto tell) {
        return [this, tell](auto value) {
            if (!filling_) {
                tell(value);
            }
        };
    };
    connect(learningRate_, &QDoubleSpinBox::valueChanged, this,
            byUser([this](double rate) { Q_EMIT learningRateEntered(rate); }));
    connect(epochs_, &QSpinBox::valueChanged, this, byUser([this](int epochs) { Q_EMIT epochsEntered(epochs); }));
    connect(checkpoint_, &QSpinBox::valueChanged, this, byUser([this](int steps) { Q_EMIT checkpointEntered(steps); }));
}

void SetupForm::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        showNetwork();
        showReport();
    }
    QWidget::changeEvent(event);
}

void SetupForm::retranslate() {
    findRate_->setText(tr("Find rate..."));
    findBatch_->setText(tr("Find batch..."));
    showFinders();
    queueCapacity_->setUnit(tr("batch"), tr("batches"));
    queueWorkers_->setUnit(tr("thread"), tr("threads"));
    shares_->setPlaceholderText(tr("equal"));
    steps_->setSpecialValueText(tr("by epochs"));
    minutes_->setSpecialValueText(tr("by steps"));
    histograms_->setSpecialValueText(tr("by epochs"));
    showCheckpoints();
}

std::vector<QWidget*> SetupForm::fixedFields() const {
    return {picture_->editButton(),
            preset_,
            data_,
            augmentation_,
            normalisation_,
            network_,
            hiddenLayers_,
            width_,
            activation_,
            dropout_,
            devices_,
            towers_,
            batch_,
            feed_,
            queueCapacity_,
            queueWorkers_,
            exchange_,
            shares_,
            optimizer_,
            precision_,
            steps_,
            seed_,
            minutes_,
            tensorboard_,
            histograms_};
}

// What 0 steps mean depends on the minutes.
void SetupForm::showCheckpoints() {
    checkpoint_->setSpecialValueText(minutes_->value() > 0 ? tr("by time") : tr("best and final"));
    minutes_->setSuffix(tr(" min"));
}

void SetupForm::setRunning(bool running) {
    for (QWidget* field : fixedFields()) {
        field->setEnabled(!running);
    }
    epochs_->setEnabled(!running || steps_->value() == 0); // a length in steps goes before
    rules_->setRunning(running);
    running_ = running;
    showFinders();
    for (QAbstractSpinBox* box : std::initializer_list<QAbstractSpinBox*>{learningRate_, epochs_, checkpoint_}) {
        box->setKeyboardTracking(!running);
    }
}

void SetupForm::setReport(const DeviceReport& report) {
    report_ = report;
    showReport();
}

void SetupForm::showReport() {
    reporting_ = true; // what the machine has is no edit
    devices_->setReport(report_);
    reporting_ = false;
}

} // namespace belfry

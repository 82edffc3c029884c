#include "ui/pages/search/search_form.h"

#include "core/data/catalogue.h"
#include "ui/foundation/texts.h"
#include "ui/pages/search/space_dialog.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/device_picker.h"
#include "ui/widgets/field_grid.h"
#include "ui/widgets/fraction_box.h"

#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>
#include <limits>

namespace belfry {
namespace {

constexpr int kMaxInt = std::numeric_limits<int>::max();

std::vector<ChoiceBox::Item> presetItems() {
    std::vector<ChoiceBox::Item> items;
    for (const SearchPreset& preset : searchPresets()) {
        items.push_back({preset.name, preset.title, preset.summary});
    }
    items.push_back({"", Text::tr("Own search"), Text::tr("A search that is no preset, or no longer one.")});
    return items;
}

SpinBox* spinBox(int least, int most, QWidget* parent) {
    auto* box = new SpinBox(parent);
    box->setRange(least, most);
    return box;
}

// None, or a factor of 2 and more: the arrows pass over 1.
class FactorBox : public SpinBox {
public:
    explicit FactorBox(QWidget* parent) : SpinBox(parent) {
        setRange(0, 100);
        setPrefix(QStringLiteral("1 / "));
    }
    void stepBy(int steps) override {
        const int next = value() + steps;
        setValue(next != 1 ? next : steps > 0 ? 2 : 0);
    }
};

} // namespace

SearchForm::SearchForm(const Theme& theme, QWidget* parent)
    : QWidget(parent), theme_(theme), chosenPreset_(searchPresets().front().name) {
    setObjectName(QStringLiteral("searchForm"));
    setProperty("transparent", "true");
    makeFields();
    layOut();
    connectFields();
    setPlan(usualPreset().plan);
    retranslate();
}

void SearchForm::makeFields() {
    grid_ = new FieldGrid("belfry::SearchForm", this, "search");
    preset_ = new ChoiceBox(presetItems(), this);
    name_ = new QLineEdit(this);
    data_ = new ChoiceBox(ChoiceBox::itemsOf(catalogue()), this);
    space_ = makeLabel({}, "muted", this);
    space_->setObjectName(QStringLiteral("searchSpace"));
    space_->setWordWrap(true);
    edit_ = makeButton({}, "Edit space", "", this);
    edit_->setAccessibleName(QStringLiteral("Edit space…")); // as its label says
    strategy_ = new ChoiceBox(ChoiceBox::itemsOf(strategyChoices()), this);
    trials_ = spinBox(0, 1'000'000'000, this);
    halving_ = new FactorBox(this);
    firstRung_ = spinBox(1, 1'000'000, this);
    budget_ = new FractionBox(1e6, 1, this);
    budget_->setSingleStep(10);
    seed_ = spinBox(0, kMaxInt, this);
    seed_->setGroupSeparatorShown(false);
    population_ = spinBox(2, 100'000, this);
    generations_ = spinBox(1, 100'000, this);
    retain_ = new FractionBox(0.99, 2, this);
    randomSelect_ = new FractionBox(0.99, 2, this);
    mutate_ = new FractionBox(1, 2, this);
    trainImages_ = spinBox(0, kMaxInt, this);
    trainImages_->setSingleStep(1000);
    epochs_ = spinBox(1, 1'000'000, this);
    batch_ = spinBox(1, 1'000'000, this);
    winners_ = spinBox(0, 1000, this);
    winnerSeeds_ = spinBox(1, 1000, this);
    winnerImages_ = spinBox(0, kMaxInt, this);
    winnerImages_->setSingleStep(1000);
    winnerEpochs_ = spinBox(0, 1'000'000, this);
    devices_ = new DevicePicker(this, "search");
    parallel_ = spinBox(0, 1024, this);
    towers_ = spinBox(0, 64, this);
}

void SearchForm::layOut() {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(grid_, 0, Qt::AlignTop);
    grid_->addField(QT_TR_NOOP("Preset"),
                    QT_TR_NOOP("Fills all fields below with a search that is known to work: space, strategy, data and "
                               "lengths. Start from here and change one thing at a time."),
                    preset_);
    grid_->addField(QT_TR_NOOP("Name"), QT_TR_NOOP("What lists call the search; empty: as its preset or its strategy."),
                    name_);
    grid_->addField(QT_TR_NOOP("Data"),
                    QT_TR_NOOP("The pictures that every trial learns from. The test pictures are used once, for the "
                               "winners."),
                    data_);
    grid_->addWide(space_);
    grid_->addWide(edit_);
    layOutStrategy();
    layOutTrials();
    grid_->addHead(QT_TR_NOOP("Devices"));
    grid_->addWide(devices_);
    grid_->addField(QT_TR_NOOP("Side by side"),
                    QT_TR_NOOP("Trials that train at the same time; 0: a short measurement before the first one "
                               "chooses. The trials are the same however many there are."),
                    parallel_);
    grid_->addField(QT_TR_NOOP("Towers"),
                    QT_TR_NOOP("Copies of each network that share its batches; 0: measured. More than one pays for "
                               "large networks only."),
                    towers_);
}

void SearchForm::layOutStrategy() {
    grid_->addHead(QT_TR_NOOP("Search"));
    grid_->addField(QT_TR_NOOP("Strategy"),
                    QT_TR_NOOP("What is tried next. Few hours and a large space: genetic; a small space: exhaustive."),
                    strategy_);
    grid_->addField(QT_TR_NOOP("Trials"),
                    QT_TR_NOOP("How many networks a random search tries; the others try so many at most."), trials_);
    grid_->addField(QT_TR_NOOP("Halving"),
                    QT_TR_NOOP("Successive halving: all networks train briefly, the best 1 / N of them N times longer, "
                               "and so on. 0: every network trains to its end at once."),
                    halving_);
    grid_->addField(QT_TR_NOOP("First rung"),
                    QT_TR_NOOP("Length of the first, brief trainings. Good networks that start slowly get lost: "
                               "lengthen it."),
                    firstRung_);
    grid_->addField(QT_TR_NOOP("Budget"),
                    QT_TR_NOOP("After so many minutes no trial begins or goes on; the winners come on top. 0: no end."),
                    budget_);
    grid_->addField(QT_TR_NOOP("Seed"),
                    QT_TR_NOOP("Where all chance comes from: the same seed and setup give the same trials, however "
                               "many run side by side."),
                    seed_);
    geneticHead_ = grid_->addHead(QT_TR_NOOP("Genetic"));
    grid_->addField(QT_TR_NOOP("Population"),
                    QT_TR_NOOP("Networks of a generation. Searches that end at a middling network: more."),
                    population_);
    grid_->addField(QT_TR_NOOP("Generations"),
                    QT_TR_NOOP("How many, the first, drawn at random, among them. A best network that still rises "
                               "at the end: more."),
                    generations_);
    grid_->addField(QT_TR_NOOP("Retain"),
                    QT_TR_NOOP("Part of a generation, its best, that goes on unchanged and has children."), retain_);
    grid_->addField(QT_TR_NOOP("Random select"),
                    QT_TR_NOOP("Chance of each of the others to go on too. A population that becomes all alike: "
                               "raise it."),
                    randomSelect_);
    grid_->addField(QT_TR_NOOP("Mutate"),
                    QT_TR_NOOP("Chance of a child to have one gene drawn anew. A population that becomes all alike: "
                               "raise it."),
                    mutate_);
}

void SearchForm::layOutTrials() {
    grid_->addHead(QT_TR_NOOP("Every trial"));
    grid_->addField(QT_TR_NOOP("Training images"),
                    QT_TR_NOOP("So many, drawn once for all trials; 0: all of them. Fewer make a search affordable; "
                               "the winners train on all again."),
                    trainImages_);
    grid_->addField(QT_TR_NOOP("Epochs"),
                    QT_TR_NOOP("Length of a trial at most; it ends earlier when its validation accuracy has stopped "
                               "rising."),
                    epochs_);
    grid_->addField(QT_TR_NOOP("Images per step"),
                    QT_TR_NOOP("Over all towers of a trial, however many there are. Hidden while a gene chooses it."),
                    batch_);
    grid_->addHead(QT_TR_NOOP("Winners"));
    grid_->addField(QT_TR_NOOP("Winners"),
                    QT_TR_NOOP("Best networks that are trained again at the end and tested, once; 0: none."), winners_);
    grid_->addField(QT_TR_NOOP("Winner seeds"),
                    QT_TR_NOOP("Each winner is trained from so many seeds: mean and spread tell more than one run."),
                    winnerSeeds_);
    grid_->addField(QT_TR_NOOP("Winner images"),
                    QT_TR_NOOP("Training images of a winner, however few the trials saw; 0: all."), winnerImages_);
    grid_->addField(QT_TR_NOOP("Winner epochs"),
                    QT_TR_NOOP("Length of a winner's run at most; 0: as a trial's. More images pay with more epochs."),
                    winnerEpochs_);
}

void SearchForm::connectFields() {
    connect(preset_, &QComboBox::activated, this, &SearchForm::choosePreset);
    connect(edit_, &QPushButton::clicked, this, &SearchForm::editSpace);
    connect(name_, &QLineEdit::textChanged, this, &SearchForm::fieldEdited);
    for (ChoiceBox* box : {data_, strategy_}) {
        connect(box, &QComboBox::currentIndexChanged, this, &SearchForm::fieldEdited);
    }
    for (SpinBox* box : {trials_, halving_, firstRung_, seed_, population_, generations_, trainImages_, epochs_, batch_,
                         winners_, winnerSeeds_, winnerImages_, winnerEpochs_, parallel_, towers_}) {
        connect(box, &QSpinBox::valueChanged, this, &SearchForm::fieldEdited);
    }
    for (FractionBox* box : {budget_, retain_, randomSelect_, mutate_}) {
        connect(box, &QDoubleSpinBox::valueChanged, this, &SearchForm::fieldEdited);
    }
    connect(devices_, &DevicePicker::chosenChanged, this, &SearchForm::devicesEntered);
}

void SearchForm::editSpace() {
    auto* dialog = new SpaceDialog(theme_, plan().space, usualPreset(), window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        SearchPlan edited = plan();
        edited.space = dialog->space();
        edited.preset = presetOf(edited);
        setPlan(edited);
    });
    dialog->open();
}

void SearchForm::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        showReport();
    }
    QWidget::changeEvent(event);
}

void SearchForm::retranslate() {
    edit_->setText(tr("Edit space…"));
    edit_->setToolTip(tr("Which genes a network has, what each of them may be, and in which order they are tried"));
    name_->setPlaceholderText(tr("automatic"));
    firstRung_->setUnit(tr("epoch"), tr("epochs"));
    budget_->setSuffix(tr(" min"));
    halving_->setSpecialValueText(tr("none"));
    budget_->setSpecialValueText(tr("no end"));
    for (SpinBox* box : {trainImages_, winnerImages_}) {
        box->setSpecialValueText(tr("all"));
    }
    winners_->setSpecialValueText(tr("no test"));
    winnerEpochs_->setSpecialValueText(tr("as a trial"));
    for (SpinBox* box : {parallel_, towers_}) {
        box->setSpecialValueText(tr("measured"));
    }
    showDependent();
    showSpace();
}

void SearchForm::setEnabledFields(bool enabled) {
    grid_->setEnabled(enabled);
}

void SearchForm::setReport(const DeviceReport& report) {
    report_ = report;
    showReport();
}

void SearchForm::showReport() {
    reporting_ = true; // what the machine has is no edit
    devices_->setReport(report_);
    reporting_ = false;
}

} // namespace belfry

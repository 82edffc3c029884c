#include "ui/pages/search/search_form.h"

#include "core/data/catalogue.h"
#include "core/train/plan_fields.h"
#include "ui/pages/search/space_dialog.h"
#include "ui/widgets/bound_form.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/device_picker.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/parts.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace belfry {
namespace {

std::vector<ChoiceBox::Item> presetItems() {
    std::vector<ChoiceBox::Item> items = ChoiceBox::itemsOf(searchPresets());
    items.push_back({"", Text::tr("Custom"), Text::tr("A search that does not match a preset.")});
    return items;
}

// None, or a factor of 2 and more: the arrows pass over 1.
class FactorBox : public SpinBox {
public:
    explicit FactorBox(QWidget* parent) : SpinBox(parent) {
        setRange(0, 100);
        setPrefix(QStringLiteral("1 / "));
    }

protected:
    double stepped(double number, int steps) const override {
        const double next = number + steps;
        return next != 1 ? next : steps > 0 ? 2 : 0;
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
    setPlan(lastPreset().plan);
    keepTranslated(this, [this] {
        form_->widget<QLineEdit>(searchField("name"))->setPlaceholderText(tr("automatic"));
        helpers_->setPlaceholderText(tr("nowhere"));
        showDependent();
        showSpace();
    });
}

void SearchForm::makeFields() {
    form_ = new BoundForm("belfry::SearchForm", this, "search");
    preset_ = new ChoiceBox(presetItems(), this);
    data_ = new ChoiceBox(ChoiceBox::itemsOf(catalogue()), this);
    const Parts parts(this);
    space_ = parts.sentence("muted", "searchSpace");
    edit_ = parts.button(
        "", QT_TR_NOOP("Edit space…"),
        QT_TR_NOOP("The genes of a network, the values of each, and the order in which they are tried"), "Edit space");
    batch_ = new SpinBox(this);
    batch_->setRange(1, 1'000'000);
    devices_ = new DevicePicker(this, "search");
    helpers_ = new QLineEdit(this);
}

void SearchForm::layOut() {
    fillWith(this, columnOf(0, {{form_, 0, Qt::AlignTop}}));
    form_->addField(QT_TR_NOOP("Preset"),
                    QT_TR_NOOP("Fills all fields below with a search that is known to work: space, strategy, data and "
                               "lengths. Start from here and change one thing at a time."),
                    preset_);
    form_->addGroup(searchFields(), "run");
    form_->add(planField("data"), data_,
               Text::tr("The images every trial is trained on. The test images are used once, for the winners."));
    form_->addWide(space_);
    form_->addWide(edit_);
    form_->addHead(QT_TR_NOOP("Search"));
    auto* budget = new FractionBox(1e6, this);
    budget->setSingleStep(10);
    form_->addGroup(searchFields(), "search", {{"halving", new FactorBox(this)}, {"budget_minutes", budget}});
    geneticHead_ = form_->addHead(QT_TR_NOOP("Genetic"));
    form_->addGroup(searchFields(), "genetic",
                    {{"retain", new FractionBox(0.99, this)},
                     {"random_select", new FractionBox(0.99, this)},
                     {"mutate", new FractionBox(1, this)}});
    layOutTrials();
    form_->addHead(QT_TR_NOOP("Winners"));
    form_->addGroup(searchFields(), "winners");
    form_->addHead(QT_TR_NOOP("Devices"));
    form_->addWide(devices_);
    form_->addGroup(searchFields(), "devices");
    form_->addField(
        QT_TR_NOOP("Helpers join at"),
        QT_TR_NOOP("This machine's address and a port, such as 10.0.0.5:29600, where other machines may join the "
                   "search and train trials for it. A port alone is for those that come through a tunnel. "
                   "Nothing is encrypted and nobody is asked for a password: for private networks only."),
        helpers_);
    form_->widget<SpinBox>(searchField("winner_images"))->setSingleStep(1000);
}

void SearchForm::layOutTrials() {
    form_->addHead(QT_TR_NOOP("Every trial"));
    form_->add(planField("train_images"), nullptr,
               Text::tr("Number of training images, drawn once for all trials; 0: all. Fewer make a search faster; the "
                        "winners train on all of them."));
    form_->widget<SpinBox>(planField("train_images"))->setSingleStep(1000);
    form_->add(planField("epochs"), nullptr,
               Text::tr("Maximum length of a trial; it ends earlier when its validation accuracy stops rising."));
    form_->addField(QT_TR_NOOP("Images per step"),
                    QT_TR_NOOP("Over all towers of a trial. Hidden while a gene determines it."), batch_);
}

void SearchForm::connectFields() {
    connect(preset_, &QComboBox::activated, this, &SearchForm::choosePreset);
    connect(edit_, &QPushButton::clicked, this, &SearchForm::editSpace);
    connect(form_, &BoundForm::edited, this, &SearchForm::fieldEdited);
    connect(batch_, &NumberField::changed, this, &SearchForm::fieldEdited);
    connect(devices_, &DevicePicker::edited, this, &SearchForm::devicesEntered);
    connect(helpers_, &QLineEdit::textChanged, this, &SearchForm::fieldEdited);
}

void SearchForm::editSpace() {
    auto* dialog = new SpaceDialog(theme_, plan().space, lastPreset(), window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        SearchPlan edited = plan();
        edited.space = dialog->space();
        edited.preset = presetOf(edited);
        setPlan(edited);
    });
    dialog->open();
}

void SearchForm::setEnabledFields(bool enabled) { form_->setEnabled(enabled); }

void SearchForm::setReport(const DeviceReport& report) { devices_->setReport(report); }

} // namespace belfry

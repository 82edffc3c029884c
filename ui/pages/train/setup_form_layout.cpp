// What stands where: in sight what every run needs, the rest in folds.
#include "core/train/plan_fields.h"
#include "ui/pages/train/backbone_picker.h"
#include "ui/pages/train/data_preview.h"
#include "ui/pages/train/host_picker.h"
#include "ui/pages/train/setup_form.h"
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
#include "ui/widgets/plan_text.h"

#include <QPushButton>

namespace belfry {

SetupForm::Folded SetupForm::addFold(const char* label, const char* help, const char* name) {
    auto* form = new BoundForm("belfry::SetupForm", this);
    return {new Fold(Parts(this).button("fold", label, help, name), form, this), form};
}

void SetupForm::layOut() {
    form_->addField(QT_TR_NOOP("Preset"),
                    QT_TR_NOOP("Fills all fields below with a plan that is known to work. When your own settings fail, "
                               "start again from here and change one thing at a time."),
                    preset_);
    form_->add(planField("data"), data_);
    form_->add(planField("model"), network_);
    form_->addWide(devices_);
    form_->addWide(hosts_);
    form_->add(planField("towers"));
    form_->addWide(batch_);
    form_->add(planField("learning_rate"), learningRate_);
    form_->add(planField("epochs"));
    makeFolds();
    auto* finders = new QWidget(this);
    fillWith(finders, rowOf(8, {findRate_, findBatch_, Placed::stretch()}));
    for (QWidget* part : std::initializer_list<QWidget*>{finders, preparation_.fold, shape_.fold, feed_.fold,
                                                         update_.fold, rules_, record_.fold})
        form_->addWide(part);
    // Not a stretch below it: that would take room from wrapped sentences.
    fillWith(this, columnOf(0, {{form_, 0, Qt::AlignTop}}));
    epochs_ = expected<SpinBox>(fieldWidget("epochs"));
    for (const char* steps : {"checkpoint_every", "histograms_every"})
        expected<SpinBox>(fieldWidget(steps))->setSingleStep(100);
}

void SetupForm::makeFolds() {
    preparation_ =
        addFold(QT_TR_NOOP("Data preparation"),
                QT_TR_NOOP("How images are changed and scaled before the network sees them"), "Data preparation");
    for (const char* name : {"augmentation", "normalisation"})
        preparation_.form->add(planField(name));
    preparation_.form->addWide(preview_);
    shape_ =
        addFold(QT_TR_NOOP("Network shape"), QT_TR_NOOP("The network's layers, and your own network"), "Network shape");
    for (const char* name : {"hidden_layers", "width", "activation"})
        shape_.form->add(planField(name));
    shape_.form->add(planField("dropout"), new FractionBox(0.99, this));
    shape_.form->addWide(picture_);
    shape_.form->addWide(backbone_);
    feed_ = addFold(QT_TR_NOOP("Feed and exchange"),
                    QT_TR_NOOP("How batches reach the towers, and how their gradients become one update"),
                    "Feed and exchange");
    feed_.form->addGroup(planFields(), "feed", {{"shares", new NumbersEdit(this)}});
    update_ = addFold(QT_TR_NOOP("Optimizer and length"),
                      QT_TR_NOOP("The optimizer, the precision of a step, a length in steps, and the random seed"),
                      "Optimizer and length");
    for (const char* name : {"optimizer", "precision", "steps", "seed"})
        update_.form->add(planField(name));
    record_ = addFold(QT_TR_NOOP("Recording"), QT_TR_NOOP("What is saved of the run, and how often"), "Recording");
    record_.form->addGroup(planFields(), "record", {{"checkpoint_minutes", minutes_}});
    checkpoint_ = expected<SpinBox>(fieldWidget("checkpoint_every"));
    record_.form->join(checkpoint_, QT_TR_NOOP("or"), minutes_);
    for (NumberField* field : std::initializer_list<NumberField*>{checkpoint_, minutes_})
        field->setButtonSymbols(QAbstractSpinBox::NoButtons); // the column is too narrow for both with arrows
}

std::vector<BoundForm*> SetupForm::forms() const {
    return {form_, preparation_.form, shape_.form, feed_.form, update_.form, record_.form};
}

std::vector<Fold*> SetupForm::folds() const {
    return {preparation_.fold, shape_.fold, feed_.fold, update_.fold, rules_->fold(), record_.fold};
}

QWidget* SetupForm::fieldWidget(std::string_view name) const {
    for (const BoundForm* form : forms())
        if (QWidget* widget = form->widgetOf(planField(name)))
            return widget;
    return nullptr;
}

// What is set in each.
void SetupForm::showFolds(const Plan& plan) {
    for (const Folded& part : {preparation_, shape_, feed_, update_, record_}) {
        QStringList values;
        for (const PlanField& field : planFields())
            if (part.form->widgetOf(field) != nullptr && field.applies(plan))
                values << fieldText(field, plan);
        if (part.fold == shape_.fold)
            values.prepend(networkTitle(plan.model));
        part.fold->setSummary(values.join(QStringLiteral(" · ")), part.form->showsProblem());
    }
}

void SetupForm::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    preview_->open();
}

} // namespace belfry

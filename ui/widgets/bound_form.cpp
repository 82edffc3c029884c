#include "ui/widgets/bound_form.h"

#include "ui/foundation/keep_translated.h"
#include "ui/foundation/texts.h"
#include "ui/widgets/choice_edit.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/number_field.h"

#include <QCheckBox>
#include <algorithm>
#include <iterator>

namespace belfry {
namespace {

// A sentence about a field, for where the field is not beside it.
QString named(const FieldInfo& field, const QString& problem) {
    const bool says = !field.subject.empty() && problem.startsWith(translated(field.subject));
    return says ? problem : BoundForm::tr("%1: %2").arg(translated(field.title), problem);
}

constexpr double kUnbounded = 18'446'744'073'709'551'615.0; // a seed of a plan file may have 64 bits

} // namespace

BoundForm::BoundForm(const char* context, QWidget* parent, const char* prefix) : FieldGrid(context, parent, prefix) {
    keepTranslated(
        this,
        [this] {
            for (const auto& [field, widget] : widgets_)
                retranslate(*field, widget);
        });
}

QWidget* BoundForm::makeWidget(const FieldInfo& field, const std::string&) {
    if (field.written) {
        std::vector<ChoiceBox::Item> items = ChoiceBox::itemsOf(field.choices());
        std::ranges::move(ChoiceBox::itemsOf(field.written->usual()), std::back_inserter(items));
        return new ChoiceEdit(std::move(items), this);
    }
    return field.choices != nullptr ? static_cast<QWidget*>(new ChoiceBox(ChoiceBox::itemsOf(field.choices()), this))
                                    : new QLineEdit(this);
}

QWidget* BoundForm::makeWidget(const FieldInfo&, bool) { return new QCheckBox(this); }

QWidget* BoundForm::makeWidget(const FieldInfo&, double) { return new RealBox(this); }

QWidget* BoundForm::makeWidget(const FieldInfo& field, std::int64_t) {
    auto* box = new SpinBox(this);
    const Bounds bounds = field.bounds.value_or(Bounds{0, kUnbounded});
    box->setRange(bounds.orZero ? 0 : bounds.min, bounds.max);
    box->setGroupSeparatorShown(field.bounds.has_value()); // a seed is an identifier, not a quantity
    return box;
}

void BoundForm::bind(const FieldInfo& field, QWidget* widget, const Text& help) {
    widgets_.emplace(&field, widget);
    addField(field.title, help, widget);
    if (auto* edit = qobject_cast<ChoiceEdit*>(widget))
        connect(edit, &QComboBox::editTextChanged, this, &BoundForm::entered);
    else if (auto* menu = qobject_cast<QComboBox*>(widget))
        connect(menu, &QComboBox::currentIndexChanged, this, &BoundForm::entered);
    else if (auto* number = qobject_cast<NumberField*>(widget))
        connect(number, &NumberField::changed, this, &BoundForm::entered);
    else if (auto* box = qobject_cast<QCheckBox*>(widget))
        connect(box, &QCheckBox::toggled, this, &BoundForm::entered);
    else if (auto* line = qobject_cast<QLineEdit*>(widget))
        connect(line, &QLineEdit::textChanged, this, &BoundForm::entered);
    else
        Q_UNREACHABLE(); // edits would go unnoticed
    if (auto* number = qobject_cast<NumberField*>(widget); number != nullptr && field.bounds)
        number->setCheck([&field](double value) {
            Text problem;
            attempt([&] { checkNumber(field, value); }, [&](const Text& sentence) { problem = sentence; });
            return problem;
        });
    retranslate(field, widget);
}

QWidget* BoundForm::widgetOf(const FieldInfo& field) const {
    const auto found = widgets_.find(&field);
    return found == widgets_.end() ? nullptr : found->second;
}

void BoundForm::entered() {
    if (!filling_)
        Q_EMIT edited();
}

void BoundForm::showProblem(QWidget* widget, const Text& problem) {
    auto* number = qobject_cast<NumberField*>(widget);
    if (number != nullptr)
        number->setRefused(!problem.empty());
    else
        setWrong(widget, !problem.empty());
    const bool typed = number != nullptr && !number->problem().empty();
    setFieldProblem(widget, translated(typed ? number->problem() : problem));
}

void BoundForm::setDecider(const FieldInfo& field, QWidget* widget, const FieldInfo* decider) {
    setFieldReason(widget, decider == nullptr
                               ? QString()
                               : tr("“%1” decides: set it to 0 to use this field.").arg(translated(decider->title)));
    if (decider != nullptr)
        decided_.insert(&field);
    else
        decided_.erase(&field);
    widget->setEnabled(decider == nullptr && (!locked_ || field.live));
}

void BoundForm::setLocked(bool locked) {
    locked_ = locked;
    for (const auto& [field, widget] : widgets_)
        widget->setEnabled(!decided_.contains(field) && (!locked || field->live));
}

QString BoundForm::problem() const {
    for (const auto& [field, widget] : widgets_) {
        const auto* number = qobject_cast<const NumberField*>(widget);
        if (number != nullptr && !number->isHidden() && !number->problem().empty())
            return named(*field, translated(number->problem()));
    }
    return {};
}

void BoundForm::retranslate(const FieldInfo& field, QWidget* widget) {
    const QString unit = translated(field.unit), units = translated(field.units);
    auto* number = qobject_cast<NumberField*>(widget);
    if (number == nullptr)
        return;
    if (!units.isEmpty())
        number->setUnit(unit.isEmpty() ? units : unit, units);
    if (!field.zero.empty())
        number->setMinimumText(translated(field.zero));
}

} // namespace belfry

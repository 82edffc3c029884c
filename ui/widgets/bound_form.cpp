#include "ui/widgets/bound_form.h"

#include "ui/foundation/keep_translated.h"
#include "ui/foundation/texts.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/number_edit.h"

#include <QCheckBox>
#include <limits>

namespace belfry {
namespace {

int boundOf(double value) { return static_cast<int>(std::min<double>(value, std::numeric_limits<int>::max())); }

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
    return field.choices != nullptr ? static_cast<QWidget*>(new ChoiceBox(ChoiceBox::itemsOf(field.choices()), this))
                                    : new QLineEdit(this);
}

QWidget* BoundForm::makeWidget(const FieldInfo&, bool) { return new QCheckBox(this); }

QWidget* BoundForm::makeWidget(const FieldInfo&, double) { return new NumberEdit(this); }

QWidget* BoundForm::makeWidget(const FieldInfo& field, std::int64_t) {
    auto* box = new SpinBox(this);
    const Bounds bounds = field.bounds.value_or(Bounds{0, std::numeric_limits<int>::max()});
    box->setRange(bounds.orZero ? 0 : boundOf(bounds.min), boundOf(bounds.max));
    box->setGroupSeparatorShown(field.bounds.has_value()); // a seed is an identifier, not a quantity
    return box;
}

void BoundForm::bind(const FieldInfo& field, QWidget* widget, const Text& help) {
    widgets_.emplace(&field, widget);
    addField(field.title, help, widget);
    if (auto* menu = qobject_cast<QComboBox*>(widget))
        connect(menu, &QComboBox::currentIndexChanged, this, &BoundForm::entered);
    else if (auto* whole = qobject_cast<QSpinBox*>(widget))
        connect(whole, &QSpinBox::valueChanged, this, &BoundForm::entered);
    else if (auto* real = qobject_cast<QDoubleSpinBox*>(widget))
        connect(real, &QDoubleSpinBox::valueChanged, this, &BoundForm::entered);
    else if (auto* box = qobject_cast<QCheckBox*>(widget))
        connect(box, &QCheckBox::toggled, this, &BoundForm::entered);
    else if (auto* line = qobject_cast<QLineEdit*>(widget))
        connect(line, &QLineEdit::textChanged, this, &BoundForm::entered);
    else
        Q_UNREACHABLE(); // edits would go unnoticed
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

QString BoundForm::notANumber(const NumberEdit* edit) {
    return edit->value() ? QString()
                         : tr("'%1' is not a number; expected one such as 0.01.").arg(edit->text().left(20));
}

void BoundForm::showProblem(QWidget* widget, const Text& problem) {
    if (auto* edit = qobject_cast<NumberEdit*>(widget)) {
        const QString sentence = edit->value() ? translated(problem) : notANumber(edit);
        edit->setWrong(!sentence.isEmpty());
        setFieldProblem(edit, sentence);
    }
}

QString BoundForm::problem() const {
    for (const auto& [field, widget] : widgets_) {
        const auto* edit = qobject_cast<const NumberEdit*>(widget);
        if (edit != nullptr && !edit->value())
            return tr("%1: %2").arg(translated(field->title), notANumber(edit));
    }
    return {};
}

void BoundForm::retranslate(const FieldInfo& field, QWidget* widget) {
    const QString unit = translated(field.unit), units = translated(field.units);
    if (auto* whole = qobject_cast<SpinBox*>(widget); whole != nullptr && !units.isEmpty())
        whole->setUnit(unit, units);
    else if (auto* real = qobject_cast<QDoubleSpinBox*>(widget); real != nullptr && !units.isEmpty())
        real->setSuffix(' ' + units);
    else if (auto* edit = qobject_cast<NumberEdit*>(widget))
        edit->setUnit(units);
    if (auto* box = qobject_cast<QAbstractSpinBox*>(widget); box != nullptr && !field.zero.empty())
        box->setSpecialValueText(translated(field.zero));
}

} // namespace belfry

#include "ui/widgets/widget_values.h"

#include "ui/widgets/choice_edit.h"

#include <QCheckBox>

namespace belfry {

void putInto(QWidget* widget, const std::string& value) {
    if (auto* box = qobject_cast<ChoiceBox*>(widget))
        box->setName(value);
    else if (auto* edit = qobject_cast<ChoiceEdit*>(widget))
        edit->setValue(value);
    else
        expected<QLineEdit>(widget)->setText(QString::fromStdString(value));
}

void putInto(QWidget* widget, bool value) { expected<QCheckBox>(widget)->setChecked(value); }

void putInto(QWidget* widget, double value) { expected<NumberField>(widget)->setNumber(value); }

void takeFrom(const QWidget* widget, std::string& value) {
    if (const auto* box = qobject_cast<const ChoiceBox*>(widget)) {
        value = box->currentIndex() < 0 ? value : box->name();
    } else if (const auto* edit = qobject_cast<const ChoiceEdit*>(widget)) {
        value = edit->value();
    } else {
        const QString text = expected<const QLineEdit>(widget)->text();
        const auto* numbers = qobject_cast<const NumbersEdit*>(widget);
        if (text != QString::fromStdString(value))
            value = (numbers != nullptr ? numbers->numbers() : text.trimmed()).toStdString();
    }
}

void takeFrom(const QWidget* widget, bool& value) { value = expected<const QCheckBox>(widget)->isChecked(); }

void takeFrom(const QWidget* widget, double& value) { value = expected<const NumberField>(widget)->number(); }

} // namespace belfry

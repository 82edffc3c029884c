#include "ui/widgets/widget_values.h"

#include "ui/widgets/choice_box.h"
#include "ui/widgets/number_edit.h"

#include <QCheckBox>

namespace belfry {

void putInto(QWidget* widget, const std::string& value) {
    if (auto* box = qobject_cast<ChoiceBox*>(widget))
        box->setName(value);
    else
        expected<QLineEdit>(widget)->setText(QString::fromStdString(value));
}

void putInto(QWidget* widget, bool value) { expected<QCheckBox>(widget)->setChecked(value); }

void putInto(QWidget* widget, double value) {
    if (auto* edit = qobject_cast<NumberEdit*>(widget))
        edit->setValue(value);
    else
        expected<QDoubleSpinBox>(widget)->setValue(value);
}

void takeFrom(const QWidget* widget, std::string& value) {
    if (const auto* box = qobject_cast<const ChoiceBox*>(widget)) {
        value = box->currentIndex() < 0 ? value : box->name();
    } else {
        const QString text = expected<const QLineEdit>(widget)->text();
        value = text == QString::fromStdString(value) ? value : text.trimmed().toStdString();
    }
}

void takeFrom(const QWidget* widget, bool& value) { value = expected<const QCheckBox>(widget)->isChecked(); }

void takeFrom(const QWidget* widget, double& value) {
    if (const auto* edit = qobject_cast<const NumberEdit*>(widget))
        value = edit->value().value_or(value);
    else
        value = entered(expected<const QDoubleSpinBox>(widget), value);
}

} // namespace belfry

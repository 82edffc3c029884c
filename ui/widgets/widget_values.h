// Values of settings in the widgets that show them: spin boxes, number edits, menus, check boxes and lines of text. GUI
// thread only.
#pragma once

#include "ui/widgets/entered.h"

#include <concepts>
#include <cstdint>
#include <string>

class QWidget;

namespace belfry {

void putInto(QWidget* widget, const std::string& value);
void putInto(QWidget* widget, bool value);
void putInto(QWidget* widget, double value);
template <std::integral Integer>
void putInto(QWidget* widget, Integer value) {
    put(static_cast<QSpinBox*>(widget), value);
}

// `value` stays as it is where the widget shows just that, and where it shows no value.
void takeFrom(const QWidget* widget, std::string& value);
void takeFrom(const QWidget* widget, bool& value);
void takeFrom(const QWidget* widget, double& value);
template <std::integral Integer>
void takeFrom(const QWidget* widget, Integer& value) {
    value = entered(static_cast<const QSpinBox*>(widget), value);
}

} // namespace belfry

// Values of settings in the widgets that show them: number fields, menus, check boxes and lines of text. GUI
// thread only.
#pragma once

#include "ui/widgets/number_field.h"

#include <concepts>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace belfry {

// Has no widget. A value of any other type that putInto() does not take does not compile, so that no field of a new
// type is skipped in silence.
template <typename Value>
concept FormlessValue =
    std::same_as<Value, std::vector<std::string>> || std::same_as<Value, std::optional<std::filesystem::path>>;

// A widget of the kind that bind() made for the value.
template <typename Widget, typename Base>
Widget* expected(Base* widget) {
    auto* found = qobject_cast<Widget*>(widget);
    Q_ASSERT(found != nullptr);
    return found;
}

// The field's number, or `base` when it shows just that: a seed beyond 53 bits stays whole.
template <std::integral Integer>
Integer entered(const NumberField* field, Integer base) {
    return field->number() == static_cast<double>(base) ? base : static_cast<Integer>(field->number());
}

void putInto(QWidget* widget, const std::string& value);
void putInto(QWidget* widget, bool value);
void putInto(QWidget* widget, double value);
template <std::integral Integer>
void putInto(QWidget* widget, Integer value) {
    expected<NumberField>(widget)->setNumber(static_cast<double>(value));
}
void putInto(QWidget*, const FormlessValue auto&) {}

// Leaves `value` unchanged if the widget shows the same value, or no valid one.
void takeFrom(const QWidget* widget, std::string& value);
void takeFrom(const QWidget* widget, bool& value);
void takeFrom(const QWidget* widget, double& value);
template <std::integral Integer>
void takeFrom(const QWidget* widget, Integer& value) {
    value = entered(expected<const NumberField>(widget), value);
}
void takeFrom(const QWidget*, const FormlessValue auto&) {}

} // namespace belfry

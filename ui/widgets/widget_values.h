// Values of settings in the widgets that show them: spin boxes, number edits, menus, check boxes and lines of text. GUI
// thread only.
#pragma once

#include <QSpinBox>
#include <algorithm>
#include <cmath>
#include <concepts>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace belfry {

template <typename Value>
concept FormValue = std::integral<Value> || std::same_as<Value, double> || std::same_as<Value, std::string>;
// Has no widget. A value that is neither does not compile, so that no field of a new type is skipped in silence.
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

// The box's value, or `base` when the box shows just that (cut to its range): a seed beyond 31 bits stays whole.
template <typename Integer>
Integer entered(const QSpinBox* box, Integer base) {
    const auto shown = static_cast<Integer>(std::clamp(static_cast<double>(base), static_cast<double>(box->minimum()),
                                                       static_cast<double>(box->maximum())));
    return static_cast<Integer>(box->value()) == shown ? base : static_cast<Integer>(box->value());
}

inline double entered(const QDoubleSpinBox* box, double base) {
    const double shown = std::clamp(base, box->minimum(), box->maximum());
    const double half = 0.5 * std::pow(10.0, -box->decimals());
    return std::abs(box->value() - shown) <= half ? base : box->value();
}

template <typename Integer>
void put(QSpinBox* box, Integer value) {
    box->setValue(static_cast<int>(std::clamp(static_cast<double>(value), static_cast<double>(box->minimum()),
                                              static_cast<double>(box->maximum()))));
}

void putInto(QWidget* widget, const std::string& value);
void putInto(QWidget* widget, bool value);
void putInto(QWidget* widget, double value);
template <std::integral Integer>
void putInto(QWidget* widget, Integer value) {
    put(expected<QSpinBox>(widget), value);
}

// Leaves `value` unchanged if the widget shows the same value, or no valid one.
void takeFrom(const QWidget* widget, std::string& value);
void takeFrom(const QWidget* widget, bool& value);
void takeFrom(const QWidget* widget, double& value);
template <std::integral Integer>
void takeFrom(const QWidget* widget, Integer& value) {
    value = entered(expected<const QSpinBox>(widget), value);
}

} // namespace belfry

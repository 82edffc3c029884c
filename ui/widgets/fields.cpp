#include "ui/widgets/fields.h"

#include "ui/widgets/controls.h"

#include <QStyleOptionComboBox>
#include <QStylePainter>
#include <QStyledItemDelegate>
#include <algorithm>
#include <array>
#include <cmath>

namespace belfry {
namespace {

constexpr std::array kMantissas{1.0, 2.0, 5.0};

// The next number of 1, 2, 5, 10 ... above (direction 1) or below (-1).
double neighbour(double value, int direction) {
    const double exponent = std::floor(std::log10(value) + 1e-9);
    double best = direction > 0 ? value * 10 : value / 10;
    for (double e = exponent - 1; e <= exponent + 1; ++e) {
        for (const double mantissa : kMantissas) {
            const double candidate = mantissa * std::pow(10.0, e);
            const double slack = value * 1e-9;
            if (direction > 0 ? candidate > value + slack && candidate < best
                              : candidate < value - slack && candidate > best)
                best = candidate;
        }
    }
    return best;
}

} // namespace

ComboBox::ComboBox(QWidget* parent) : Unwheeled(parent) {
    setItemDelegate(new QStyledItemDelegate(this)); // the default one ignores the style sheet's item heights
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(6);
}

int ComboBox::wholeWidth() const {
    ensurePolished(); // the style sheet sets font and padding
    QStyleOptionComboBox option;
    initStyleOption(&option);
    const QRect room = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
    int widest = 0;
    for (int i = 0; i < count(); ++i)
        widest = std::max(widest, fontMetrics().horizontalAdvance(itemText(i)));
    return width() - room.width() + widest;
}

void ComboBox::paintEvent(QPaintEvent*) {
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    const QRect room = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
    if (currentIndex() < 0 && !placeholderText().isEmpty()) {
        option.currentText = placeholderText();
        option.palette.setBrush(QPalette::ButtonText, option.palette.placeholderText());
    }
    option.currentText = fontMetrics().elidedText(option.currentText, Qt::ElideRight, room.width());
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

SpinBox::SpinBox(QWidget* parent) : Unwheeled(parent) {
    setGroupSeparatorShown(true);
    setRange(1, 1'000'000);
    connect(this, &QSpinBox::valueChanged, this, &SpinBox::showUnit);
}

void SpinBox::setUnit(const QString& one, const QString& many) {
    one_ = one;
    many_ = many;
    showUnit();
}

void SpinBox::showUnit() {
    const QString& unit = value() == 1 ? one_ : many_;
    setSuffix(unit.isEmpty() ? QString() : QStringLiteral(" ") + unit);
}

void SpinBox::setName(const char* label) {
    setAccessibleName(QLatin1String(label));
    setObjectName(camelCase(QLatin1String(label)) + QStringLiteral("Field"));
}

RateBox::RateBox(QWidget* parent) : Unwheeled(parent) {
    setDecimals(8);
    setRange(1e-8, 100.0);
    setValue(0.001);
}

void RateBox::stepBy(int steps) {
    double next = value();
    for (int i = 0; i < std::abs(steps); ++i)
        next = neighbour(next, steps);
    setValue(next);
    selectAll();
}

QString RateBox::textFromValue(double value) const {
    QString text = QDoubleSpinBox::textFromValue(value);
    const QString point = locale().decimalPoint();
    if (text.contains(point)) {
        while (text.endsWith('0'))
            text.chop(1);
        if (text.endsWith(point))
            text.chop(point.size());
    }
    return text;
}

} // namespace belfry

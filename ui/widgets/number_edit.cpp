#include "ui/widgets/number_edit.h"

#include <QPainter>
#include <QStyle>
#include <array>
#include <charconv>
#include <cmath>

namespace belfry {
namespace {
constexpr int kUnitMargin = 8; // pixels between the unit and the frame
constexpr float kUnitAlpha = 0.65F;
} // namespace

NumberEdit::NumberEdit(QWidget* parent) : QLineEdit(parent) {
    connect(
        this, &QLineEdit::textChanged, this,
        [this] {
            const bool wrong = !value();
            setWrong(wrong);
            if (!wrong)
                Q_EMIT valueChanged();
        });
}

std::optional<double> NumberEdit::value() const {
    const std::string number = text().trimmed().toStdString();
    double value = 0;
    const auto [end, code] = std::from_chars(number.data(), number.data() + number.size(), value);
    const bool whole = code == std::errc() && end == number.data() + number.size() && std::isfinite(value);
    return whole ? std::optional(value) : std::nullopt;
}

void NumberEdit::setValue(double value) {
    if (this->value() == value)
        return;
    std::array<char, 32> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    setText(QString::fromLatin1(digits.data(), end - digits.data()));
}

void NumberEdit::setUnit(const QString& unit) {
    unit_ = unit;
    ensurePolished(); // the style sheet sets the font
    setTextMargins(0, 0, unit.isEmpty() ? 0 : fontMetrics().horizontalAdvance(unit) + 2, 0);
    update();
}

void NumberEdit::setWrong(bool wrong) {
    if (property("wrong").toBool() == wrong)
        return;
    setProperty("wrong", wrong);
    style()->unpolish(this);
    style()->polish(this);
}

void NumberEdit::paintEvent(QPaintEvent* event) {
    QLineEdit::paintEvent(event);
    if (!unit_.isEmpty()) {
        QPainter painter(this);
        QColor muted = palette().color(QPalette::Text);
        muted.setAlphaF(kUnitAlpha);
        painter.setPen(muted);
        painter.drawText(rect().adjusted(0, 0, -kUnitMargin, 0), Qt::AlignVCenter | Qt::AlignRight, unit_);
    }
}

} // namespace belfry

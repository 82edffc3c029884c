#include "ui/widgets/number_field.h"

#include "ui/foundation/number_entry.h"
#include "ui/foundation/texts.h"
#include "ui/widgets/controls.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QScopedValueRollback>
#include <QStyle>
#include <QStyleOptionSpinBox>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

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

// The text of a number between a prefix and a unit, which no key reaches.
class NumberLine : public QLineEdit {
public:
    explicit NumberLine(QWidget* parent) : QLineEdit(parent) {}
    QString prefix, unit;

protected:
    void paintEvent(QPaintEvent* event) override {
        QLineEdit::paintEvent(event);
        if (text().isEmpty())
            return;
        constexpr int kTextMargin = 2; // of every QLineEdit
        constexpr float kAlpha = 0.65F;
        const QRect room = rect().adjusted(kTextMargin, 0, -kTextMargin, 0);
        const int before = fontMetrics().horizontalAdvance(prefix);
        const int behind = before + fontMetrics().horizontalAdvance(text() + ' ');
        QPainter painter(this);
        QColor colour = palette().color(QPalette::Text);
        colour.setAlphaF(kAlpha);
        painter.setPen(colour);
        painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft, prefix);
        if (behind + fontMetrics().horizontalAdvance(unit) <= room.width())
            painter.drawText(room.adjusted(behind, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, unit);
    }
};

NumberField::NumberField(bool whole, QWidget* parent) : Unwheeled(parent), line_(new NumberLine(this)), whole_(whole) {
    line_->setObjectName(QStringLiteral("qt_spinbox_lineedit")); // as Qt names that of every box
    setLineEdit(line_);
    line_->setValidator(nullptr); // every key stays
    connect(line_, &QLineEdit::textChanged, this, &NumberField::showParts);
    connect(line_, &QLineEdit::textChanged, this, &NumberField::takeText);
    connect(this, &QAbstractSpinBox::editingFinished, this, &NumberField::finish);
    connect(line_, &QLineEdit::returnPressed, this, [this] {
        if (problem_.empty())
            Q_EMIT returnPressed();
    });
    display(number_);
}

void NumberField::setNumber(double number) {
    if (number == number_ && hasFocus())
        return; // an edit is in progress, of which a form may have taken the number
    take(number);
}

void NumberField::take(double number) {
    const bool same = number == number_ && problem_.empty();
    given_ = true;
    before_ = number;
    display(number);
    become(number);
    if (!same)
        Q_EMIT changed();
}

void NumberField::setText(const QString& text) { line_->setText(text); }

void NumberField::setRange(double min, double max) {
    min_ = min;
    max_ = max;
    if (!given_ && number_ != std::clamp(number_, min, max))
        become(std::clamp(number_, min, max));
    judge();
}

void NumberField::setCheck(std::function<Text(double)> check) {
    check_ = std::move(check);
    judge();
}

void NumberField::judge() {
    const Text before = problem_;
    if (line_->isModified()) // what was typed stays
        setProblem(problemOfText());
    else
        display(number_);
    if (!(problem_ == before))
        Q_EMIT changed();
}

void NumberField::setMinimumText(const QString& text) {
    minimumText_ = text;
    line_->setPlaceholderText(text);
    if (number_ == min_ && !line_->isModified()) // else it is being typed
        display(number_);
    updateGeometry();
}

void NumberField::setPrefix(const QString& prefix) {
    line_->prefix = prefix;
    showParts();
}

void NumberField::setUnit(const QString& one, const QString& many) {
    one_ = one;
    many_ = many;
    showParts();
    updateGeometry();
}

void NumberField::setName(const char* label) {
    setAccessibleName(QLatin1String(label));
    setObjectName(camelCase(QLatin1String(label)) + QStringLiteral("Field"));
}

void NumberField::setRefused(bool refused) {
    refused_ = refused;
    setProblem(problem_);
}

QString NumberField::shownText() const {
    if (line_->text().isEmpty())
        return minimumText_;
    return line_->prefix + line_->text() + (line_->unit.isEmpty() ? QString() : ' ' + line_->unit);
}

void NumberField::stepBy(int steps) {
    take(std::clamp(stepped(number_, steps), min_, max_));
    selectAll();
}

QAbstractSpinBox::StepEnabled NumberField::stepEnabled() const {
    return (number_ > min_ ? StepDownEnabled : StepNone) | (number_ < max_ ? StepUpEnabled : StepNone);
}

QSize NumberField::sizeHint() const {
    constexpr double kSample = 0.00001, kMaxSample = 1e6; // where there is no maximum, or hardly one
    constexpr int kCursor = 2;
    ensurePolished();
    const auto width = [this](const QString& text) { return fontMetrics().horizontalAdvance(text); };
    const QString widest =
        writeNumber(std::isfinite(max_) ? std::min(max_, kMaxSample) : kSample, isGroupSeparatorShown());
    const QString unit = many_.isEmpty() ? QString() : ' ' + many_;
    QStyleOptionSpinBox option;
    initStyleOption(&option);
    const QSize text(std::max(width(line_->prefix + widest + unit), width(minimumText_)) + kCursor,
                     line_->sizeHint().height());
    return style()->sizeFromContents(QStyle::CT_SpinBox, &option, text, this);
}

void NumberField::changeEvent(QEvent* event) {
    Unwheeled::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        if (problem_.empty())
            display(number_);
        else
            judge();
    }
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        showParts();
}

void NumberField::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Escape || !line_->isModified()) {
        Unwheeled::keyPressEvent(event);
        return;
    }
    take(before_);
    selectAll();
}

void NumberField::display(double number) {
    const QScopedValueRollback showing(showing_, true);
    const bool minimum = !minimumText_.isEmpty() && number == min_;
    line_->setText(minimum || std::isnan(number) ? QString() : writeNumber(number, isGroupSeparatorShown()));
    setProblem(std::isnan(number) ? readNumber({}, whole_).problem : problemOf(number));
}

std::optional<double> NumberField::entered(Text& problem) const {
    if (line_->text().isEmpty() && !minimumText_.isEmpty())
        return min_;
    const NumberEntry entry = readNumber(line_->text(), whole_);
    problem = entry.value ? problemOf(*entry.value) : entry.problem;
    return entry.value;
}

Text NumberField::problemOfText() const {
    Text problem;
    (void)entered(problem);
    return problem;
}

void NumberField::takeText() {
    if (showing_)
        return;
    Text problem;
    const std::optional<double> number = entered(problem);
    setProblem(problem);
    if (keyboardTracking())
        become(problem.empty() ? *number : before_);
    Q_EMIT changed();
}

void NumberField::finish() {
    Text problem;
    const std::optional<double> number = entered(problem);
    if (problem.empty()) // else it stays as typed, and marked
        take(*number);
}

void NumberField::become(double number) {
    if (number == number_ || (std::isnan(number) && std::isnan(number_)))
        return;
    number_ = number;
    showParts();
    update(); // the arrows
    Q_EMIT numberChanged(number);
}

Text NumberField::problemOf(double number) const {
    if (number >= min_ && number <= max_)
        return check_ ? check_(number) : Text();
    const auto shown = [this](double value) { // as in the field
        const bool grouped = isGroupSeparatorShown() && value == std::floor(value);
        return grouped ? Text::verbatim(writeNumber(value, true).toStdString()) : Text::number(value);
    };
    return Text::tr("%1 is out of range; expected %2 to %3.", shown(number), shown(min_), shown(max_));
}

void NumberField::setProblem(const Text& problem) {
    problem_ = problem;
    setWrong(this, refused_ || !problem.empty());
}

void NumberField::showParts() {
    ensurePolished(); // the style sheet sets the font
    line_->unit = number_ == 1 ? one_ : many_;
    line_->setTextMargins(line_->text().isEmpty() ? 0 : fontMetrics().horizontalAdvance(line_->prefix), 0, 0, 0);
    line_->update();
}

SpinBox::SpinBox(QWidget* parent) : NumberField(true, parent) {
    setGroupSeparatorShown(true);
    setRange(1, 1'000'000);
}

RealBox::RealBox(QWidget* parent) : NumberField(false, parent) {
    setButtonSymbols(NoButtons);
    setRange(-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity());
}

RateBox::RateBox(QWidget* parent) : NumberField(false, parent) {
    setRange(1e-12, 1000); // as validate() has them
    setNumber(0.001);
}

double RateBox::stepped(double number, int steps) const {
    for (int i = 0; i < std::abs(steps); ++i)
        number = neighbour(number, steps);
    return number;
}

FractionBox::FractionBox(double max, QWidget* parent) : NumberField(false, parent) {
    setRange(0, max);
    setSingleStep(0.05);
}

} // namespace belfry

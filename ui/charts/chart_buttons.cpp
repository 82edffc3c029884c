#include "ui/charts/chart_buttons.h"

#include "ui/charts/colours.h"
#include "ui/charts/legend_menu.h"

#include <QFontMetrics>
#include <QPainter>
#include <algorithm>

namespace belfry {
namespace {

constexpr int kButtonHeight = 26;
constexpr int kSwatchWidth = 20;
constexpr int kLegendGap = 4;

QFont buttonFont(bool chip) { return Theme::font(chip ? 11 : 13); }

QFont legendFont() { return Theme::font(12); }

} // namespace

QString pascalCase(const QString& words) {
    QString out;
    bool upper = true;
    for (const QChar c : words) {
        if (c.isLetterOrNumber())
            out += upper ? c.toUpper() : c;
        upper = !c.isLetterOrNumber();
    }
    return out;
}

HeadButton::HeadButton(const Theme& theme, const QString& objectName, const QString& english, QWidget* parent)
    : QPushButton(parent), theme_(theme) {
    setObjectName(objectName);
    setAccessibleName(english);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::TabFocus);
    setAutoDefault(false);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setStyleSheet(QStringLiteral("QPushButton { min-height: 0; min-width: 0; padding: 0; border: none }"));
    connect(&theme, &Theme::changed, this, QOverload<>::of(&QWidget::update));
}

void HeadButton::paintPlate(QPainter& painter, double share) const {
    if (share > 0) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(mixed(colours().card, colours().text, share));
        painter.drawRoundedRect(rect(), 6, 6);
    }
}

void HeadButton::paintFocusRing(QPainter& painter) const {
    if (hasFocus()) {
        painter.setPen(QPen(colours().accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
    }
}

QSize ChartButton::sizeHint() const {
    const int width = QFontMetrics(buttonFont(chip_)).horizontalAdvance(text());
    return {std::max(kButtonHeight, width + (chip_ ? 16 : 20)), chip_ ? 20 : kButtonHeight};
}

void ChartButton::setEmphasis(bool on) {
    emphasis_ = on;
    update();
}

void ChartButton::setChip() {
    chip_ = true;
    updateGeometry();
}

void ChartButton::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintPlate(painter, isDown() ? 0.16 : isChecked() ? 0.09 : underMouse() && isEnabled() ? 0.05 : 0);
    if (chip_) {
        painter.setPen(colours().border);
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    }
    paintFocusRing(painter);
    painter.setFont(buttonFont(chip_));
    painter.setPen(!isEnabled()  ? colours().faint
                   : emphasis_   ? colours().accent
                   : isChecked() ? colours().text
                                 : colours().muted);
    painter.drawText(rect(), Qt::AlignCenter, text());
}

LegendButton::LegendButton(const Theme& theme, const QString& objectName, const QString& english, QWidget* parent)
    : HeadButton(theme, objectName, english, parent) {
    setCheckable(true);
    setChecked(true);
}

void LegendButton::setSwatch(const Swatch& swatch) {
    swatch_ = swatch;
    updateGeometry();
    update();
}

QSize LegendButton::sizeHint() const {
    const int mark = swatch_.dot ? 8 : kSwatchWidth;
    return {6 + mark + 6 + QFontMetrics(legendFont()).horizontalAdvance(text()) + 6, kButtonHeight - 4};
}

void LegendButton::paintSwatch(QPainter& painter, const QRectF& box, const Swatch& swatch) {
    const double middle = box.center().y();
    if (swatch.dot) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(swatch.colour);
        painter.drawEllipse(QPointF(box.left() + 4, middle), 4, 4);
        return;
    }
    painter.setPen(QPen(swatch.colour, 2, swatch.dash, Qt::FlatCap));
    painter.drawLine(QPointF(box.left(), middle), QPointF(box.right(), middle));
}

void LegendButton::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintPlate(painter, underMouse() ? 0.05 : 0);
    paintFocusRing(painter);
    Swatch swatch = swatch_;
    if (!isChecked())
        swatch.colour = colours().border;
    const int mark = swatch.dot ? 8 : kSwatchWidth;
    paintSwatch(painter, QRectF(6, 0, mark, height()), swatch);
    QFont font = legendFont();
    font.setStrikeOut(!isChecked());
    painter.setFont(font);
    painter.setPen(isChecked() ? colours().muted : colours().faint);
    painter.drawText(rect().adjusted(12 + mark, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, text());
}

LegendBar::LegendBar(const Theme& theme, const QString& key, QWidget* parent)
    : QWidget(parent), theme_(theme), key_(key),
      more_(new ChartButton(theme, key + QStringLiteral("LegendMoreButton"), QStringLiteral("More lines"), this)) {
    setObjectName(key + QStringLiteral("Legend"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    more_->hide();
    connect(more_, &QPushButton::clicked, this, &LegendBar::openMenu);
}

LegendButton* LegendBar::add(const QString& english) {
    auto* button = new LegendButton(theme_, key_ + QStringLiteral("Legend") + pascalCase(english), english, this);
    buttons_.push_back(button);
    return button;
}

void LegendBar::clear() {
    qDeleteAll(buttons_);
    buttons_.clear();
    arrange();
}

QSize LegendBar::sizeHint() const {
    int width = 0;
    for (const LegendButton* button : buttons_)
        width += button->sizeHint().width() + kLegendGap;
    return {width, kButtonHeight};
}

QSize LegendBar::minimumSizeHint() const { return {buttons_.empty() ? 0 : 40, kButtonHeight}; }

// As many entries as have room beside "+3", the shorter ones where not all have, in their order.
void LegendBar::arrange() {
    std::vector<LegendButton*> left = buttons_;
    std::ranges::stable_sort(left, {}, [](const LegendButton* button) { return button->sizeHint().width(); });
    more_->setText(QStringLiteral("+%1").arg(buttons_.size()));
    const bool all = sizeHint().width() <= width() + kLegendGap;
    int room = width() + kLegendGap - (all ? 0 : more_->sizeHint().width() + kLegendGap);
    std::erase_if(left, [&room](const LegendButton* button) {
        room -= button->sizeHint().width() + kLegendGap;
        return room >= 0;
    });
    hidden_.clear();
    int x = 0;
    for (LegendButton* button : buttons_) {
        const QSize size = button->sizeHint();
        const bool fits = std::ranges::find(left, button) == left.end();
        button->setVisible(fits);
        if (!fits) {
            hidden_.push_back(button);
            continue;
        }
        button->setGeometry(x, (height() - size.height()) / 2, size.width(), size.height());
        x += size.width() + kLegendGap;
    }
    more_->setVisible(!hidden_.empty());
    more_->setText(QStringLiteral("+%1").arg(hidden_.size()));
    more_->setGeometry(x, 0, more_->sizeHint().width(), kButtonHeight);
}

void LegendBar::openMenu() {
    auto* menu = new LegendMenu(theme_, hidden_, this);
    menu->popup(more_->mapToGlobal(QPoint(0, more_->height())));
}

} // namespace belfry

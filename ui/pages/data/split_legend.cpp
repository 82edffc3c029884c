#include "ui/pages/data/split_legend.h"

#include <QFontMetrics>
#include <QPainter>

namespace belfry {
namespace {
constexpr int kDot = 8, kGap = 6, kSpace = 14, kHeight = 20;
} // namespace

SplitLegend::SplitLegend(const Theme& theme, QWidget* parent)
    : ThemedWidget(theme, QStringLiteral("splitLegend"), parent) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(QStringLiteral("Legend"));
    SplitLegend::describe();
}

void SplitLegend::describe() {
    names_ = {tr("training"), tr("validation"), tr("test")};
    setAccessibleDescription(names_.join(QStringLiteral(", ")));
    updateGeometry();
}

QSize SplitLegend::sizeHint() const {
    const QFontMetrics metrics(Theme::font(12));
    int width = 0;
    for (const QString& name : names_)
        width += kDot + kGap + metrics.horizontalAdvance(name) + kSpace;
    return {width, kHeight};
}

void SplitLegend::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setFont(Theme::font(12));
    const QFontMetrics metrics(painter.font());
    int x = 0;
    for (int i = 0; i < static_cast<int>(names_.size()); ++i) {
        painter.fillRect(QRect(x, height() / 2 - kDot / 2, kDot, kDot), theme().seriesColour(i));
        x += kDot + kGap;
        painter.setPen(colours().muted);
        painter.drawText(QRect(x, 0, width() - x, height()), Qt::AlignVCenter | Qt::AlignLeft, names_[i]);
        x += metrics.horizontalAdvance(names_[i]) + kSpace;
    }
}

} // namespace belfry

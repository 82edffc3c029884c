// User input to a chart, and the parts of its card around the plot.
#include "ui/charts/chart_group.h"
#include "ui/charts/chart_menu.h"
#include "ui/charts/live_chart.h"

#include <QLabel>
#include <QMenu>
#include <QPainter>

namespace belfry {
namespace {

constexpr double kRadius = 8;

} // namespace

void LiveChart::updateButtons() {
    const ViewRange& range = group_.view();
    log_->setChecked(spec_.log);
    smooth_->setChecked(spec_.smooth);
    fit_->setEmphasis(range.mode() != ViewRange::Mode::Fit);
    follow_->setVisible(range.mode() == ViewRange::Mode::User && range.newestOutside());
}

void LiveChart::retranslate() {
    title_->setText(spec_.title);
    log_->setText(tr("Log"));
    log_->setToolTip(tr("Logarithmic scale (L)"));
    smooth_->setText(tr("Smooth"));
    smooth_->setToolTip(tr("Bold smoothed lines; the chart's menu sets the strength"));
    fit_->setText(tr("Fit"));
    fit_->setToolTip(tr("Show the whole run (F, or double click). Drag a box to zoom, use the wheel to zoom at the "
                        "cursor, Shift-drag to pan."));
    follow_->setText(tr("Follow"));
    follow_->setToolTip(tr("Follow the latest data at this width"));
    clipped_->setToolTip(tr("Outliers are marked at the edge; click to show them all"));
    menu_->setToolTip(tr("Copy, save, smoothing, x axis"));
    legend_->setMoreToolTip(tr("Lines that did not fit in the legend"));
    const QString english = spec_.english.isEmpty() ? pascalCase(spec_.key) : spec_.english;
    setAccessibleName(english);
    view_->setAccessibleName(english);
    updateButtons();
}

void LiveChart::showEvent(QShowEvent* event) {
    QFrame::showEvent(event);
    group_.touchView();
}

bool LiveChart::handleKey(QKeyEvent& event) {
    if (event.matches(QKeySequence::Copy)) {
        group_.copyReadout();
        return true;
    }
    if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
        return false;
    switch (event.key()) {
    case Qt::Key_L:
        toggleLog();
        return spec_.canLog;
    case Qt::Key_F:
        fitAll();
        return true;
    case Qt::Key_Left:
    case Qt::Key_Right:
        group_.moveHover(*this, event.key() == Qt::Key_Left ? -1 : 1);
        return true;
    case Qt::Key_Return:
        group_.togglePin();
        return true;
    case Qt::Key_Escape:
        return group_.dropHover();
    default:
        return false;
    }
}

void LiveChart::openMenu(const QPoint& globalPosition) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    fillChartMenu(*menu, *this);
    menu->popup(globalPosition);
}

void LiveChart::paintEvent(QPaintEvent*) {
    const Palette& palette = group_.theme().palette();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(palette.card);
    painter.setPen(QPen(focusRing_ ? palette.accent : palette.border, focusRing_ ? 2 : 1));
    const double inset = focusRing_ ? 1 : 0.5;
    painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), kRadius, kRadius);
}

void LiveChart::paintCard(QPainter& painter, bool ownLines) {
    const Palette& palette = group_.theme().palette();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), palette.card);
    view_->paintPlot(painter, view_->pos(), ownLines);
    painter.setFont(title_->font());
    painter.setPen(palette.text);
    painter.drawText(QRect(title_->pos(), QSize(width(), title_->height())), Qt::AlignLeft | Qt::AlignVCenter,
                     spec_.title);
    paintLegend(painter);
}

// The shown names after the title; those without room are counted.
void LiveChart::paintLegend(QPainter& painter) const {
    painter.setFont(Theme::font(12));
    painter.setPen(group_.theme().palette().muted);
    const QRect line(0, title_->y(), width(), title_->height());
    double x = title_->geometry().right() + 20;
    int left = 0;
    for (const LegendButton* button : legend_->buttons())
        left += button->isChecked() && button->isEnabled() ? 1 : 0;
    for (const LegendButton* button : legend_->buttons()) {
        if (!button->isChecked() || !button->isEnabled())
            continue;
        const double mark = button->swatch().dot ? 8 : 20;
        const double text = painter.fontMetrics().horizontalAdvance(button->text());
        if (x + mark + text + 50 > width()) {
            painter.drawText(line.adjusted(static_cast<int>(x), 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                             QStringLiteral("+%1").arg(left));
            return;
        }
        painter.save();
        LegendButton::paintSwatch(painter, QRectF(x, line.y(), mark, line.height()), button->swatch());
        painter.restore();
        painter.drawText(QRectF(x + mark + 6, line.y(), text + 2, line.height()), Qt::AlignLeft | Qt::AlignVCenter,
                         button->text());
        x += mark + text + 22;
        --left;
    }
}

} // namespace belfry

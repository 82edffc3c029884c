#include "ui/widgets/stage_strip.h"

#include "ui/foundation/number_text.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/stage_bars.h"

#include <QFontMetrics>
#include <QPainter>
#include <QScrollArea>
#include <QTimer>
#include <algorithm>

namespace belfry {
namespace {
constexpr int kHeader = 24;
constexpr double kWorthNaming = 0.005; // of the step
constexpr int kDot = 7, kDotGap = 7;
} // namespace

StageStrip::StageStrip(const Theme& theme, QWidget* parent)
    : ThemedWidget(theme, QStringLiteral("stageStrip"), parent) {
    setAccessibleName(QStringLiteral("Towers"));
    bars_ = new StageBars(theme, this);
    scroll_ = new QScrollArea(this);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setWidgetResizable(true);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->setFocusPolicy(Qt::NoFocus);
    scroll_->setWidget(bars_);
    scroll_->viewport()->setAutoFillBackground(false);
    bars_->setAutoFillBackground(false);
    fillWith(this, columnOf(0, {scroll_}), {0, kHeader, 0, 0});
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    fitTowers();
}

void StageStrip::fitTowers() { scroll_->setFixedHeight(StageBars::kPitch * std::clamp(bars_->count(), 1, maxRows_)); }

void StageStrip::setTowers(const QStringList& names, const QStringList& helps) {
    bars_->setTowers(names);
    bars_->setHelps(helps);
    clear();
}

void StageStrip::setMaxRows(int rows) {
    maxRows_ = rows;
    fitTowers();
}

void StageStrip::clear() {
    average_.clear();
    refresh();
}

// The average takes every step; the picture is made once per turn of the event loop, however many steps it brought.
void StageStrip::addStep(const StepDone& step) {
    average_.add(step);
    if (!stale_) {
        stale_ = true;
        QTimer::singleShot(0, this, &StageStrip::refresh);
    }
}

void StageStrip::refresh() {
    stale_ = false;
    bars_->setRows(average_.towers(), average_.isAsynchronous() ? 0 : average_.stepMilliseconds());
    fitTowers();
    showChange();
}

QString StageStrip::stepText() const {
    if (average_.empty())
        return {};
    const double milliseconds = average_.stepMilliseconds();
    const int decimals = milliseconds < 1 ? 3 : milliseconds < 10 ? 2 : milliseconds < 100 ? 1 : 0;
    return tr("%1 ms per step").arg(decimalText(milliseconds, decimals));
}

std::vector<std::size_t> StageStrip::legend() const {
    std::vector<std::size_t> stages;
    for (std::size_t stage = 0; stage < kStages; ++stage) {
        const auto worth = [stage](const StageRow& row) { return row[stage] > kWorthNaming * total(row); };
        if (std::any_of(bars_->rows().begin(), bars_->rows().end(), worth))
            stages.push_back(stage);
    }
    return stages;
}

// Fits the legend into the width: gaps shrink first, then the last names are left out (tool tips have all).
void StageStrip::paintLegend(QPainter& painter, int left, int right) const {
    painter.setFont(Theme::font(12));
    const QFontMetrics metrics(painter.font());
    const std::vector<std::size_t> stages = legend();
    int words = 0;
    for (const std::size_t stage : stages)
        words += kDot + kDotGap + metrics.horizontalAdvance(stageName(stage));
    const int count = std::max(1, static_cast<int>(stages.size()));
    const int gap = std::clamp((right - left - words) / count, 8, 18);
    int x = left;
    for (const std::size_t stage : stages) {
        const QString name = stageName(stage);
        const int width = kDot + kDotGap + metrics.horizontalAdvance(name);
        if (x + width > right)
            break;
        painter.setBrush(colours().stages[stage]);
        painter.setPen(
            QPen(stage == kWaitStage || stage == kStragglerStage ? colours().faint : colours().stages[stage], 1));
        painter.drawEllipse(QRectF(x + 0.5, kHeader / 2.0 - kDot / 2.0 - 0.5, kDot, kDot));
        painter.setPen(colours().muted);
        painter.drawText(QRect(x + kDot + kDotGap, 0, width, kHeader - 1), Qt::AlignVCenter | Qt::AlignLeft, name);
        x += width + gap;
    }
}

void StageStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRect header(0, 0, width(), kHeader - 1);
    painter.setFont(Theme::font(13, QFont::Bold));
    painter.setPen(colours().text);
    const QString title = tr("Towers");
    painter.drawText(header, Qt::AlignVCenter | Qt::AlignLeft, title);
    const int left = QFontMetrics(painter.font()).horizontalAdvance(title) + 18;
    painter.setFont(Theme::font(12));
    painter.setPen(colours().muted);
    const QString text = stepText();
    painter.drawText(header, Qt::AlignVCenter | Qt::AlignRight, text);
    paintLegend(painter, left, width() - QFontMetrics(painter.font()).horizontalAdvance(text) - 12);
}

void StageStrip::describe() {
    bars_->update();
    setAccessibleDescription(stepText());
}

} // namespace belfry

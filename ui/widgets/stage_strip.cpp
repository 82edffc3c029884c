#include "ui/widgets/stage_strip.h"

#include "ui/foundation/number_text.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/stage_bars.h"
#include "ui/widgets/tower_heat.h"

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
    heat_ = new TowerHeat(theme, this);
    heat_->hide();
    connect(heat_, &TowerHeat::chosenChanged, this, &StageStrip::refresh);
    fillWith(this, columnOf(0, {heat_, scroll_}), {0, kHeader, 0, 0});
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    fitTowers();
}

// Of many towers the row of the chosen one is kept free: the charts above do not jump when the pointer passes.
void StageStrip::fitTowers() {
    const int rows = many() ? kMinRows : std::clamp(bars_->count(), 1, maxRows_);
    scroll_->setFixedHeight(StageBars::kPitch * rows);
}

bool StageStrip::many() const { return average_.towers().size() > kMaxBars || names_.size() > kMaxBars; }

void StageStrip::setTowers(const QStringList& names, const QStringList& helps) {
    names_ = names;
    heat_->setTowers(names);
    setHelps(helps);
    clear();
}

void StageStrip::setHelps(const QStringList& helps) {
    helps_ = helps;
    refresh();
}

void StageStrip::setMaxRows(int rows) {
    maxRows_ = std::max(rows, kMinRows);
    fitTowers();
}

void StageStrip::setTimedEvery(int steps) {
    timedEvery_ = steps;
    refresh();
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
    const std::vector<StageRow> rows = average_.towers();
    heat_->setVisible(many());
    if (many() && !rows.empty())
        showRanks(rows);
    else
        showEach(rows);
    fitTowers();
    showChange();
}

void StageStrip::showEach(const std::vector<StageRow>& rows) {
    bars_->setNameRoom(0);
    bars_->setTowers(many() ? QStringList() : names_);
    bars_->setHelps(helps_);
    bars_->setAlone(rows.size() > 1 ? average_.aloneSpeeds() : std::vector<double>()); // alone it is the chart's line
    bars_->setRows(rows, average_.isAsynchronous() ? 0 : average_.stepMilliseconds());
}

void StageStrip::showRanks(const std::vector<StageRow>& rows) {
    const std::vector<double> alone = average_.aloneSpeeds();
    const double step = average_.isAsynchronous() ? 0 : average_.stepMilliseconds();
    std::vector<double> waiting;
    for (const StageRow& row : rows) {
        const double whole = std::max(step, total(row));
        waiting.push_back(whole > 0 ? (row[kWaitStage] + row[kStragglerStage]) / whole : 0);
    }
    const int chosen = heat_->chosen() < static_cast<int>(rows.size()) ? heat_->chosen() : -1;
    heat_->setFigures(std::move(waiting), alone);
    const TowerRanks ranks = ranksOf(rows);
    QStringList names, helps;
    std::vector<StageRow> shown;
    std::vector<double> speeds;
    const auto add = [&](std::size_t tower, const QString& pattern) {
        const auto index = static_cast<qsizetype>(tower);
        const QString name = index < names_.size() ? names_[index] : QString::number(tower);
        names << (pattern.isEmpty() ? name : pattern.arg(name));
        helps << (index < helps_.size() ? helps_[index] : name);
        shown.push_back(rows[tower]);
        speeds.push_back(alone[tower]);
    };
    add(ranks.fastest, tr("fastest: %1"));
    add(ranks.median, tr("median: %1"));
    add(ranks.slowest, tr("slowest: %1"));
    if (chosen >= 0)
        add(static_cast<std::size_t>(chosen), {});
    bars_->setNameRoom(rankNameRoom());
    bars_->setTowers(names);
    bars_->setHelps(helps);
    bars_->setAlone(speeds);
    bars_->setRows(shown, step);
}

// Of any tower that may become the fastest, the median or the slowest.
int StageStrip::rankNameRoom() const {
    const QFontMetrics metrics(Theme::font(StageBars::kFont));
    const QStringList patterns{tr("fastest: %1"), tr("median: %1"), tr("slowest: %1")};
    const auto without = [](const QString& pattern) { return pattern.arg(QString()); };
    return widestOf(metrics, patterns, without) + widestOf(metrics, names_) + 1;
}

QString StageStrip::stepText() const {
    if (average_.empty())
        return {};
    const double milliseconds = average_.stepMilliseconds();
    const int decimals = milliseconds < 1 ? 3 : milliseconds < 10 ? 2 : milliseconds < 100 ? 1 : 0;
    const QString time = decimalText(milliseconds, decimals);
    return timedEvery_ > 1 ? tr("%1 ms per step, stages of 1 step in %2").arg(time).arg(timedEvery_)
                           : tr("%1 ms per step").arg(time);
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

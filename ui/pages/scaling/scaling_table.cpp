#include "ui/pages/scaling/scaling_table.h"

#include "ui/foundation/number_text.h"
#include "ui/pages/scaling/scaling_chart.h"
#include "ui/widgets/stage_average.h"
#include "ui/widgets/stage_bars.h"
#include "ui/widgets/tables.h"

#include <QHeaderView>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

constexpr int kRowHeight = 26, kRowsInSight = 3;

QString plusMinus(const QString& mean, const QString& deviation) {
    return QStringLiteral("%1 ±%2").arg(mean, deviation);
}

QString speedText(const Spread& speed) {
    return plusMinus(countText(std::llround(speed.mean)), countText(std::llround(speed.deviation)));
}

// The largest stages of all towers: "exchange 31 %, update 4 %".
QString stagesText(const ScalingPoint& point) {
    StageRow sums{};
    for (const StageTimes& tower : point.stages) {
        const StageRow row = stageRow(tower);
        for (std::size_t stage = 0; stage < kStages; ++stage)
            sums[stage] += row[stage] / static_cast<double>(point.stages.size());
    }
    QStringList parts;
    for (std::size_t stage = 0; stage < kStages; ++stage) {
        const double share = point.milliseconds > 0 ? sums[stage] / point.milliseconds : 0;
        if (share >= 0.005)
            parts << QStringLiteral("%1 %2").arg(stageName(stage), percentText(share, 0));
    }
    return parts.join(QStringLiteral(", "));
}

} // namespace

ScalingTable::ScalingTable(QWidget* parent) : QTableWidget(parent) {
    dressTable(this, "scalingTable", "Speeds", kRowHeight);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setFocusPolicy(Qt::TabFocus);
    setColumnCount(6);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    horizontalHeader()->setStretchLastSection(true);
    retranslate();
}

void ScalingTable::setFinding(const ScalingFinding& finding) {
    const bool followed = currentRow() < 0 || currentRow() == rowCount() - 1; // the user has chosen no other
    setRowCount(static_cast<int>(finding.points.size()));
    for (int row = 0; row < rowCount(); ++row)
        fillRow(row, finding.points[static_cast<std::size_t>(row)]);
    if (followed && rowCount() > 0)
        setCurrentCell(rowCount() - 1, 0);
    fitColumns();
}

QSize ScalingTable::minimumSizeHint() const {
    const int around = horizontalHeader()->sizeHint().height() + horizontalScrollBar()->sizeHint().height();
    return {QTableWidget::minimumSizeHint().width(), around + kRowsInSight * kRowHeight + 2 * frameWidth()};
}

// The last column has what remains.
void ScalingTable::fitColumns() {
    for (int column = 0; column < columnCount(); ++column) {
        const int head = headWidth(*horizontalHeader(), column);
        setColumnWidth(column, column + 1 < columnCount() ? std::max(sizeHintForColumn(column), head) : head);
    }
}

void ScalingTable::fillRow(int row, const ScalingPoint& point) {
    const QString batch = point.mode == ScalingMode::PerTower
                              ? tr("%1 × %2").arg(QString::number(point.towers), countText(point.batchPerTower))
                              : tr("%1 of %2").arg(QString::number(point.towers), countText(point.globalBatch));
    const bool compared = point.speedUp.mean > 0; // one tower of this mode has been measured
    const QString texts[] = {
        batch,
        speedText(point.imagesPerSecond),
        compared ? plusMinus(decimalText(point.speedUp.mean, 2), decimalText(point.speedUp.deviation, 2)) : dashText(),
        compared ? plusMinus(percentText(point.efficiency.mean, 0), percentText(point.efficiency.deviation, 0))
                 : dashText(),
        point.predictedSpeedUp > 0 ? decimalText(point.predictedSpeedUp, 2) : dashText(),
        stagesText(point)};
    int column = 0;
    for (const QString& text : texts) {
        auto* item = new QTableWidgetItem(text);
        item->setToolTip(column == 0 ? scalingModeText(point.mode) : text);
        setItem(row, column++, item);
    }
}

// The widgets below grow with the towers of the chosen row, which must stay visible.
void ScalingTable::resizeEvent(QResizeEvent* event) {
    QTableWidget::resizeEvent(event);
    scrollTo(currentIndex());
}

void ScalingTable::retranslate() {
    setHorizontalHeaderLabels(
        {tr("Towers"), tr("Images/s"), tr("Speed-up"), tr("Efficiency"), tr("Model"), tr("Where a step's time goes")});
    const QStringList helps{tr("Towers and their images per step: each its own, or all of one global batch"),
                            tr("Of all towers together: mean of the repeats, and the spread of one"),
                            tr("Against one tower of the same mode, repeat by repeat"),
                            tr("Speed-up divided by the number of towers"),
                            tr("The speed-up that one tower's time and the exchange's measured bandwidth would give"),
                            tr("Means over towers and steps; each tower's own are below for the selected row")};
    for (int column = 0; column < columnCount(); ++column)
        horizontalHeaderItem(column)->setToolTip(helps[column]);
    fitColumns();
}

} // namespace belfry

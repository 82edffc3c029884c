#include "ui/pages/scaling_page/scaling_table.h"

#include "ui/pages/scaling_page/scaling_chart.h"
#include "ui/widgets/stage_average.h"
#include "ui/widgets/stage_bars.h"
#include "ui/widgets/text.h"

#include <QAbstractButton>
#include <QHeaderView>
#include <cmath>

namespace belfry {
namespace {

constexpr int kRowHeight = 26;

QString plusMinus(const QString& mean, const QString& deviation) {
    return QStringLiteral("%1 ±%2").arg(mean, deviation);
}

QString speedText(const Spread& speed) {
    return plusMinus(countText(std::llround(speed.mean)), countText(std::llround(speed.deviation)));
}

// Of all towers: "exchange 31 %, update 4 %", the largest first, what is worth naming.
QString stagesText(const ScalingPoint& point) {
    StageRow sums{};
    for (const StageTimes& tower : point.stages) {
        const StageRow row = stageRow(tower);
        for (std::size_t stage = 0; stage < kStages; ++stage) {
            sums[stage] += row[stage] / static_cast<double>(point.stages.size());
        }
    }
    QStringList parts;
    for (std::size_t stage = 0; stage < kStages; ++stage) {
        const double share = point.milliseconds > 0 ? sums[stage] / point.milliseconds : 0;
        if (share >= 0.005) {
            parts << QStringLiteral("%1 %2").arg(stageName(stage), percentText(share, 0));
        }
    }
    return parts.join(QStringLiteral(", "));
}

} // namespace

ScalingTable::ScalingTable(QWidget* parent) : QTableWidget(parent) {
    setObjectName(QStringLiteral("scalingTable"));
    setAccessibleName(QStringLiteral("Speeds"));
    findChild<QAbstractButton*>()->setObjectName(QStringLiteral("qt_scalingTableCorner"));
    setCornerButtonEnabled(false);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setSelectionMode(QAbstractItemView::NoSelection);
    setFocusPolicy(Qt::TabFocus);
    setWordWrap(false);
    setShowGrid(false);
    setColumnCount(6);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    horizontalHeader()->setStretchLastSection(true);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(kRowHeight);
    retranslate();
}

void ScalingTable::setFinding(const ScalingFinding& finding) {
    setRowCount(static_cast<int>(finding.points.size()));
    for (int row = 0; row < rowCount(); ++row) {
        fillRow(row, finding.points[static_cast<std::size_t>(row)]);
    }
}

void ScalingTable::fillRow(int row, const ScalingPoint& point) {
    const QString batch = point.mode == ScalingMode::PerTower
                              ? tr("%1 × %2").arg(QString::number(point.towers), countText(point.batchPerTower))
                              : tr("%1 of %2").arg(QString::number(point.towers), countText(point.globalBatch));
    const QString texts[] = {
        batch,
        speedText(point.imagesPerSecond),
        plusMinus(decimalText(point.speedUp.mean, 2), decimalText(point.speedUp.deviation, 2)),
        plusMinus(percentText(point.efficiency.mean, 0), percentText(point.efficiency.deviation, 0)),
        point.predictedSpeedUp > 0 ? decimalText(point.predictedSpeedUp, 2) : dashText(),
        stagesText(point)};
    int column = 0;
    for (const QString& text : texts) {
        auto* item = new QTableWidgetItem(text);
        item->setToolTip(column == 0 ? scalingModeText(point.mode) : text);
        setItem(row, column++, item);
    }
}

void ScalingTable::retranslate() {
    setHorizontalHeaderLabels(
        {tr("Towers"), tr("Images/s"), tr("Speed-up"), tr("Efficiency"), tr("Model"), tr("Where a step's time goes")});
    const QStringList helps{tr("Towers and their images per step: each its own, or all of one global batch"),
                            tr("Of all towers together: mean of the repeats, and the spread of one"),
                            tr("Against one tower of the same mode, repeat by repeat"),
                            tr("Speed-up divided by the number of towers"),
                            tr("The speed-up that one tower's time and the exchange's measured bandwidth would give"),
                            tr("Means over the towers and steps")};
    for (int column = 0; column < columnCount(); ++column) {
        horizontalHeaderItem(column)->setToolTip(helps[column]);
    }
}

} // namespace belfry

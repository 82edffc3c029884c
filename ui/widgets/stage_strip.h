// The time of a step by tower and stage, over the last second: title, legend, milliseconds per step, bars; many
// towers scroll. GUI thread only.
#pragma once

#include "ui/widgets/stage_average.h"
#include "ui/widgets/themed_widget.h"

#include <QStringList>

class QScrollArea;

namespace belfry {

class StageBars;

class StageStrip : public ThemedWidget {
    Q_OBJECT
public:
    explicit StageStrip(const Theme& theme, QWidget* parent = nullptr);

    // "0 · GPU0", "1 · GPU1", and what the tool tips of the names say; forgets the times.
    void setTowers(const QStringList& names, const QStringList& helps = {});
    void setMaxRows(int rows);          // more scroll
    void addStep(const StepDone& step); // cheap: the picture is made when it is painted
    void clear();

    StageBars* bars() const { return bars_; }
    const StageAverage& average() const { return average_; }
    QString stepText() const; // "16.6 ms per step", "" when nothing runs

protected:
    void paintEvent(QPaintEvent* event) override;
    void describe() override;

private:
    void refresh();
    void fitTowers();
    void paintLegend(QPainter& painter, int left, int right) const;
    std::vector<std::size_t> legend() const; // stages worth naming

    StageAverage average_;
    StageBars* bars_;
    QScrollArea* scroll_;
    int maxRows_ = 8;
    bool stale_ = false; // steps came since the bars were set
};

} // namespace belfry

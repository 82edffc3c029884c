// The time of a step by tower and stage, over the last second: title, legend, milliseconds per step, bars. Of more than
// eight towers the fastest, the median and the slowest have a bar, and the tower that is chosen in the heat strip of
// all. GUI thread only.
#pragma once

#include "ui/widgets/stage_average.h"
#include "ui/widgets/themed_widget.h"

#include <QStringList>

class QScrollArea;

namespace belfry {

class StageBars;
class TowerHeat;

class StageStrip : public ThemedWidget {
    Q_OBJECT
public:
    static constexpr int kMaxBars = 8, kMinRows = 4;

    explicit StageStrip(const Theme& theme, QWidget* parent = nullptr);

    // "0 · GPU0", "1 · GPU1", and what the tool tips of the names say; forgets the times.
    void setTowers(const QStringList& names, const QStringList& helps = {});
    void setHelps(const QStringList& helps); // in another language
    void setMaxRows(int rows);               // more scroll; kMinRows at least
    void addStep(const StepDone& step);      // cheap: the picture is made when it is painted
    void clear();

    StageBars* bars() const { return bars_; }
    TowerHeat* heat() const { return heat_; } // shown of many towers
    const StageAverage& average() const { return average_; }
    void setTimedEvery(int steps); // 1: every step is timed
    QString stepText() const;      // "16.6 ms per step, 1 in 10 timed", "" when nothing runs

protected:
    void paintEvent(QPaintEvent* event) override;
    void describe() override;

private:
    void refresh();
    void fitTowers();
    bool many() const;
    void showEach(const std::vector<StageRow>& rows);
    void showRanks(const std::vector<StageRow>& rows);
    int rankNameRoom() const;
    void paintLegend(QPainter& painter, int left, int right) const;
    std::vector<std::size_t> legend() const; // stages worth naming

    StageAverage average_;
    StageBars* bars_;
    TowerHeat* heat_;
    QScrollArea* scroll_;
    QStringList names_, helps_; // by tower
    int maxRows_ = kMaxBars;
    int timedEvery_ = 1;
    bool stale_ = false; // steps came since the bars were set
};

} // namespace belfry

// One bar per tower, split into the stages of a step. The whole width is the step, or the longest tower where that
// takes more: what no stage accounts for stays empty. GUI thread only.
#pragma once

#include "ui/widgets/stage_average.h"
#include "ui/widgets/themed_widget.h"

#include <QStringList>
#include <vector>

namespace belfry {

// In StageTimes' order: "wait", "copy" ...
QString stageName(std::size_t stage);

class StageBars : public ThemedWidget {
    Q_OBJECT
public:
    static constexpr int kPitch = 22; // a row
    static constexpr int kFont = 12;  // pixels, of the names

    explicit StageBars(const Theme& theme, QWidget* parent = nullptr);

    void setTowers(const QStringList& names);
    void setNameRoom(int pixels); // of the names' column, at least: it stays where it is when names change
    void setHelps(const QStringList& helps) { helps_ = helps; } // by tower, for the tool tips of the names
    // One per tower; empty: nothing runs. step: milliseconds by the clock; 0: each tower has steps of its own, and
    // shares are of those.
    void setRows(const std::vector<StageRow>& rows, double step = 0);
    // Images per second that each tower could do alone, for the tool tips of the bars; 0: not known.
    void setAlone(const std::vector<double>& speeds) { alone_ = speeds; }
    static QString aloneText(double speed); // "alone: 1,400 images/s"
    const std::vector<StageRow>& rows() const { return rows_; }
    const QStringList& names() const { return names_; }
    int count() const;      // rows shown
    int labelWidth() const; // of the names' column: the longest one's, within reason
    // "GPU0 backward: 7.2 ms, 43 %" for the stage under a point and a line for the tower alone; what a name stands for;
    // "" outside.
    QString textAt(const QPoint& position) const;
    QSize sizeHint() const override { return {320, kPitch * std::max(1, count())}; }
    QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

protected:
    std::optional<QString> tipAt(const QPoint& position) const override { return textAt(position); }
    void paintEvent(QPaintEvent* event) override;

private:
    QString name(int tower) const { return tower < names_.size() ? names_[tower] : tr("tower %1").arg(tower); }
    double scale() const; // milliseconds that fill the width
    QString textOf(int tower, const QString& part, double milliseconds) const;
    QRectF bar(int tower) const; // the whole width
    std::array<QRectF, kStages> parts(int tower) const;

    QStringList names_, helps_;
    std::vector<StageRow> rows_;
    std::vector<double> alone_;
    int nameRoom_ = 0;
    double step_ = 0;
};

} // namespace belfry

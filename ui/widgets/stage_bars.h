// One bar per tower, split into the stages of a step; the longest tower fills the width. GUI thread only.
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

    explicit StageBars(const Theme& theme, QWidget* parent = nullptr);

    void setTowers(const QStringList& names);
    void setRows(const std::vector<StageRow>& rows); // by tower; empty: nothing runs
    const std::vector<StageRow>& rows() const { return rows_; }
    int count() const; // rows shown
    // "GPU0 backward: 7.2 ms, 43 %" for the stage under a point, "" outside.
    QString textAt(const QPoint& position) const;
    QSize sizeHint() const override { return {320, kPitch * std::max(1, count())}; }
    QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QString name(int tower) const;
    QRectF bar(int tower) const; // all stages together would fill it if this tower were the longest
    std::array<QRectF, kStages> parts(int tower) const;

    QStringList names_;
    std::vector<StageRow> rows_;
};

} // namespace belfry

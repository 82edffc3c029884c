// A curve without axes, as large as a word: of a row of a table, or of what is in training. GUI thread only.
#pragma once

#include "ui/widgets/themed_widget.h"

#include <QPolygonF>
#include <QRectF>
#include <vector>

namespace belfry {

// `curve` and `bounds`: epoch, from 1, and accuracy; what lies below the bounds stands at the foot of `place`.
void paintSpark(QPainter& painter, const QRectF& place, const QPolygonF& curve, const QRectF& bounds,
                const QColor& colour);
QPolygonF sparkCurve(const std::vector<float>& accuracies); // by epoch

class SparkLine : public ThemedWidget {
    Q_OBJECT
public:
    SparkLine(const Theme& theme, const QString& objectName, QWidget* parent = nullptr);
    void setCurves(std::vector<std::vector<float>> curves); // accuracy by epoch; all have one scale
    const std::vector<std::vector<float>>& curves() const { return curves_; }
    QSize sizeHint() const override { return {96, 28}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<std::vector<float>> curves_;
};

} // namespace belfry

// A few curves over one axis, drawn whole: the rate over a run, a finder's loss over the rate. No zoom and no growing
// data, as LiveChart has them. GUI thread only.
#pragma once

#include "ui/charts/ticks.h"
#include "ui/foundation/theme.h"

#include <QPointF>
#include <QWidget>
#include <utility>
#include <vector>

class QPainter;

namespace belfry {

struct Curve {
    static constexpr int kMutedColour = -1;
    std::vector<QPointF> points; // what is not finite, or not positive on a log axis, is left out
    int colour = 0;              // Theme::seriesColour, or kMutedColour
    bool faint = false;          // 1 px behind the others
    bool dots = false;           // a dot at every point
    bool dashed = false;         // 1.5 px
    std::vector<double> spread;  // by point, up and down: error bars; empty: none
    QString name;                // at the line's end
};

// A hairline over the whole height, named at its top.
struct CurveMark {
    double x = 0;
    QString text;
    bool warning = false;
};

struct CurvePicture {
    std::vector<Curve> curves;
    std::vector<CurveMark> marks;
    bool logX = false, logY = false;
    bool fromZero = false; // the y axis begins at zero
    YFormat xFormat = YFormat::Number, yFormat = YFormat::Number;
    QString xTitle;             // at the right end of the x axis: "steps"
    std::vector<double> xTicks; // only at these, where there are any
};

class CurvePlot : public QWidget {
    Q_OBJECT
public:
    // `theme` must outlive the widget.
    CurvePlot(const Theme& theme, const QString& objectName, QWidget* parent = nullptr);

    void setPicture(CurvePicture picture);
    const CurvePicture& picture() const { return picture_; }
    void setEmptyText(const QString& text); // while there is no point
    void paint(QPainter& painter) const;    // the whole plot at (0, 0), for pictures too
    // Of the x axis: what is written, and where.
    std::vector<std::pair<QString, QRectF>> xLabels() const;
    QSize sizeHint() const override { return {230, 96}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Frame {
        Interval x, y; // log10 on log axes
        QRectF plot;
        std::vector<Tick> xTicks, yTicks;
        QPointF at(const QPointF& point) const;
    };
    QPointF onAxes(const QPointF& value) const;
    Frame frame() const;
    QRectF foot(const Frame& frame) const; // below the plot
    QRectF xLabelBox(const Frame& frame, const Tick& tick) const;
    std::vector<std::pair<QString, QRectF>> xLabels(const Frame& frame) const;
    Interval yRange() const;
    double nameWidth() const; // room for the lines' names
    QColor colourOf(const Curve& curve) const;
    void paintSpread(QPainter& painter, const Frame& frame, const Curve& curve) const;
    void paintNames(QPainter& painter, const Frame& frame) const;
    void paintAxes(QPainter& painter, const Frame& frame) const;
    void paintCurve(QPainter& painter, const Frame& frame, const Curve& curve) const;
    void paintMarks(QPainter& painter, const Frame& frame) const;

    const Theme& theme_;
    CurvePicture picture_;
    QString emptyText_;
};

} // namespace belfry

// The plot of one chart: Qt Charts draws the lines, plot_painter the rest, into a picture that is reused until the
// data or the view changes. Turns mouse and keys into signals in axis coordinates. GUI thread only.
#pragma once

#include "ui/charts/crosshair.h"
#include "ui/charts/plot_frame.h"

#include <QChartView>
#include <QKeyEvent>
#include <QPixmap>
#include <optional>
#include <vector>

class QLineSeries;
class QValueAxis;

namespace belfry {

class PlotView : public QChartView {
    Q_OBJECT
public:
    PlotView(const Theme& theme, bool xLabels, QWidget* parent); // xLabels: room for them below the plot

    QRectF plotRect() const; // pixels of this widget
    void setFrame(PlotFrame frame);
    const PlotFrame& frame() const { return frame_; }
    Crosshair& crosshair() { return *crosshair_; }

    double xAt(double pixel) const;
    double yAt(double pixel) const;

    // The whole plot into any painter, its top left corner at `at`. `ownLines`: without Qt Charts, for SVG.
    void paintPlot(QPainter& painter, const QPointF& at, bool ownLines);

Q_SIGNALS:
    void resized();
    void hovered(QPointF pixel);
    void hoverEnded();
    void clicked();
    void fitRequested();
    void boxDrawn(Interval x, std::optional<Interval> y); // y only when the box is tall
    void wheelTurned(double x, double factor);
    void dragged(double xDistance, double yDistance); // the way the data moves
    void focusRingChanged(bool ring);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void drawBackground(QPainter* painter, const QRectF& rect) override;
    void drawForeground(QPainter* painter, const QRectF& rect) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override { event->ignore(); } // they are the chart's
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    enum class Gesture { None, Box, Pan };

    void dressLine(QLineSeries& series, const PlotFrame::Line& line) const;
    QRectF band(const QPointF& to) const;
    bool tall(const QRectF& band) const;

    const Theme& theme_;
    QValueAxis* xAxis_;
    QValueAxis* yAxis_;
    std::vector<QLineSeries*> lines_;
    Crosshair* crosshair_;
    PlotFrame frame_;
    QPixmap picture_;
    bool stale_ = true;
    bool xLabels_;
    Gesture gesture_ = Gesture::None;
    bool moved_ = false;
    QPointF pressed_, last_;
};

} // namespace belfry

// Reading values off the charts: a hairline over every chart of a group and one small table with all lines' values.
// Both are transparent widgets over the plots, so that moving the mouse repaints no line.
#pragma once

#include "ui/charts/ticks.h"
#include "ui/foundation/theme.h"

#include <QStringList>
#include <QWidget>
#include <optional>
#include <vector>

namespace belfry {

// All values at one point of the run.
struct Readout {
    struct Row {
        QString name;
        QColor colour;
        YFormat format = YFormat::Number;
        std::optional<double> raw; // in the units shown (per cent); NaN where the value was none
        std::optional<double> smoothed;
        QString group = {}; // SeriesSpec's
        QString rawText() const { return raw ? valueText(*raw, format) : QString(); }
        QString smoothedText() const { return smoothed ? valueText(*smoothed, format) : QString(); }
    };
    XPoint x;
    std::vector<Row> rows;
    QStringList events;        // marks close by
    QString heading() const;   // "step 740 · epoch 3.45 · 0:42"
    Readout shortened() const; // of each large group the lowest three, and how many more there are
    QString copyText() const;  // two lines with tabs: names, plain numbers
};

// Over one chart's plot; takes no mouse events.
class Crosshair : public QWidget {
    Q_OBJECT
public:
    struct Point {
        QPointF at;
        QColor colour;
    };
    Crosshair(const Theme& theme, QWidget* parent);

    void display(const QRectF& plot, double x, std::vector<Point> points, bool pinned);
    void hideLine();
    void setBand(const QRectF& band); // the box being drawn; empty: none
    bool lineShown() const { return line_.has_value(); }
    double lineX() const { return line_.value_or(0); }
    const std::vector<Point>& points() const { return points_; }

protected:
    void paintEvent(QPaintEvent*) override;

private:
    const Theme& theme_;
    QRectF plot_, band_;
    std::optional<double> line_;
    std::vector<Point> points_;
    bool pinned_ = false;
};

// The table beside the cursor; a child of the window, so that it may be taller than the chart.
class ReadoutTable : public QWidget {
    Q_OBJECT
public:
    ReadoutTable(const Theme& theme, QWidget* parent);
    // `at`: the cursor, in the parent's coordinates; the table keeps clear of it and inside the parent.
    void display(const Readout& readout, const QPoint& at, bool pinned);

protected:
    void paintEvent(QPaintEvent*) override;

private:
    void measure();
    const Theme& theme_;
    Readout readout_;
    bool pinned_ = false;
    int nameWidth_ = 0, rawWidth_ = 0, smoothedWidth_ = 0;
};

} // namespace belfry

// Parallel coordinates of a search: a line for every trial that is done, coloured by its accuracy. A drag along an axis
// keeps the trials that pass there, a click on the axis lets all pass again, Esc clears all axes; a click near a line
// chooses its trial, Up and Down the next better and worse one. With the keyboard: Left and Right go from axis to axis,
// Shift with Up and Down moves the range that is kept there, Ctrl with them widens it, Delete lets all pass. GUI
// thread only.
#pragma once

#include "ui/pages/search/accuracy_scale.h"
#include "ui/pages/search/parallel_lines.h"
#include "ui/pages/search/trial_chart.h"

#include <QPixmap>
#include <QRectF>
#include <vector>

namespace belfry {

class ParallelPlot : public TrialChart {
    Q_OBJECT
public:
    explicit ParallelPlot(const Theme& theme, QWidget* parent = nullptr);

    const ParallelPicture& picture() const { return picture_; }
    const Brushes& brushes() const { return brushes_; }
    void setBrush(std::size_t axis, const std::optional<Brush>& brush);
    void clearBrushes();
    std::optional<std::size_t> cursor() const { return cursor_; } // the axis at the keyboard
    std::vector<int> trialsInside() const;                        // the brushes, the worst first
    double axisX(std::size_t axis) const;                         // pixels
    double yOf(std::size_t axis, double value) const;
    int trialAt(const QPointF& position) const; // of a line inside the brushes; 0: none is near
    void paint(QPainter& painter) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {240, 140}; }

Q_SIGNALS:
    void brushesChanged();

protected:
    std::optional<QString> tipAt(const QPoint& position) const override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void takeResults(bool another) override;
    void describe() override;

private:
    struct Drag {
        std::size_t axis = 0;
        QPointF from; // pixels
        bool moved = false;
    };
    struct Frame {             // pixels
        QSize size;            // of the widget that it is for
        QRectF plot;           // from the first axis to the last
        double pitch = 1;      // between two axes
        QStringList titles;    // of the axes
        bool twoLines = false; // of titles, by turns: one is too short
    };
    const Frame& frame() const; // laid out when it is needed
    Frame layOut() const;
    std::optional<std::size_t> axisAt(const QPointF& position) const;
    double valueAt(std::size_t axis, double y) const;
    const ParallelLine* lineOf(int trial) const;
    std::vector<QPointF> pointsOf(const ParallelLine& line) const;
    void moveCursor(int key);
    void brushByKeys(int key, bool widen); // else it moves
    void chooseNext(int key);
    QString cursorText() const; // the axis at the keyboard and what is kept there; "": none is
    void hover(int trial);
    void brushed();  // another selection
    void outdated(); // everything that was laid out and painted
    void paintLines(QPainter& painter) const;
    void paintAxes(QPainter& painter) const;
    void paintTitles(QPainter& painter) const;
    void paintLabels(QPainter& painter, std::size_t axis) const;
    void paintBrushes(QPainter& painter) const;
    void paintLifted(QPainter& painter, int trial, double width) const;
    void paintAbove(QPainter& painter) const; // the lines

    std::vector<GeneRow> rows_;
    ParallelPicture picture_;
    AccuracyScale scale_;
    Brushes brushes_;
    std::vector<bool> inside_;
    int hovered_ = 0;
    std::optional<Drag> drag_;
    std::optional<std::size_t> cursor_; // an axis
    mutable Frame frame_;
    QPixmap lines_; // axes and lines as they were painted last; null: to be painted
};

} // namespace belfry

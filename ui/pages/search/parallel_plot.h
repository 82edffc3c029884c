// Parallel coordinates of a search: a line for every trial that is done, coloured by its accuracy. A drag along an axis
// keeps the trials that pass there, a click on the axis lets all pass again, Esc clears all axes; a click near a line
// chooses its trial, Up and Down the next better and worse one. With the keyboard: Left and Right go from axis to axis,
// Shift with Up and Down moves the range that is kept there, Ctrl with them widens it, Delete lets all pass. GUI
// thread only.
#pragma once

#include "ui/pages/search/accuracy_scale.h"
#include "ui/pages/search/parallel_lines.h"
#include "ui/widgets/themed_widget.h"

#include <QLineF>
#include <QPixmap>
#include <QRectF>
#include <map>
#include <vector>

namespace belfry {

class ParallelPlot : public ThemedWidget {
    Q_OBJECT
public:
    explicit ParallelPlot(const Theme& theme, QWidget* parent = nullptr);

    void setView(const SearchView& view);
    const ParallelPicture& picture() const { return picture_; }
    int chosen() const { return chosen_; } // 0: none
    void setChosen(int trial);
    const Brushes& brushes() const { return brushes_; }
    void setBrush(std::size_t axis, const std::optional<Brush>& brush);
    void clearBrushes();
    std::optional<std::size_t> cursor() const { return cursor_; } // the axis at the keyboard
    std::vector<int> trialsInside() const;                        // the brushes, the worst first
    double axisX(std::size_t axis) const;                         // pixels
    double yOf(std::size_t axis, double value) const;
    int trialAt(const QPointF& position) const; // of a line inside the brushes; 0: none is near
    void paint(QPainter& painter) const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {240, 140}; }

Q_SIGNALS:
    void trialChosen(int trial);
    void brushesChanged();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void retranslate() override;

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
    void choose(int trial);
    void moveCursor(int key);
    void brushByKeys(int key, bool widen); // else it moves
    void chooseNext(int key);
    QString cursorText() const; // the axis at the keyboard and what is kept there; "": none is
    void hover(int trial);
    void brushed();  // another selection
    void outdated(); // everything that was laid out and painted
    void describe();
    void paintLines(QPainter& painter) const;
    void paintAxes(QPainter& painter) const;
    void paintTitles(QPainter& painter) const;
    void paintLabels(QPainter& painter, std::size_t axis) const;
    void paintBrushes(QPainter& painter) const;
    void paintLifted(QPainter& painter, int trial, double width) const;
    void paintAbove(QPainter& painter) const; // the lines

    SearchView view_;
    std::vector<GeneRow> rows_;
    ParallelPicture picture_;
    AccuracyScale scale_;
    Brushes brushes_;
    std::vector<bool> inside_;
    int chosen_ = 0, hovered_ = 0;
    std::optional<Drag> drag_;
    std::optional<std::size_t> cursor_; // an axis
    mutable Frame frame_;
    QPixmap lines_; // axes and lines as they were painted last; null: to be painted
};

} // namespace belfry

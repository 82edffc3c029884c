// Parallel coordinates: a line for every item. A drag along an axis keeps the items that pass there, a click on the
// axis lets all pass again, Esc clears all axes; a click near a line chooses its item, Up and Down the next better and
// worse one. With the keyboard: Left and Right go from axis to axis, Shift with Up and Down moves the range that is
// kept there, Ctrl with them widens it, Delete lets all pass. GUI thread only.
#pragma once

#include "ui/charts/item_chart.h"
#include "ui/charts/parallel_picture.h"

#include <QPen>
#include <QPixmap>
#include <QPolygonF>
#include <QRectF>
#include <vector>

namespace belfry {

class ParallelPlot : public ItemChart {
    Q_OBJECT
public:
    explicit ParallelPlot(const Theme& theme, QWidget* parent = nullptr);

    const ParallelPicture& picture() const { return picture_; }
    const Brushes& brushes() const { return brushes_; }
    void setBrush(std::size_t axis, const std::optional<Brush>& brush);
    void clearBrushes();
    std::optional<std::size_t> cursor() const { return cursor_; } // the axis at the keyboard
    std::vector<int> itemsInside() const;                         // the brushes, the worst first
    int hovered() const { return hovered_; }                      // the item at the mouse; 0: none
    double axisX(std::size_t axis) const;                         // pixels
    double yOf(std::size_t axis, double value) const;
    int itemAt(const QPointF& position) const; // of a line inside the brushes; 0: none is near
    void paint(QPainter& painter) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {240, 140}; }

Q_SIGNALS:
    void brushesChanged();

protected:
    // `another`: of other axes, so that no brush stays.
    void setPicture(ParallelPicture picture, bool another);
    virtual QPen penOf(int look) const = 0;          // of a line inside the brushes
    virtual QColor liftedColour(int look) const = 0; // of the line that is chosen, or at the mouse
    virtual QString emptyText() const = 0;           // without lines
    virtual QString insideText(int inside, int all) const = 0;
    virtual QString tipOf(int item) const = 0;               // all that is known of it, some lines
    virtual QString lineText(int item) const = 0;            // the same on one line; "" of an unknown one
    virtual QString tagOf(int /*item*/) const { return {}; } // stands at the mouse while its line is hovered

    std::optional<QString> tipAt(const QPoint& position) const override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
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
        bool twoLines = false; // of titles, by turns: one is too short
    };
    const Frame& frame() const; // laid out when it is needed
    Frame layOut() const;
    std::optional<std::size_t> axisAt(const QPointF& position) const;
    double valueAt(std::size_t axis, double y) const;
    std::vector<QPolygonF> stretchesOf(const ParallelLine& line) const; // between its gaps
    void moveCursor(int key);
    void brushByKeys(int key, bool widen); // else it moves
    void chooseNext(int key);
    QString cursorText() const; // the axis at the keyboard and what is kept there; "": none is
    void hover(int item, const QPointF& position);
    void brushed();  // another selection
    void outdated(); // everything that was laid out and painted
    void paintLines(QPainter& painter) const;
    void paintAxes(QPainter& painter) const;
    void paintTitles(QPainter& painter) const;
    void paintLabels(QPainter& painter, std::size_t axis) const;
    void paintBrushes(QPainter& painter) const;
    void paintTag(QPainter& painter) const;
    void paintLifted(QPainter& painter, int item, double width) const;
    void paintAbove(QPainter& painter) const; // the lines

    ParallelPicture picture_;
    Brushes brushes_;
    std::vector<bool> inside_;
    int hovered_ = 0;
    QPointF hoveredAt_; // pixels
    std::optional<Drag> drag_;
    std::optional<std::size_t> cursor_; // an axis
    mutable Frame frame_;
    QPixmap lines_; // axes and lines as they were painted last; null: to be painted
};

} // namespace belfry

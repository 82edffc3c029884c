// A network as a row of boxes: height is the picture's side (or the number of units), width the number of channels. All
// boxes and their labels lie inside the widget at any width. GUI thread only.
#pragma once

#include "core/model/blueprint.h"
#include "ui/widgets/themed_widget.h"

#include <vector>

namespace belfry {

class NetworkDiagram : public ThemedWidget {
    Q_OBJECT
public:
    enum class Detail { Brief, Full }; // Full: two lines of label, name and shape
    NetworkDiagram(const Theme& theme, Detail detail, QWidget* parent = nullptr);

    void setBlueprint(const Blueprint& blueprint);
    void clear();

    struct Box {
        QRectF place;   // of the box
        QRectF label;   // below it; empty when there is no room for labels
        int layer = -1; // index into Blueprint::layers, -1: the input
    };
    std::vector<Box> boxes() const;      // laid out for the present size, also for tests
    int labelledWidth() const;           // at which every box has its label
    void paint(QPainter& painter) const; // the boxes alone, as large as the widget is
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {80, sizeHint().height()}; }

Q_SIGNALS:
    void activated(); // by click, Enter or Space

protected:
    std::optional<QString> tipAt(const QPoint& position) const override;
    void paintEvent(QPaintEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Item {
        TensorShape shape; // output of the layer
        int layer = -1;
        bool dense = false, ghost = false; // ghost: has no weights and changes little (dropout, padding)
        QString first, second;             // lines of label
    };
    QSizeF boxSize(const Item& item, double room) const;
    double slotWidth(const Item& item, const QSizeF& box) const; // of a box with its label
    void paintBox(QPainter& painter, const Item& item, const Box& box) const;
    int labelHeight() const;

    Detail detail_;
    Blueprint blueprint_;
    std::vector<Item> items_;
};

} // namespace belfry

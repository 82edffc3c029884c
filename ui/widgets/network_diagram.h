// A network as a graph from left to right. Layers are boxes: height is the picture's side (or the number of units),
// width the number of channels. A block is one card, which opens in place; what is repeated is shown once. GUI thread
// only.
#pragma once

#include "ui/foundation/texts.h"
#include "ui/widgets/network_layout.h"
#include "ui/widgets/themed_widget.h"

#include <set>

namespace belfry {

class NetworkDiagram : public KeyedWidget {
    Q_OBJECT
public:
    // Brief: one row, as narrow as it must be, with all blocks folded; a click asks for more. Full: two lines of label,
    // name and shape; blocks open and fold; neededSize() may be larger than the room.
    enum class Detail { Brief, Full };
    NetworkDiagram(const Theme& theme, Detail detail, QWidget* parent = nullptr);

    void setBlueprint(const Blueprint& blueprint); // blocks that are there again stay open
    void clear();
    // Full: a click or Enter on a layer, also in an open block, is for picked(). `hint` says what it does: "Click or
    // Enter: select".
    void setPicking(const TranslatableText& hint);
    void setUsualHeight(int height);             // it becomes higher only for what is open
    void setOpened(const std::set<int>& blocks); // indices into NetworkParts::blocks
    const std::set<int>& opened() const { return opened_; }

    const NetworkPicture& picture() const; // laid out for the present size
    QSize neededSize() const;              // of what is open, with every label
    void paint(QPainter& painter) const;   // without focus, as large as the widget is
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void activated();               // Brief: by click, Enter or Space
    void picked(int line);          // of the architecture: a layer's, or that which begins a block
    void layerPicked(int layer);    // of the blueprint
    void needsChanged();            // neededSize()
    void sought(const QRect& part); // it is to be in sight

protected:
    std::optional<QString> tipAt(const QPoint& position) const override;
    void describe() override;
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Labels {
        QString first, second;
    };
    bool isFull() const { return detail_ == Detail::Full; }
    bool picks() const { return !pickingHint_.empty(); }
    const BlueprintLayer& layerAt(int layer) const { return blueprint_.layers[static_cast<std::size_t>(layer)]; }
    const NetworkBlock& blockAt(int block) const { return parts_.blocks[static_cast<std::size_t>(block)]; }
    TensorShape inputShape() const;
    TensorShape shapeOf(const NetworkItem& item) const; // that it gives
    bool isGhost(const BlueprintLayer& layer) const;    // changes little: dropout, normalisation, padding
    Labels labelsOf(const NetworkItem& item) const;
    QString titleOf(const NetworkBlock& block) const; // "residual ×3"
    QString tipOf(const NetworkItem& item) const;

    void measureScale();
    QSizeF boxSize(const NetworkItem& item, double room) const;
    NetworkStyle styleFor(double room, const QSizeF& space) const;
    NetworkPicture laidOut(const QSizeF& space) const;
    void lay(); // after what is shown has changed
    double labelHeight() const;

    int nodeAt(const QPoint& position) const; // the innermost; -1: none
    int blockUnder(const QPoint& position) const;
    int layerUnder(const QPoint& position) const; // that can be picked; -1: none
    void toggle(int block);
    void pick(const NetworkItem& item);
    void choose(int node);
    int chosen() const { return chosen_ ? picture().indexOf(*chosen_) : -1; }
    int nextOf(int node, int key) const;

    void paintEdges(QPainter& painter) const;
    void paintNode(QPainter& painter, const NetworkNode& node) const;
    void paintBox(QPainter& painter, const NetworkNode& node) const;
    void paintCard(QPainter& painter, const NetworkNode& node, bool lit) const;
    void paintOpen(QPainter& painter, const NetworkNode& node, bool lit) const;
    void paintSum(QPainter& painter, const NetworkNode& node) const;
    void paintLabels(QPainter& painter, const NetworkNode& node) const;

    Detail detail_;
    int usualHeight_;
    Blueprint blueprint_;
    NetworkParts parts_;
    std::set<int> opened_;
    bool known_ = false;           // there is a network
    TranslatableText pickingHint_; // empty: there is no picking
    mutable NetworkPicture picture_;
    mutable QSize laidFor_; // the size that picture_ is for
    QSizeF needed_;
    double side_ = 1, units_ = 1, channels_ = 1; // the most that any has
    std::optional<NetworkItem> chosen_;          // by keyboard
    int hovered_ = -1;                           // a block
};

} // namespace belfry

// The picture in the theme's colours.
#include "core/model/layer_kind.h"
#include "ui/widgets/network_diagram.h"

#include <QFontMetricsF>
#include <algorithm>

namespace belfry {
namespace {

using Kind = NetworkItem::Kind;

constexpr double kLabelLine = 14; // height
constexpr double kStep = 3;       // from a card to the one behind it

// Of a block that opens to the right, or is open downwards.
void drawChevron(QPainter& painter, const QPointF& middle, bool down) {
    const QPointF points[] = {down ? middle + QPointF(-4, -2) : middle + QPointF(-2, -4),
                              down ? middle + QPointF(0, 2) : middle + QPointF(2, 0),
                              down ? middle + QPointF(4, -2) : middle + QPointF(-2, 4)};
    painter.drawPolyline(points, 3);
}

} // namespace

void NetworkDiagram::paintEdges(QPainter& painter) const {
    if (picture().isLine)
        return;
    const Palette& c = colours();
    painter.setBrush(Qt::NoBrush);
    for (const NetworkEdge& edge : picture().edges) {
        if (!isFull() && !edge.skips)
            continue;
        painter.setPen(QPen(edge.skips ? c.accent : c.faint, edge.skips && isFull() ? 1.5 : 1));
        painter.drawPath(edge.path);
    }
}

void NetworkDiagram::paintBox(QPainter& painter, const NetworkNode& node) const {
    const Palette& c = colours();
    const bool input = node.item.kind == Kind::Input;
    const bool ghost = !input && isGhost(layerAt(node.item.layer));
    const bool dense = !input && layerAt(node.item.layer).out.height == 1 && layerAt(node.item.layer).out.width == 1;
    QPen pen(input || ghost ? c.faint : mixed(c.card, c.accent, 0.65), 1);
    if (ghost)
        pen.setStyle(Qt::DashLine);
    painter.setPen(pen);
    painter.setBrush(input ? c.grid : ghost ? c.card : mixed(c.card, c.accent, dense ? 0.36 : 0.16));
    painter.drawRoundedRect(node.box.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
}

// One that is repeated lies on others.
void NetworkDiagram::paintCard(QPainter& painter, const NetworkNode& node, bool lit) const {
    const Palette& c = colours();
    const int behind = std::min(blockAt(node.item.block).repeats, 3) - 1;
    const QRectF all = node.box.adjusted(0.5, 0.5, -0.5, -0.5);
    const double step = isFull() ? kStep : 2;
    QRectF card = all.adjusted(0, behind * step, -behind * step, 0);
    painter.setPen(QPen(mixed(c.card, c.accent, 0.65), 1));
    for (int sheet = behind; sheet >= 0; --sheet) {
        painter.setBrush(mixed(c.card, c.accent, sheet > 0 ? 0.1 : lit ? 0.4 : 0.24));
        painter.drawRoundedRect(card.translated(sheet * step, -sheet * step), 3, 3);
    }
    if (!isFull())
        return;
    painter.setPen(QPen(c.text, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    drawChevron(painter, card.center(), false);
}

void NetworkDiagram::paintOpen(QPainter& painter, const NetworkNode& node, bool lit) const {
    const Palette& c = colours();
    painter.setPen(QPen(mixed(c.card, c.accent, lit ? 0.8 : 0.4), 1));
    painter.setBrush(mixed(c.card, c.accent, 0.05));
    painter.drawRoundedRect(node.box.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
    painter.setPen(QPen(c.text, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    drawChevron(painter, {node.label.left() + 4, node.label.center().y()}, true);
    const Labels labels = labelsOf(node.item);
    QRectF words = node.label.adjusted(16, 0, 0, 0);
    const QFont title = Theme::font(11, QFont::Medium);
    painter.setFont(title);
    painter.setPen(c.text);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, labels.first);
    words.setLeft(words.left() + QFontMetricsF(title).horizontalAdvance(labels.first));
    painter.setFont(Theme::font(11));
    painter.setPen(c.muted);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, labels.second);
}

void NetworkDiagram::paintSum(QPainter& painter, const NetworkNode& node) const {
    const Palette& c = colours();
    painter.setPen(QPen(c.accent, isFull() ? 1.5 : 1));
    painter.setBrush(c.card);
    const QRectF circle = node.box.adjusted(0.75, 0.75, -0.75, -0.75);
    painter.drawEllipse(circle);
    const QPointF middle = circle.center();
    const double arm = circle.width() * 0.26;
    painter.drawLine(middle - QPointF(arm, 0), middle + QPointF(arm, 0));
    painter.drawLine(middle - QPointF(0, arm), middle + QPointF(0, arm));
}

void NetworkDiagram::paintLabels(QPainter& painter, const NetworkNode& node) const {
    if (node.label.isEmpty())
        return;
    const Palette& c = colours();
    const Labels labels = labelsOf(node.item);
    const QRectF line(node.label.x(), node.label.y(), node.label.width(), kLabelLine);
    painter.setFont(Theme::font(11));
    painter.setPen(isFull() ? c.text : c.muted);
    painter.drawText(line, Qt::AlignCenter, labels.first);
    if (isFull()) {
        painter.setPen(c.muted);
        painter.drawText(line.translated(0, kLabelLine), Qt::AlignCenter, labels.second);
    }
}

void NetworkDiagram::paintNode(QPainter& painter, const NetworkNode& node) const {
    const bool lit = node.item.block >= 0 && node.item.block == hovered_;
    switch (node.item.kind) {
    case Kind::Frame:
        return; // below the edges
    case Kind::Card:
        paintCard(painter, node, lit);
        break;
    case Kind::Sum:
        paintSum(painter, node);
        break;
    case Kind::Input:
    case Kind::Box:
        paintBox(painter, node);
        break;
    }
    paintLabels(painter, node);
}

void NetworkDiagram::paint(QPainter& painter) const {
    painter.setRenderHint(QPainter::Antialiasing);
    for (const NetworkNode& node : picture().nodes)
        if (node.item.kind == Kind::Frame)
            paintOpen(painter, node, node.item.block == hovered_);
    paintEdges(painter);
    for (const NetworkNode& node : picture().nodes)
        paintNode(painter, node);
}

void NetworkDiagram::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paint(painter);
    const int node = chosen();
    painter.setPen(QPen(colours().accent, isFull() ? 1.5 : 1));
    painter.setBrush(Qt::NoBrush);
    if (!isFull() && hasFocus())
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    else if (showsRing() && node >= 0)
        painter.drawRoundedRect(picture().nodes[static_cast<std::size_t>(node)].reach.adjusted(-3, 0, 3, 0), 4, 4);
}

} // namespace belfry

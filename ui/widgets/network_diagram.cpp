#include "ui/widgets/network_diagram.h"

#include "core/model/layer_kind.h"
#include "ui/foundation/number_text.h"
#include "ui/widgets/layer_labels.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

constexpr double kLine = 14;    // one line of label
constexpr double kLabelGap = 4; // between box and label
constexpr double kMinGap = 4;   // between two labels

} // namespace

NetworkDiagram::NetworkDiagram(const Theme& theme, Detail detail, QWidget* parent)
    : ThemedWidget(theme, QStringLiteral("networkDiagram"), parent), detail_(detail) {
    setAccessibleName(QStringLiteral("Network picture"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    if (detail_ == Detail::Brief) {
        setFocusPolicy(Qt::TabFocus);
        setCursor(Qt::PointingHandCursor);
    }
}

void NetworkDiagram::setBlueprint(const Blueprint& blueprint) {
    blueprint_ = blueprint;
    items_.clear();
    const ImageShape seen = networkInput(blueprint.input, blueprint.image);
    const TensorShape input{seen.height, seen.width, seen.channels};
    const bool full = detail_ == Detail::Full;
    items_.push_back({input, -1, false, true, full ? tr("input") : shortShapeText(input), shapeText(input)});
    if (!full && input.channels == 1 && input.height == input.width)
        items_.back().first = squareText(input.height);
    for (std::size_t i = 0; i < blueprint.layers.size(); ++i) {
        const BlueprintLayer& layer = blueprint.layers[i];
        const LayerGlyph glyph = kindOf(layer.spec).glyph();
        const bool ghost = layer.in == layer.out && glyph != LayerGlyph::Units;
        if (ghost && !full)
            continue; // says nothing at this size
        Item item{layer.out, static_cast<int>(i), layer.out.height == 1 && layer.out.width == 1, ghost, {}, {}};
        item.first = full                         ? QString::fromStdString(layer.name)
                     : glyph == LayerGlyph::Frame ? squareText(layer.out.height)
                                                  : QString::number(layer.out.channels);
        item.second = shapeText(layer.out);
        items_.push_back(item);
    }
    setAccessibleDescription(tr("layers: %1").arg(blueprint.layers.size()));
    update();
}

void NetworkDiagram::clear() {
    items_.clear();
    blueprint_ = {};
    setAccessibleDescription({});
    update();
}

int NetworkDiagram::labelHeight() const {
    return static_cast<int>(kLabelGap + kLine * (detail_ == Detail::Full ? 2 : 1));
}

QSize NetworkDiagram::sizeHint() const {
    return detail_ == Detail::Full ? QSize(760, 160 + labelHeight()) : QSize(232, 46 + labelHeight());
}

// Logarithms, so that 1 and 512 channels, 10 and 4,096 units stand side by side.
QSizeF NetworkDiagram::boxSize(const Item& item, double room) const {
    double side = 1, units = 1, channels = 1;
    for (const Item& other : items_) {
        side = std::max(side, static_cast<double>(other.shape.height));
        (other.dense ? units : channels) = std::max(other.dense ? units : channels, double(other.shape.channels));
    }
    const double unit = room / 46;
    if (item.dense) {
        const double share = std::log2(1.0 + item.shape.channels) / std::log2(1.0 + units);
        return {6 * unit, room * (0.15 + 0.85 * share * share)};
    }
    const double depth = std::log2(1.0 + item.shape.channels) / std::log2(2.0 + channels);
    return {(4 + 16 * depth) * unit, std::max(6 * unit, room * std::sqrt(item.shape.height / side))};
}

double NetworkDiagram::slotWidth(const Item& item, const QSizeF& box) const {
    const QFontMetricsF metrics(Theme::font(11));
    double label = metrics.horizontalAdvance(item.first);
    if (detail_ == Detail::Full)
        label = std::max(label, metrics.horizontalAdvance(item.second));
    return std::max(box.width(), std::ceil(label) + 2);
}

int NetworkDiagram::labelledWidth() const {
    const double room = sizeHint().height() - labelHeight() - 2;
    double width = 2;
    for (const Item& item : items_)
        width += slotWidth(item, boxSize(item, room)) + kMinGap;
    return static_cast<int>(std::ceil(width));
}

std::vector<NetworkDiagram::Box> NetworkDiagram::boxes() const {
    if (items_.empty())
        return {};
    const double room = height() - labelHeight() - 2;
    std::vector<QSizeF> sizes;
    std::vector<double> slotWidths;
    double boxTotal = 0, labelledTotal = 0;
    for (const Item& item : items_) {
        sizes.push_back(boxSize(item, room));
        slotWidths.push_back(slotWidth(item, sizes.back()));
        boxTotal += sizes.back().width();
        labelledTotal += slotWidths.back();
    }
    const auto gaps = static_cast<double>(std::max<std::size_t>(items_.size() - 1, 1));
    const double free = width() - 2.0;
    const bool labelled = labelledTotal + gaps * kMinGap <= free;
    const double shrink = labelled ? 1.0 : std::min(1.0, free * 0.8 / boxTotal); // a fifth is left for the gaps
    const double gap = std::max(0.0, (free - (labelled ? labelledTotal : boxTotal * shrink)) / gaps);
    std::vector<Box> boxes;
    double x = 1;
    for (std::size_t i = 0; i < items_.size(); ++i) {
        const double slot = labelled ? slotWidths[i] : sizes[i].width() * shrink;
        const QSizeF size(sizes[i].width() * shrink, sizes[i].height());
        Box box{QRectF(x + (slot - size.width()) / 2, 1 + (room - size.height()) / 2, size.width(), size.height()),
                {},
                items_[i].layer};
        if (labelled)
            box.label = QRectF(x, height() - labelHeight() + kLabelGap, slot, labelHeight() - kLabelGap);
        boxes.push_back(box);
        x += slot + gap;
    }
    return boxes;
}

void NetworkDiagram::paintBox(QPainter& painter, const Item& item, const Box& box) const {
    const Palette& c = colours();
    const bool input = item.layer < 0;
    QPen pen(input || item.ghost ? c.faint : mixed(c.card, c.accent, 0.65), 1);
    if (item.ghost && !input)
        pen.setStyle(Qt::DashLine);
    painter.setPen(pen);
    painter.setBrush(input        ? c.grid
                     : item.ghost ? QColor(Qt::transparent)
                                  : mixed(c.card, c.accent, item.dense ? 0.36 : 0.16));
    painter.drawRoundedRect(box.place.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
    if (box.label.isEmpty())
        return;
    const QRectF line(box.label.x(), box.label.y(), box.label.width(), kLine);
    painter.setPen(detail_ == Detail::Full ? c.text : c.muted);
    painter.drawText(line, Qt::AlignCenter, item.first);
    if (detail_ == Detail::Full) {
        painter.setPen(c.muted);
        painter.drawText(line.translated(0, kLine), Qt::AlignCenter, item.second);
    }
}

void NetworkDiagram::paint(QPainter& painter) const {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(Theme::font(11));
    const std::vector<Box> all = boxes();
    for (std::size_t i = 0; i < all.size(); ++i)
        paintBox(painter, items_[i], all[i]);
}

void NetworkDiagram::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paint(painter);
    if (hasFocus()) {
        painter.setPen(colours().accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    }
}

std::optional<QString> NetworkDiagram::tipAt(const QPoint& position) const {
    for (const Box& box : boxes()) {
        const QRectF column(box.place.left() - 3, 0, box.place.width() + 6, height());
        if (!column.united(box.label).contains(position))
            continue;
        const TensorShape input{blueprint_.image.height, blueprint_.image.width, blueprint_.image.channels};
        return box.layer < 0 ? tr("input: %1").arg(shapeText(input))
                             : layerDetails(blueprint_.layers[static_cast<std::size_t>(box.layer)]);
    }
    return QString();
}

void NetworkDiagram::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && rect().contains(event->pos()) && !items_.empty())
        Q_EMIT activated();
}

void NetworkDiagram::keyPressEvent(QKeyEvent* event) {
    const int key = event->key();
    if ((key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space) && !items_.empty()) {
        Q_EMIT activated();
        return;
    }
    ThemedWidget::keyPressEvent(event);
}

} // namespace belfry

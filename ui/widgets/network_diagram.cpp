#include "ui/widgets/network_diagram.h"

#include "core/model/layer_kind.h"
#include "ui/widgets/layer_labels.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

using Kind = NetworkItem::Kind;

constexpr double kLine = 14;         // one line of label
constexpr double kGraphShare = 0.64; // of the height, of the boxes of a graph: the rest is for what is opened
constexpr double kLowestRoom = 40;   // of boxes
constexpr QSizeF kCard(30, 24);      // the smallest that shows that it opens
constexpr double kFullSum = 18, kBriefSum = 9;
constexpr double kTrack = 10, kBriefTrack = 4; // from an edge around others to the next
constexpr double kChevron = 16;                // before an open block's title

} // namespace

NetworkDiagram::NetworkDiagram(const Theme& theme, Detail detail, QWidget* parent)
    : KeyedWidget(theme, QStringLiteral("networkDiagram"), parent), detail_(detail),
      usualHeight_(static_cast<int>(isFull() ? 160 + labelHeight() : 46 + labelHeight())) {
    setAccessibleName(QStringLiteral("Network picture"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setMouseTracking(isFull());
    if (!isFull()) {
        setFocusPolicy(Qt::TabFocus);
        setCursor(Qt::PointingHandCursor);
    }
}

void NetworkDiagram::setBlueprint(const Blueprint& blueprint) {
    const NetworkParts before = std::move(parts_);
    blueprint_ = blueprint;
    parts_ = partsOf(blueprint);
    std::erase_if(opened_, [&](int block) {
        const auto number = static_cast<std::size_t>(block);
        return number >= std::min(parts_.blocks.size(), before.blocks.size()) ||
               parts_.blocks[number].name != before.blocks[number].name;
    });
    known_ = true;
    measureScale();
    lay();
}

void NetworkDiagram::clear() {
    blueprint_ = {};
    parts_ = {};
    opened_.clear();
    known_ = false;
    lay();
}

void NetworkDiagram::setPicking(const TranslatableText& hint) { pickingHint_ = hint; }

void NetworkDiagram::setUsualHeight(int height) {
    usualHeight_ = height;
    lay();
}

void NetworkDiagram::setOpened(const std::set<int>& blocks) {
    opened_ = blocks;
    lay();
}

double NetworkDiagram::labelHeight() const { return kNetworkLabelGap + kLine * (isFull() ? 2 : 1); }

QSize NetworkDiagram::sizeHint() const {
    return isFull() ? QSize(760, neededSize().height()) : QSize(232, usualHeight_);
}

QSize NetworkDiagram::minimumSizeHint() const { return {80, sizeHint().height()}; }

QSize NetworkDiagram::neededSize() const {
    return {static_cast<int>(std::ceil(needed_.width())),
            std::max(usualHeight_, static_cast<int>(std::ceil(needed_.height())))};
}

TensorShape NetworkDiagram::inputShape() const {
    const ImageShape seen = networkInput(blueprint_.input, blueprint_.image);
    return {seen.height, seen.width, seen.channels};
}

TensorShape NetworkDiagram::shapeOf(const NetworkItem& item) const {
    if (item.block >= 0)
        return layerAt(blockAt(item.block).end - 1).out;
    return item.layer == kPicture ? inputShape() : layerAt(item.layer).out;
}

bool NetworkDiagram::isGhost(const BlueprintLayer& layer) const {
    const LayerGlyph glyph = kindOf(layer.spec).glyph();
    const bool kernels =
        layer.weightSlice >= 0 && blueprint_.slices[static_cast<std::size_t>(layer.weightSlice)].shape.size() > 1;
    return layer.in == layer.out && !kernels && (glyph == LayerGlyph::Maps || glyph == LayerGlyph::Frame);
}

// Logarithms and roots, so that 1 and 512 channels, 10 and 4,096 units stand side by side.
void NetworkDiagram::measureScale() {
    side_ = units_ = channels_ = 1;
    const auto take = [this](const TensorShape& shape, bool dense) {
        side_ = std::max(side_, static_cast<double>(shape.height));
        (dense ? units_ : channels_) = std::max(dense ? units_ : channels_, static_cast<double>(shape.channels));
    };
    take(inputShape(), false);
    for (const BlueprintLayer& layer : blueprint_.layers)
        take(layer.out, layer.out.height == 1 && layer.out.width == 1);
}

QSizeF NetworkDiagram::boxSize(const NetworkItem& item, double room) const {
    if (item.kind == Kind::Sum)
        return isFull() ? QSizeF(kFullSum, kFullSum) : QSizeF(kBriefSum, kBriefSum);
    const TensorShape shape = shapeOf(item);
    const double unit = room / 46;
    QSizeF box;
    if (item.kind != Kind::Input && shape.height == 1 && shape.width == 1) {
        const double share = std::log2(1.0 + shape.channels) / std::log2(1.0 + units_);
        box = {6 * unit, room * (0.15 + 0.85 * share * share)};
    } else {
        const double depth = std::log2(1.0 + shape.channels) / std::log2(2.0 + channels_);
        box = {(4 + 16 * depth) * unit, std::max(6 * unit, room * std::sqrt(shape.height / side_))};
    }
    return item.kind == Kind::Card && isFull() ? box.expandedTo(kCard) : box;
}

NetworkStyle NetworkDiagram::styleFor(double room, const QSizeF& space) const {
    const QFontMetricsF metrics(Theme::font(11)), bold(Theme::font(11, QFont::Medium));
    NetworkStyle style;
    style.sizeOf = [this, room, metrics, bold](const NetworkItem& item) {
        const Labels labels = labelsOf(item);
        if (item.kind == Kind::Frame)
            return NetworkStyle::Size{
                {}, kChevron + bold.horizontalAdvance(labels.first) + metrics.horizontalAdvance(labels.second)};
        double label = metrics.horizontalAdvance(labels.first);
        if (isFull())
            label = std::max(label, metrics.horizontalAdvance(labels.second));
        return NetworkStyle::Size{boxSize(item, room), label};
    };
    if (!isFull())
        style.hides = [this](int layer) { return isGhost(layerAt(layer)); }; // says nothing at this size
    style.room = room;
    style.label = labelHeight();
    style.width = space.width();
    style.height = space.height();
    style.oneRow = style.shrinks = !isFull();
    return style;
}

// Boxes become lower where what is open would be higher than usual; in a row edges move together then, too.
NetworkPicture NetworkDiagram::laidOut(const QSizeF& space) const {
    const double all = usualHeight_ - labelHeight() - 2;
    const double most = isFull() ? std::max(kLowestRoom, kGraphShare * all) : all;
    const double least = std::min(most, isFull() ? kLowestRoom : kLowestRoom / 2);
    const auto lay = [&](double room, double track) {
        NetworkStyle style = styleFor(room, space);
        style.track = track;
        return layNetwork(blueprint_, parts_, opened_, style);
    };
    double track = isFull() ? kTrack : kBriefTrack;
    if (NetworkPicture line = lay(all, track); line.isLine)
        return line;
    double low = lay(least, track).size.height();
    for (; !isFull() && low > usualHeight_ && track > 0; low = lay(least, track).size.height())
        track -= 1;
    const double high = lay(most, track).size.height();
    const double share = high > low ? std::clamp((usualHeight_ - low) / (high - low), 0.0, 1.0) : 1;
    return lay(least + share * (most - least), track);
}

const NetworkPicture& NetworkDiagram::picture() const {
    if (laidFor_ != size()) { // a widget that is not shown gets no event of its size
        picture_ = known_ ? laidOut(QSizeF(size())) : NetworkPicture();
        laidFor_ = size();
    }
    return picture_;
}

void NetworkDiagram::lay() {
    laidFor_ = {};
    needed_ = known_ ? laidOut({}).size : QSizeF();
    if (chosen() < 0)
        chosen_.reset();
    hovered_ = -1;
    showChange();
    updateGeometry();
    Q_EMIT needsChanged();
}

int NetworkDiagram::nodeAt(const QPoint& position) const {
    int found = -1; // what stands in an open block comes after it
    for (std::size_t i = 0; i < picture().nodes.size(); ++i)
        if (picture().nodes[i].reach.adjusted(-2, -2, 2, 2).contains(position))
            found = static_cast<int>(i);
    return found;
}

int NetworkDiagram::layerUnder(const QPoint& position) const {
    const int node = picks() ? nodeAt(position) : -1;
    return node >= 0 ? picture().nodes[static_cast<std::size_t>(node)].item.layer : kPicture;
}

// The innermost that a click at the position opens or folds.
int NetworkDiagram::blockUnder(const QPoint& position) const {
    if (layerUnder(position) >= 0)
        return -1;
    for (int node = nodeAt(position); node >= 0; node = picture().nodes[static_cast<std::size_t>(node)].frame)
        if (const int block = picture().nodes[static_cast<std::size_t>(node)].item.block; block >= 0)
            return block;
    return -1;
}

void NetworkDiagram::toggle(int block) {
    const bool open = opened_.contains(block);
    if (open)
        opened_.erase(block);
    else
        opened_.insert(block);
    chosen_ = NetworkItem{.kind = open ? Kind::Card : Kind::Frame, .block = block};
    lay();
    Q_EMIT sought(picture().nodes[static_cast<std::size_t>(chosen())].reach.toAlignedRect());
    pick(*chosen_);
}

void NetworkDiagram::pick(const NetworkItem& item) {
    if (!picks())
        return;
    if (item.layer >= 0) {
        Q_EMIT picked(static_cast<int>(layerAt(item.layer).line));
        Q_EMIT layerPicked(item.layer);
    }
    int block = -1;
    for (std::size_t line = 0; item.block >= 0 && line < blueprint_.architecture.lines.size(); ++line)
        if (std::holds_alternative<BlockStart>(blueprint_.architecture.lines[line].content) && ++block == item.block)
            Q_EMIT picked(static_cast<int>(line));
}

void NetworkDiagram::choose(int node) {
    chosen_ = picture().nodes[static_cast<std::size_t>(node)].item;
    showChange();
    Q_EMIT sought(picture().nodes[static_cast<std::size_t>(node)].reach.toAlignedRect());
}

// Right and left go through all, down goes into an open block, up goes out of it.
int NetworkDiagram::nextOf(int node, int key) const {
    const int last = static_cast<int>(picture().nodes.size()) - 1;
    if (key == Qt::Key_End)
        return last;
    if (key == Qt::Key_Home || node < 0)
        return 0;
    const NetworkNode& from = picture().nodes[static_cast<std::size_t>(node)];
    switch (key) {
    case Qt::Key_Left:
        return std::max(node - 1, 0);
    case Qt::Key_Right:
        return std::min(node + 1, last);
    case Qt::Key_Up:
        return from.frame >= 0 ? from.frame : node;
    default:
        return from.item.kind == Kind::Frame ? node + 1 : node;
    }
}

void NetworkDiagram::changeEvent(QEvent* event) {
    KeyedWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        lay();
}

void NetworkDiagram::mouseMoveEvent(QMouseEvent* event) {
    if (!isFull())
        return;
    const int block = blockUnder(event->pos());
    if (block != hovered_) {
        hovered_ = block;
        update();
    }
    setCursor(block >= 0 || layerUnder(event->pos()) >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void NetworkDiagram::leaveEvent(QEvent* event) {
    KeyedWidget::leaveEvent(event);
    hovered_ = -1;
    update();
}

void NetworkDiagram::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !rect().contains(event->pos()) || picture().nodes.empty())
        return;
    if (!isFull())
        Q_EMIT activated();
    else if (const int layer = layerUnder(event->pos()); layer >= 0)
        pick({.kind = Kind::Box, .layer = layer});
    else if (const int block = blockUnder(event->pos()); block >= 0)
        toggle(block);
}

void NetworkDiagram::keyPressEvent(QKeyEvent* event) {
    const int key = event->key();
    const bool enters = key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space;
    const bool moves = key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up || key == Qt::Key_Down ||
                       key == Qt::Key_Home || key == Qt::Key_End;
    if (picture().nodes.empty() || !(enters || (moves && isFull()))) {
        KeyedWidget::keyPressEvent(event);
        return;
    }
    setRing(true);
    if (!isFull())
        Q_EMIT activated();
    else if (moves)
        choose(nextOf(chosen(), key));
    else if (chosen_ && chosen_->block >= 0)
        toggle(chosen_->block);
    else if (picks() && chosen_ && chosen_->layer >= 0)
        pick(*chosen_);
    else
        KeyedWidget::keyPressEvent(event);
}

void NetworkDiagram::focusInEvent(QFocusEvent* event) {
    KeyedWidget::focusInEvent(event);
    if (isFull() && showsRing() && !chosen_ && !picture().nodes.empty())
        choose(0);
}

} // namespace belfry

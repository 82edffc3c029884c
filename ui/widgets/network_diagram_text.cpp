// The words of the picture: labels, tool tips, and what a screen reader says.
#include "core/model/layer_kind.h"
#include "ui/widgets/layer_labels.h"
#include "ui/widgets/network_diagram.h"

namespace belfry {
namespace {

using Kind = NetworkItem::Kind;

} // namespace

QString NetworkDiagram::titleOf(const NetworkBlock& block) const {
    const QString name = QString::fromStdString(block.name);
    return block.repeats > 1 ? QStringLiteral("%1 ×%2").arg(name).arg(block.repeats) : name;
}

NetworkDiagram::Labels NetworkDiagram::labelsOf(const NetworkItem& item) const {
    const TensorShape shape = shapeOf(item);
    switch (item.kind) {
    case Kind::Sum:
        return {};
    case Kind::Frame:
        return {titleOf(blockAt(item.block)), QStringLiteral("  ") + shapeText(shape)};
    case Kind::Input:
        if (isFull())
            return {tr("input"), shapeText(shape)};
        return {shape.channels == 1 && shape.height == shape.width ? squareText(shape.height) : shortShapeText(shape),
                {}};
    case Kind::Card:
        return {isFull() ? titleOf(blockAt(item.block)) : QString::number(shape.channels), shapeText(shape)};
    case Kind::Box:
        break;
    }
    const BlueprintLayer& layer = layerAt(item.layer);
    if (isFull())
        return {QString::fromStdString(layer.name), shapeText(shape)};
    const bool framed = kindOf(layer.spec).glyph() == LayerGlyph::Frame;
    return {framed ? squareText(shape.height) : QString::number(shape.channels), {}};
}

QString NetworkDiagram::tipOf(const NetworkItem& item) const {
    if (item.block >= 0) {
        const NetworkBlock& block = blockAt(item.block);
        const QString details =
            blockDetails(titleOf(block), std::span(blueprint_.layers)
                                             .subspan(static_cast<std::size_t>(block.first),
                                                      static_cast<std::size_t>(block.end - block.first)));
        if (!isFull())
            return details;
        return details + '\n' + (item.kind == Kind::Card ? tr("Click or Enter: open") : tr("Click or Enter: fold"));
    }
    if (item.layer == kPicture) {
        const TensorShape input{blueprint_.image.height, blueprint_.image.width, blueprint_.image.channels};
        return tr("input: %1").arg(shapeText(input));
    }
    const BlueprintLayer& layer = layerAt(item.layer);
    const std::string& name = blueprint_.architecture.lines[layer.line].as;
    QString details = layerDetails(layer);
    if (!name.empty())
        details += '\n' + tr("named %1").arg(QString::fromStdString(name));
    return picks() ? details + '\n' + pickingHint_.text() : details;
}

std::optional<QString> NetworkDiagram::tipAt(const QPoint& position) const {
    const int node = nodeAt(position);
    return node >= 0 ? tipOf(picture().nodes[static_cast<std::size_t>(node)].item) : QString();
}

void NetworkDiagram::describe() {
    setAccessibleDescription(!known_   ? QString()
                             : chosen_ ? tipOf(*chosen_)
                                       : tr("layers: %1").arg(blueprint_.layers.size()));
}

} // namespace belfry

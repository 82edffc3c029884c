#include "ui/widgets/layer_labels.h"

#include "core/model/layer_kind.h"
#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"

namespace belfry {
namespace {

QString workText(const BlueprintLayer& layer) {
    return translated(Text::plural("%n parameters, %1", "%n parameter, %1", layer.parameters,
                                   Text::plural("%n multiply-adds", "%n multiply-add", layer.multiplyAdds)));
}

QString detailsOf(const QString& title, const BlueprintLayer& layer) {
    const QString text = title + QStringLiteral("\n%1 → %2").arg(shapeText(layer.in), shapeText(layer.out));
    return layer.parameters > 0 || layer.multiplyAdds > 0 ? text + '\n' + workText(layer) : text;
}

} // namespace

QString layerTitle(const Layer& layer) { return translated(kindOf(layer).summary(layer)); }

// Not "%1²".arg(): the superscript is a digit to arg().
QString squareText(int side) { return QString::number(side) + QChar(0x00B2); }

QString shapeText(const TensorShape& shape) {
    if (shape.height == 1 && shape.width == 1)
        return countText(shape.channels);
    return QStringLiteral("%1×%2×%3").arg(shape.height).arg(shape.width).arg(shape.channels);
}

QString shortShapeText(const TensorShape& shape) {
    if (shape.height != shape.width || shape.height == 1)
        return shapeText(shape);
    return squareText(shape.height) + QStringLiteral("×%1").arg(shape.channels);
}

QString layerDetails(const BlueprintLayer& layer) {
    return detailsOf(QString::fromStdString(layer.name) + QStringLiteral(": ") + layerTitle(layer.spec), layer);
}

QString blockDetails(const QString& title, std::span<const BlueprintLayer> layers) {
    BlueprintLayer all = layers.front();
    all.out = layers.back().out;
    for (const BlueprintLayer& layer : layers.subspan(1)) {
        all.parameters += layer.parameters;
        all.multiplyAdds += layer.multiplyAdds;
    }
    const auto count = static_cast<std::int64_t>(layers.size());
    return detailsOf(translated(Text::plural("%1: %n layers", "%1: %n layer", count, title.toStdString())), all);
}

} // namespace belfry

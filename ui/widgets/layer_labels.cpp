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
    const QString shapes = QStringLiteral("%1 → %2").arg(shapeText(layer.in), shapeText(layer.out));
    QString text = QString::fromStdString(layer.name) + QStringLiteral(": ") + layerTitle(layer.spec) + '\n' + shapes;
    if (layer.parameters > 0 || layer.multiplyAdds > 0)
        text += '\n' + workText(layer);
    return text;
}

} // namespace belfry

#include "ui/widgets/layer_labels.h"

#include "ui/foundation/number_text.h"

#include <QCoreApplication>

namespace belfry {
namespace {

struct LayerWords {
    Q_DECLARE_TR_FUNCTIONS(belfry::LayerWords)
public:
    static QString activation(Activation activation) {
        switch (activation) {
        case Activation::Linear:
            return tr("linear");
        case Activation::Relu:
            return QStringLiteral("relu");
        case Activation::Elu:
            return QStringLiteral("elu");
        case Activation::Tanh:
            return QStringLiteral("tanh");
        case Activation::Sigmoid:
            return QStringLiteral("sigmoid");
        case Activation::HardSigmoid:
            return tr("hard sigmoid");
        case Activation::Softplus:
            break;
        }
        return QStringLiteral("softplus");
    }
    static QString of(const PadLayer& pad) { return tr("padding to %1×%1").arg(pad.size); }
    static QString of(const ConvolutionLayer& c) {
        const QString stride = c.stride > 1 ? tr(", stride %1").arg(c.stride) : QString();
        return tr("convolution %1, %2×%2%3, %4").arg(c.filters).arg(c.kernel).arg(stride, activation(c.activation));
    }
    static QString of(const MaxPoolLayer& pool) {
        return tr("max pool %1×%1, stride %2").arg(pool.kernel).arg(pool.stride);
    }
    static QString of(const LrnLayer& lrn) { return tr("response normalisation, radius %1").arg(lrn.radius); }
    static QString of(const BatchNormLayer& norm) { return tr("batch norm, %1").arg(activation(norm.activation)); }
    static QString of(const DenseLayer& dense) {
        return dense.units > 0 ? tr("dense %1, %2").arg(countText(dense.units), activation(dense.activation))
                               : tr("dense, one per class, %1").arg(activation(dense.activation));
    }
    static QString of(const DropoutLayer& dropout) { return tr("dropout %1").arg(percentText(dropout.fraction, 0)); }
    static QString work(const BlueprintLayer& layer) {
        return tr("%1 parameters, %2 multiply-adds").arg(countText(layer.parameters), countText(layer.multiplyAdds));
    }
};

} // namespace

QString layerTitle(const Layer& layer) {
    return std::visit([](const auto& kind) { return LayerWords::of(kind); }, layer);
}

// Not "%1²".arg(): the superscript is a digit to arg().
QString squareText(int side) {
    return QString::number(side) + QChar(0x00B2);
}

QString shapeText(const TensorShape& shape) {
    if (shape.height == 1 && shape.width == 1) {
        return countText(shape.channels);
    }
    return QStringLiteral("%1×%2×%3").arg(shape.height).arg(shape.width).arg(shape.channels);
}

QString shortShapeText(const TensorShape& shape) {
    if (shape.height != shape.width || shape.height == 1) {
        return shapeText(shape);
    }
    return squareText(shape.height) + QStringLiteral("×%1").arg(shape.channels);
}

QString layerDetails(const BlueprintLayer& layer) {
    const QString shapes = QStringLiteral("%1 → %2").arg(shapeText(layer.in), shapeText(layer.out));
    QString text = QString::fromStdString(layer.name) + QStringLiteral(": ") + layerTitle(layer.spec) + '\n' + shapes;
    if (layer.parameters > 0 || layer.multiplyAdds > 0) {
        text += '\n' + LayerWords::work(layer);
    }
    return text;
}

} // namespace belfry

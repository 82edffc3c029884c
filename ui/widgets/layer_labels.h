// A layer's words and shapes for pictures and tables. GUI thread only (tr).
#pragma once

#include "core/model/blueprint.h"

#include <QString>
#include <span>

namespace belfry {

QString layerTitle(const Layer& layer);            // "convolution 6, 5×5, relu"
QString squareText(int side);                      // "28²"
QString shapeText(const TensorShape& shape);       // "28×28×6", "120"
QString shortShapeText(const TensorShape& shape);  // "28²×6", "120"
QString layerDetails(const BlueprintLayer& layer); // the tool tip: title, shapes, parameters, multiply-adds
// The same of a block's layers, at least one: "residual ×3: 15 layers".
QString blockDetails(const QString& title, std::span<const BlueprintLayer> layers);

} // namespace belfry

// The properties of one layer as fields: those that its kind has are shown. GUI thread only.
#pragma once

#include "core/model/architecture.h"

#include <QWidget>
#include <optional>

class QCheckBox;

namespace belfry {

class ChoiceBox;
class FieldGrid;
class NumberEdit;
class SpinBox;

class LayerFields : public QWidget {
    Q_OBJECT
public:
    explicit LayerFields(QWidget* parent = nullptr);
    void setLayer(const std::optional<Layer>& layer); // none: no fields

Q_SIGNALS:
    void edited(const Layer& layer); // by the user: the layer with the one field changed

private:
    // Every field of every kind of layer, once: visit(field, value). Showing and taking follow from it.
    template <typename Visit>
    void visitFields(Layer& layer, const Visit& visit);
    template <typename Visit>
    void visitWeights(WeightOptions& weights, const Visit& visit);
    void makeFields();
    void take(const QWidget* field);

    std::optional<Layer> layer_;
    bool filling_ = false;
    FieldGrid* grid_;
    SpinBox *size_, *filters_, *units_, *kernel_, *stride_, *radius_;
    ChoiceBox *padding_, *activation_;
    NumberEdit *fraction_, *lrnBias_, *alpha_, *beta_, *momentum_, *epsilon_, *deviation_, *bias_, *decay_;
    QCheckBox *scale_, *synchronised_, *fanIn_;
};

} // namespace belfry

#include "ui/dialogs/network_editor/layer_fields.h"

#include "ui/widgets/choice_box.h"
#include "ui/widgets/field_grid.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/number_edit.h"

#include <QCheckBox>
#include <QVBoxLayout>
#include <algorithm>

namespace belfry {
namespace {

std::vector<ChoiceBox::Item> paddingItems() {
    return {{"valid", QT_TRANSLATE_NOOP("belfry::Engine", "Valid"), ""},
            {"same", QT_TRANSLATE_NOOP("belfry::Engine", "Same"), ""}};
}

struct Show {
    void operator()(SpinBox* box, int value) const { box->setValue(value); }
    void operator()(NumberEdit* edit, double value) const { edit->setValue(value); }
    void operator()(QCheckBox* box, bool value) const { box->setChecked(value); }
    void operator()(ChoiceBox* box, Activation value) const { box->setName(std::string(activationName(value))); }
    void operator()(ChoiceBox* box, Padding value) const { box->setName(value == Padding::Same ? "same" : "valid"); }
};

// The one field that was edited; the others keep what they cannot show.
struct Take {
    const QWidget* field;
    void operator()(const SpinBox* box, int& value) const {
        if (box == field) {
            value = box->value();
        }
    }
    void operator()(const NumberEdit* edit, double& value) const {
        if (edit == field) {
            value = edit->value().value_or(value);
        }
    }
    void operator()(const QCheckBox* box, bool& value) const {
        if (box == field) {
            value = box->isChecked();
        }
    }
    void operator()(const ChoiceBox* box, Activation& value) const {
        if (box == field) {
            value = activationFromName(box->name());
        }
    }
    void operator()(const ChoiceBox* box, Padding& value) const {
        if (box == field) {
            value = box->name() == "same" ? Padding::Same : Padding::Valid;
        }
    }
};

} // namespace

template <typename Visit>
void LayerFields::visitWeights(WeightOptions& weights, const Visit& visit) {
    visit(fanIn_, weights.fanIn);
    if (!weights.fanIn) {
        visit(deviation_, weights.deviation);
    }
    visit(bias_, weights.bias);
    visit(decay_, weights.decay);
}

template <typename Visit>
void LayerFields::visitFields(Layer& layer, const Visit& visit) {
    if (auto* pad = std::get_if<PadLayer>(&layer)) {
        visit(size_, pad->size);
    } else if (auto* convolution = std::get_if<ConvolutionLayer>(&layer)) {
        visit(filters_, convolution->filters);
        visit(kernel_, convolution->kernel);
        visit(stride_, convolution->stride);
        visit(padding_, convolution->padding);
        visit(activation_, convolution->activation);
        visitWeights(convolution->weights, visit);
    } else if (auto* pool = std::get_if<MaxPoolLayer>(&layer)) {
        visit(kernel_, pool->kernel);
        visit(stride_, pool->stride);
        visit(padding_, pool->padding);
    } else if (auto* dense = std::get_if<DenseLayer>(&layer)) {
        visit(units_, dense->units);
        visit(activation_, dense->activation);
        visitWeights(dense->weights, visit);
    } else if (auto* dropout = std::get_if<DropoutLayer>(&layer)) {
        visit(fraction_, dropout->fraction);
    } else if (auto* lrn = std::get_if<LrnLayer>(&layer)) {
        visit(radius_, lrn->radius);
        visit(lrnBias_, lrn->bias);
        visit(alpha_, lrn->alpha);
        visit(beta_, lrn->beta);
    } else if (auto* norm = std::get_if<BatchNormLayer>(&layer)) {
        visit(scale_, norm->scale);
        visit(momentum_, norm->momentum);
        visit(epsilon_, norm->epsilon);
        visit(synchronised_, norm->synchronised);
        visit(activation_, norm->activation);
    }
}

LayerFields::LayerFields(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("layerFields"));
    setProperty("transparent", "true");
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    grid_ = new FieldGrid("belfry::LayerFields", this);
    column->addWidget(grid_);
    column->addStretch();
    makeFields();
    setLayer({});
}

void LayerFields::makeFields() {
    const auto add = [this](auto* field, const char* label, const char* help) {
        grid_->addField(label, help, field);
        return field;
    };
    const auto number = [this](int least, int most) {
        auto* box = new SpinBox(this);
        box->setRange(least, most);
        return box;
    };
    size_ = add(number(1, 4096), QT_TR_NOOP("Size"), QT_TR_NOOP("Zeros are added on all sides up to this size."));
    filters_ = add(number(1, 1'000'000), QT_TR_NOOP("Filters"),
                   QT_TR_NOOP("Channels that leave the layer. More learn more, and take more time and memory."));
    units_ = add(number(0, 1'000'000), QT_TR_NOOP("Units"),
                 QT_TR_NOOP("Numbers that leave the layer; 0: one for each class, as the last layer needs."));
    units_->setSpecialValueText(tr("one per class"));
    kernel_ = add(number(1, 1000), QT_TR_NOOP("Kernel"), QT_TR_NOOP("Side of the square window."));
    stride_ = add(number(1, 1000), QT_TR_NOOP("Stride"), QT_TR_NOOP("Pixels from one window to the next."));
    padding_ = add(new ChoiceBox(paddingItems(), this), QT_TR_NOOP("Padding"),
                   QT_TR_NOOP("Valid: windows lie inside the picture. Same: zeros around it keep its size."));
    radius_ = add(number(0, 1000), QT_TR_NOOP("Radius"), QT_TR_NOOP("Neighbouring channels on either side."));
    lrnBias_ = add(new NumberEdit(this), QT_TR_NOOP("Bias"), QT_TR_NOOP("Added to the sum of squares."));
    alpha_ = add(new NumberEdit(this), QT_TR_NOOP("Alpha"), QT_TR_NOOP("Factor of the sum of squares."));
    beta_ = add(new NumberEdit(this), QT_TR_NOOP("Beta"), QT_TR_NOOP("Exponent of the divisor."));
    fraction_ = add(new NumberEdit(this), QT_TR_NOOP("Fraction"),
                    QT_TR_NOOP("Share of the inputs that is dropped in training, from 0 to less than 1."));
    scale_ = add(new QCheckBox(this), QT_TR_NOOP("Scale"), QT_TR_NOOP("Also trains a factor for each channel."));
    momentum_ = add(new NumberEdit(this), QT_TR_NOOP("Momentum"),
                    QT_TR_NOOP("Share of the running averages that stays at each step."));
    epsilon_ = add(new NumberEdit(this), QT_TR_NOOP("Epsilon"), QT_TR_NOOP("Added to the variance."));
    synchronised_ = add(new QCheckBox(this), QT_TR_NOOP("Synchronised"),
                        QT_TR_NOOP("Takes mean and variance over all towers instead of each tower's share."));
    activation_ = add(new ChoiceBox(activationItems(), this), QT_TR_NOOP("Activation"),
                      QT_TR_NOOP("What becomes of each number; the last layer of a network is linear."));
    fanIn_ = add(new QCheckBox(this), QT_TR_NOOP("Fan-in"),
                 QT_TR_NOOP("Weights start with a deviation of 1 / root of the inputs of a unit."));
    deviation_ = add(new NumberEdit(this), QT_TR_NOOP("Deviation"),
                     QT_TR_NOOP("Of the normal distribution that the weights start with; 0: Glorot's uniform one."));
    bias_ = add(new NumberEdit(this), QT_TR_NOOP("Bias start"), QT_TR_NOOP("What the biases start with."));
    decay_ = add(new NumberEdit(this), QT_TR_NOOP("L2"), QT_TR_NOOP("Keeps the weights small; 0: does not."));
    for (SpinBox* box : {size_, filters_, units_, kernel_, stride_, radius_}) {
        connect(box, &QSpinBox::valueChanged, this, [this, box] { take(box); });
    }
    for (ChoiceBox* box : {padding_, activation_}) {
        connect(box, &QComboBox::currentIndexChanged, this, [this, box] { take(box); });
    }
    for (NumberEdit* edit : {fraction_, lrnBias_, alpha_, beta_, momentum_, epsilon_, deviation_, bias_, decay_}) {
        connect(edit, &NumberEdit::valueChanged, this, [this, edit] { take(edit); });
    }
    for (QCheckBox* box : {scale_, synchronised_, fanIn_}) {
        connect(box, &QCheckBox::toggled, this, [this, box] { take(box); });
    }
}

void LayerFields::setLayer(const std::optional<Layer>& layer) {
    filling_ = true;
    layer_ = layer;
    std::vector<const QWidget*> shown;
    if (layer_) {
        visitFields(*layer_, [&shown](auto* field, const auto& value) {
            shown.push_back(field);
            Show{}(field, value);
        });
    }
    for (const QWidget* field : findChildren<QWidget*>()) {
        if (field->parentWidget() == grid_ && field->objectName().endsWith(QLatin1String("Field"))) {
            grid_->setFieldVisible(field, std::find(shown.begin(), shown.end(), field) != shown.end());
        }
    }
    filling_ = false;
}

void LayerFields::take(const QWidget* field) {
    if (filling_ || !layer_) {
        return;
    }
    Layer layer = *layer_;
    visitFields(layer, Take{field});
    if (auto* convolution = std::get_if<ConvolutionLayer>(&layer); convolution && convolution->weights.fanIn) {
        convolution->weights.deviation = 0; // one of the two
    } else if (auto* dense = std::get_if<DenseLayer>(&layer); dense && dense->weights.fanIn) {
        dense->weights.deviation = 0;
    }
    if (layer != *layer_) {
        layer_ = layer;
        Q_EMIT edited(layer);
    }
}

} // namespace belfry

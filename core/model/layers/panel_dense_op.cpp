#include "core/model/layers/panel_dense_op.h"

#include "core/kernels/dense.h"
#include "core/model/layers/activation.h"
#include "core/model/layers/typed_data.h"

#include <utility>

namespace belfry {
namespace {

class PanelDenseOp : public LayerOp {
public:
    PanelDenseOp(const BlueprintLayer& layer, const FoldedDropout& dropout, bool wantsInputGradient,
                 ParameterViews parameters)
        : name_(layer.name), activation_(std::get<DenseLayer>(layer.spec).activation), dropout_(dropout),
          parameters_(std::move(parameters)), wantsInputGradient_(wantsInputGradient) {}

    at::Tensor forward(const at::Tensor& input, const PassContext& context) override {
        const at::Tensor rows = pixelRows(input);
        const DenseWork work = workOf(rows, context.training);
        const at::Tensor columns = columnsFor(work), out = at::empty({work.images, work.units}, rows.options());
        const float* bias = parameters_.bias.defined() ? numbers<const float>(parameters_.bias) : nullptr;
        withNumbersOf(rows, [&]<typename T>() {
            denseForward(work, numbers<const T>(rows), numbers<const float>(parameters_.weight), bias, context.imageIds,
                         {context.seed, dropout_.number, context.epoch}, numbers<float>(columns), numbers<T>(out));
        });
        const Activated activated = work.relu ? Activated{out, out} : activate(out, activation_, out.scalar_type());
        if (context.keeps()) {
            input_ = rows;
            kept_ = activated.kept;
        }
        return activated.output;
    }

    at::Tensor backward(const at::Tensor& outputGradient, const PassContext&) override {
        const DenseWork work = workOf(input_, /*training=*/true);
        const at::Tensor given = outputGradient.reshape(kept_.sizes()).contiguous();
        const at::Tensor gradient = work.relu ? given : activationGradient(given, kept_, activation_).contiguous();
        const at::Tensor columns = columnsFor(work), in = wantsInputGradient_ ? at::empty_like(input_) : at::Tensor();
        float* bias = parameters_.bias.defined() ? numbers<float>(parameters_.biasGradient) : nullptr;
        withNumbersOf(input_, [&]<typename T>() {
            denseBackward<T>(
                work, numbers<const T>(input_), numbers<const T>(kept_), numbers<const T>(gradient),
                numbers<const float>(parameters_.weight), numbers<float>(columns),
                {in.defined() ? numbers<T>(in) : nullptr, numbers<float>(parameters_.weightGradient), bias});
        });
        input_ = kept_ = at::Tensor();
        return in.defined() ? fromPixelRows(in) : at::Tensor();
    }

    std::vector<int> slices() const override { return parameters_.slices; }
    std::string describe() const override {
        return name_ + " + " + std::string(activationName(activation_)) + (dropout_.fraction > 0 ? " + dropout" : "") +
               ": own kernel (panels)";
    }

private:
    DenseWork workOf(const at::Tensor& rows, bool training) const {
        return {.images = rows.size(0),
                .inputs = parameters_.weight.size(1),
                .units = parameters_.weight.size(0),
                .relu = activation_ == Activation::Relu,
                .fraction = training ? dropout_.fraction : 0};
    }
    at::Tensor columnsFor(const DenseWork& work) const {
        return at::empty({work.columnNumbers()}, parameters_.weight.options());
    }

    std::string name_;
    Activation activation_;
    FoldedDropout dropout_;
    ParameterViews parameters_;
    bool wantsInputGradient_;
    at::Tensor input_, kept_; // rows
};

} // namespace

std::unique_ptr<LayerOp> makePanelDenseOp(const BlueprintLayer& layer, const FoldedDropout& dropout,
                                          bool wantsInputGradient, ParameterViews parameters) {
    return std::make_unique<PanelDenseOp>(layer, dropout, wantsInputGradient, std::move(parameters));
}

} // namespace belfry

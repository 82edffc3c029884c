#include "core/model/layers/activation.h"
#include "core/model/layers/layer_ops.h"

#include <utility>

namespace belfry {
namespace {

// The activation after the sum that the graph of ops has made.
class AddOp : public LayerOp {
public:
    explicit AddOp(const BlueprintLayer& layer)
        : activation_(std::get<AddLayer>(layer.spec).activation), name_(layer.name) {}
    at::Tensor forward(const at::Tensor& input, const PassContext& context) override {
        const Activated activated = activate(input, activation_, input.scalar_type());
        if (context.keeps())
            kept_ = activated.kept;
        return activated.output;
    }
    at::Tensor backward(const at::Tensor& outputGradient, const PassContext&) override {
        return activationGradient(outputGradient, std::exchange(kept_, {}), activation_);
    }
    std::string describe() const override {
        return name_ + " + " + std::string(activationName(activation_)) + ": ATen";
    }

private:
    Activation activation_;
    std::string name_;
    at::Tensor kept_;
};

} // namespace

void addOp(Lowering& lowering, const BlueprintLayer& layer, const AddLayer&) {
    lowering.put(std::make_unique<AddOp>(layer));
}

} // namespace belfry

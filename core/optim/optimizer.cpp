#include "core/optim/optimizer.h"

#include "core/base/error.h"
#include "core/base/suggest.h"

#include <cmath>
#include <limits>

namespace belfry {
namespace {

class Adam : public Optimizer {
public:
    explicit Adam(const OptimizerSettings& settings) : settings_(settings) {}
    int stateVectors() const override { return 2; }
    void update(Place place, float* weights, const float* gradient, float* const* state, std::int64_t begin,
                std::int64_t end, double rate) const override {
        const double t = static_cast<double>(step());
        const AdamFactors factors{static_cast<float>(rate),
                                  static_cast<float>(settings_.beta1),
                                  static_cast<float>(settings_.beta2),
                                  static_cast<float>(settings_.epsilon),
                                  static_cast<float>(1.0 - settings_.beta1),
                                  static_cast<float>(1.0 - settings_.beta2),
                                  1.0 - std::pow(settings_.beta1, t),
                                  1.0 - std::pow(settings_.beta2, t)};
        adamUpdate(place, weights, gradient, state[0], state[1], begin, end, factors);
    }

private:
    OptimizerSettings settings_;
};

// Plain, with momentum, or Nesterov's: one kernel.
class Momentum : public Optimizer {
public:
    Momentum(double momentum, bool nesterov) : momentum_(momentum), nesterov_(nesterov) {}
    int stateVectors() const override { return momentum_ > 0 ? 1 : 0; }
    void update(Place place, float* weights, const float* gradient, float* const* state, std::int64_t begin,
                std::int64_t end, double rate) const override {
        momentumUpdate(place, weights, gradient, momentum_ > 0 ? state[0] : nullptr, begin, end,
                       static_cast<float>(rate), static_cast<float>(momentum_), nesterov_);
    }

private:
    double momentum_;
    bool nesterov_;
};

void requireFraction(double value, const char* what) {
    if (!(value >= 0 && value < 1))
        throw Error(ErrorCategory::Usage,
                    std::string(what) + " is " + std::to_string(value) + "; it must be at least 0 and less than 1.");
}

std::unique_ptr<Optimizer> makeAdam(const OptimizerSettings& settings) {
    requireFraction(settings.beta1, "Adam's beta 1");
    requireFraction(settings.beta2, "Adam's beta 2");
    // 0 / (0 + 0) would be NaN wherever the gradient has always been zero.
    if (!(settings.epsilon >= std::numeric_limits<float>::min() && settings.epsilon <= 1))
        throw Error(ErrorCategory::Usage, "Adam's epsilon must be 1.2e-38 to 1; usual is 1e-8.");
    return std::make_unique<Adam>(settings);
}

} // namespace

std::vector<std::string> optimizerNames() {
    return {"adam", "sgd", "momentum", "nesterov"};
}

std::unique_ptr<Optimizer> makeOptimizer(const OptimizerSettings& settings) {
    if (settings.name == "adam")
        return makeAdam(settings);
    if (settings.name == "sgd")
        return std::make_unique<Momentum>(0.0, false);
    if (settings.name == "momentum" || settings.name == "nesterov") {
        requireFraction(settings.momentum, "The momentum");
        return std::make_unique<Momentum>(settings.momentum, settings.name == "nesterov");
    }
    throw Error(ErrorCategory::Usage, unknownName("optimizer", settings.name, optimizerNames()));
}

} // namespace belfry

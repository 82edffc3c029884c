// Optimizers on ONE flat parameter vector. Free of torch: state lives in vectors that the owner of the weights
// allocates on its device. The formulas, with the place of epsilon, are in kernels/optimizer_rules.h.
#pragma once

#include "core/formats/field.h"
#include "core/kernels/kernels.h"
#include "core/kernels/optimizer_rules.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace belfry {

// Parameters of optimizers beside the rate; each uses its own part (OptimizerInfo). A plan has them as they are here.
struct OptimizerNumbers {
    double momentum = 0.9;
    double rho = 0.9; // share of the past in a mean of squares
    double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;
    double scheduleDecay = 0.004; // nadam: how fast its momentum rises from beta1 / 2 to beta1
    double weightDecay = 0;       // decoupled: fraction of a weight lost per step and unit of rate
    double muonOtherRate = 0.05;  // muon: the rate of what is no hidden matrix, as a fraction of the learning rate
    bool operator==(const OptimizerNumbers&) const = default;
};
struct OptimizerSettings : OptimizerNumbers {
    std::string name = "adam";
    bool operator==(const OptimizerSettings&) const = default;
};

// The table of parameters: every member of OptimizerNumbers.
using OptimizerParameter = Field<OptimizerNumbers>;
const std::vector<OptimizerParameter>& optimizerParameters();

// The table of optimizers.
struct OptimizerInfo {
    std::string name;
    double defaultRate;                  // Keras 2.0's default; PyTorch's for adamw, its author's for muon
    OptimizerSettings defaults;          // likewise
    std::vector<std::string> parameters; // that it uses
    bool uses(const std::string& parameter) const;
};
const std::vector<OptimizerInfo>& optimizers();
std::vector<std::string> optimizerNames();
// Throws Error(Usage) with the nearest valid name.
const OptimizerInfo& optimizerInfo(const std::string& name);

// One update = beginStep() once, numbers() brought to the device, then update() for ranges that cover the vector once,
// in any order.
class Optimizer {
public:
    virtual ~Optimizer() = default;
    virtual int stateVectors() const = 0; // flat vectors beside the weights, zero at the start
    void beginStep() { restoreStep(step_ + 1); }
    // The numbers of this step's update, the learning rate `rate` among them. decayRate: the rate that weight decay is
    // times; another one where only the step is to be larger. before: updates in which these weights had no gradient,
    // so that corrections for moments that begin with zero count from there.
    virtual RuleNumbers numbers(double rate, double decayRate, std::int64_t before = 0) const = 0;
    RuleNumbers numbers(double rate) const { return numbers(rate, rate); }
    // numbers, weights, gradient and every state[i] are on the context's device. gradient is the mean over the step's
    // images.
    virtual void update(ExecutionContext context, const float* numbers, float* weights, const float* gradient,
                        float* const* state, std::int64_t begin, std::int64_t end) const = 0;

    // Hidden matrices (model/hidden_matrices.h) are updated as wholes, from the whole mean gradient and without the
    // function above (exchange/orthogonal_update.h). The numbers are a MuonFactors; state[0] is the momentum, and
    // state[1] what was orthogonalised last.
    virtual bool orthogonalises() const { return false; }
    virtual RuleNumbers matrixNumbers(double /*rate*/) const { return {}; }

    std::int64_t step() const { return step_; } // updates begun
    void restoreStep(std::int64_t step) {
        step_ = step;
        stepReached();
    }

protected:
    std::int64_t stepsSince(std::int64_t before) const { return std::max<std::int64_t>(step_ - before, 1); }

private:
    virtual void stepReached() {} // step() changed

    std::int64_t step_ = 0;
};

// Rules applied around the optimizer's update.
struct UpdateRules {
    double clipNorm = 0;           // the mean gradient is scaled down to this norm when it is longer; 0: never
    double averageDecay = 0;       // of a moving average of the weights, kept beside them; 0: none is kept
    bool haltUnlessFinite = false; // the update itself checks its gradient, which the host has not seen
    double biasRate = 1;      // of one-dimensional slices: their rate is so many times as high, their decay as ever
    bool lookAhead = false;   // slow weights are kept (Zhang et al. 2019)
    bool stepAverage = false; // an average is kept that UpdateStep::averageShare moves
    bool rateGroups = false;  // groups of layers (model/rate_groups.h) have rates of their own
    bool averages() const { return averageDecay > 0 || stepAverage; }
};

// What one update is told.
struct UpdateStep {
    static constexpr double kNoPull = -1;
    double rate = 0;         // learning rate
    double pull = kNoPull;   // look-ahead after it: slow += pull (weights - slow), weights = slow; below 0: none
    double averageShare = 1; // with UpdateRules::stepAverage: average += averageShare (weights - average)
    // With UpdateRules::rateGroups: what each group's rate is a factor of `rate` of; 0: its weights stay.
    std::array<double, kRateGroups> groupRates = allAtOneRate();
    std::array<std::int64_t, kRateGroups> groupBefore{}; // updates in which the group's rate was 0
    static constexpr std::array<double, kRateGroups> allAtOneRate() { return {1, 1, 1, 1, 1, 1, 1, 1}; }
};

// Fraction of its past that the moving average keeps at update t (1 for the first): min(decay, (1 + t) / (10 + t)),
// TensorFlow's ramp, so that the start is soon forgotten.
double averageDecayAt(double decay, std::int64_t t);

// Throws Error(Usage) for an unknown name or a parameter of this optimizer that cannot be.
std::unique_ptr<Optimizer> makeOptimizer(const OptimizerSettings& settings);

} // namespace belfry

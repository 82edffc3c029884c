// Optimizers and schedules on ONE flat parameter vector. Free of torch: state lives in vectors that the owner of the
// weights allocates on its device.
#pragma once

#include "core/kernels/kernels.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace belfry {

struct OptimizerSettings {
    std::string name = "adam"; // "adam", "sgd", "momentum", "nesterov"
    double momentum = 0.9;
    double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;
};

std::vector<std::string> optimizerNames();

// Formulas are written at the kernels (kernels/kernels.h). One update = beginStep() once, then update() for ranges that
// cover the vector once, in any order.
class Optimizer {
public:
    virtual ~Optimizer() = default;
    virtual int stateVectors() const = 0; // flat vectors beside the weights, zero at the start
    void beginStep() { ++step_; }
    // weights, gradient and every state[i] are on `place`. gradient is the mean over the step's images.
    virtual void update(Place place, float* weights, const float* gradient, float* const* state, std::int64_t begin,
                        std::int64_t end, double rate) const = 0;

    std::int64_t step() const { return step_; } // updates begun
    void restoreStep(std::int64_t step) { step_ = step; }

private:
    std::int64_t step_ = 0;
};

// Throws Error(Usage) for an unknown name or a setting that cannot be.
std::unique_ptr<Optimizer> makeOptimizer(const OptimizerSettings& settings);

// Learning rate at an update.
class Schedule {
public:
    virtual ~Schedule() = default;
    virtual double rate(double base, std::int64_t step,
                        std::int64_t totalSteps) const = 0; // step: 0 for the first update
};

std::vector<std::string> scheduleNames();
std::unique_ptr<Schedule> makeSchedule(const std::string& name);

} // namespace belfry

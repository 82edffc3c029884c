#include "core/tower/network_trial.h"

#include "core/tower/device_graph.h"

#include <ATen/Context.h>
#include <c10/util/Exception.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

namespace belfry {
namespace {

// Between two ways of rounding, by which a few ReLUs and pools decide differently. The tests on GPUs have the same
// limits between a GPU and the CPU. One of n filters that is left out is wrong by about 1 / sqrt(n) of its slice: found
// in fp32 for any n here, in bf16 for up to 16. LeNet in bf16 is up to 0.19 from itself in fp32.
double mostBetween(Precision precision) {
    constexpr double kFp32 = 1e-2;
    switch (precision) {
    case Precision::Fp32:
        return kFp32;
    case Precision::Tf32:
        return at::globalContext().allowTF32CuBLAS() ? 1.0 / 8 : kFp32;
    case Precision::Bf16:
        return 1.0 / 4;
    }
    return 0;
}

} // namespace

NetworkTrial::NetworkTrial(std::unique_ptr<Network> candidate, std::shared_ptr<const Blueprint> blueprint,
                           Precision precision)
    : candidate_(std::move(candidate)), blueprint_(std::move(blueprint)), precision_(precision) {}

void NetworkTrial::step(std::unique_ptr<Network>& usual, const at::Tensor& gradient, const Run& run) {
    at::Tensor found;
    try {
        run(*candidate_);
        found = gradient.clone();
    } catch (const c10::OutOfMemoryError&) {
        giveUp(Text::tr("There was too little memory to compare own kernels with those that they replace."));
    } catch (const std::exception& error) {
        giveUp(captureProblem(error));
    }
    run(*usual);
    if (!found.defined())
        return;
    const double norm = gradient.norm().item<double>();
    if (!std::isfinite(norm)) // of a run that diverges at once, which says nothing about the candidate
        return;
    if (!agree(found, gradient, norm))
        return giveUp(Text::tr("Own kernels gave another gradient than those that they replace."));
    if (++steps_ == kStepsTried)
        usual = std::move(candidate_);
}

// The whole, and slice by slice, as one that is wrong may be small beside the others. A slice that nearly vanishes is
// rounding.
bool NetworkTrial::agree(const at::Tensor& found, const at::Tensor& expected, double norm) const {
    const double most = mostBetween(precision_);
    const auto near = [&](std::int64_t begin, std::int64_t count, double least) {
        const at::Tensor part = expected.narrow(0, begin, count);
        const double distance = (found.narrow(0, begin, count) - part).norm().item<double>();
        return distance <= most * std::max(part.norm().item<double>(), least);
    };
    constexpr double kSmallShare = 1e-2;
    return near(0, expected.numel(), 0) && std::ranges::all_of(blueprint_->slices, [&](const Slice& slice) {
               return near(slice.offset, slice.count, kSmallShare * norm);
           });
}

void NetworkTrial::giveUp(const Text& problem) {
    problem_ = problem;
    candidate_.reset();
}

} // namespace belfry

// How a training step computes. Weights, gradients, the exchange, the update and every file are fp32 in both.
#pragma once

namespace belfry {

enum class Precision {
    Fp32,
    // What lies between layers has the 8 significant bits of bf16, and so have the weights where they are multiplied:
    // copies of the fp32 weights, made anew for every step. Sums inside a layer are fp32.
    Bf16,
};

} // namespace belfry

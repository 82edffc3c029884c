// How a training step computes. Weights, gradients, the exchange, the update and every file are fp32 in all of them.
#pragma once

namespace belfry {

enum class Precision {
    Fp32,
    // CUDA: convolutions and dense layers multiply numbers of 11 significant bits, which its matrix units take as they
    // are in memory; sums are fp32. The CPU has no such thing: fp32.
    Tf32,
    // Activations have the 8 significant bits of bf16, and so have the weights where they are multiplied:
    // copies of the fp32 weights, made again in every step. Sums inside a layer are fp32.
    Bf16,
};

} // namespace belfry

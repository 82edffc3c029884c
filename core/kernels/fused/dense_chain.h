// Dense layers one after another on CUDA, each with bias and maybe ReLU: one kernel forward; backward one for the
// gradients of activations, one for those of weights and biases, and one that adds partial sums. All arithmetic is
// fp32. Sums are made in a fixed order: the same bits every time. Pointers are the device's; kernels are queued on
// `stream` (cudaStream_t). Rows are images; no rows: gradients of weights and biases become 0. Sizes are trusted:
// callers ask fits(). Free of torch.
#pragma once

#include "core/kernels/host_device.h"

#include <cstdint>

namespace belfry::fused {

inline constexpr int kMostDense = 3;

struct DenseStep {
    int in, units;
    bool relu;
    BELFRY_HD constexpr int gradientNumbers() const { return units * (in + 1); }
};

// What comes out of one goes into the next.
struct DenseChain {
    int layers;
    DenseStep layer[kMostDense];
    BELFRY_HD constexpr const DenseStep& last() const { return layer[layers - 1]; }
    BELFRY_HD constexpr int gradientNumbers() const {
        int numbers = 0;
        for (int l = 0; l < layers; ++l)
            numbers += layer[l].gradientNumbers();
        return numbers;
    }
};

// Whether these kernels take it: two or three layers, the last one linear, the activations of a block's images in the
// shared memory that every device has, and few weights, as every block reads all of them.
bool fits(const DenseChain& chain);

// weights: units x in.
struct DenseParameters {
    const float *weights[kMostDense] = {}, *biases[kMostDense] = {};
};

// Of each layer rows x units numbers: outputs, or their gradients before the activation.
struct DenseValues {
    float* of[kMostDense] = {};
};

// input: rows x in of the first layer. outputs: null where a layer's are not to be kept. A ReLU passes a NaN on.
void forward(void* stream, const DenseChain& chain, std::int64_t rows, const float* input,
             const DenseParameters& parameters, const DenseValues& outputs);

// outGradient, inputGradient: of what comes out of the last layer and goes into the first. gradients: overwritten; 0
// where a ReLU's output is not above 0 (a NaN lets it through, as in PyTorch's threshold). outputs: those of forward(),
// of layers with a ReLU.
void backward(void* stream, const DenseChain& chain, std::int64_t rows, const DenseParameters& parameters,
              const DenseValues& outputs, const float* outGradient, const DenseValues& gradients, float* inputGradient);

// Writes `parts` rows of chain.gradientNumbers() partial sums over a fixed part of the rows each. denseParts(): so many
// keep a device busy; the same on all, as sums depend on it. outputs, gradients: as backward() has left them.
int denseParts(std::int64_t rows);
void weightPartials(void* stream, const DenseChain& chain, std::int64_t rows, const float* input,
                    const DenseValues& outputs, const DenseValues& gradients, int parts, float* partials);

// Adds the partial sums in their order: weights and biases of each layer, overwritten.
struct DenseGradients {
    float *weights[kMostDense] = {}, *biases[kMostDense] = {};
};
void addPartials(void* stream, const DenseChain& chain, int parts, const float* partials,
                 const DenseGradients& gradients);

} // namespace belfry::fused

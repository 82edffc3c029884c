// Batch norm over rows of channels, on the CPU: two passes over the numbers forward and two backward (Ioffe and Szegedy
// 2015). The gradient passes through a ReLU or ReLU6 on the way. Sums are over fixed chunks of rows, in double: the
// same bits for any number of threads.
#pragma once

#include <cstdint>

namespace belfry {

// `rows` pixels of `channels` numbers (T: float or Bf16) each, one after another (channels-last).
struct BatchNormWork {
    std::int64_t rows = 0;
    int channels = 0;
    bool relu = false; // out = relu(...)
    float ceiling = 0; // 0: none; 6 for ReLU6, with relu
};

// Of each channel, over all rows (at least one): mean, and variance divided by their number.
template <typename T>
void batchStatistics(const BatchNormWork& work, const T* in, double* mean, double* variance);

// out = in x factor + shift by channel, then the ReLU. in and out may be the same.
template <typename T>
void normaliseRows(const BatchNormWork& work, const T* in, const float* factor, const float* shift, T* out);

// What forward() had by channel: its statistics, with inverse = 1 / sqrt(variance + epsilon), and what it computed
// with.
struct BatchNormChannels {
    const float *mean = nullptr, *inverse = nullptr;
    const float *factor = nullptr, *shift = nullptr;
};

// With dy = outGradient where the ReLU let pass what normaliseRows() makes of `in`, which is cheaper to compute again
// than to read: sum = sum of dy, product = sum of dy x (in - mean) x inverse.
template <typename T>
void batchNormSums(const BatchNormWork& work, const BatchNormChannels& channels, const T* in, const T* outGradient,
                   double* sum, double* product);

// inGradient = factor x (dy - sum - product x (in - mean) x inverse), with dy as above; `sum` and `product` are here
// already divided by the number of rows. outGradient and inGradient may be the same.
template <typename T>
void batchNormGradient(const BatchNormWork& work, const BatchNormChannels& channels, const T* in, const T* outGradient,
                       const float* sum, const float* product, T* inGradient);

} // namespace belfry

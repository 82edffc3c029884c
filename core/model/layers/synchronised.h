// Batch statistics over all towers, whose shares of the batch may differ and may be empty. Internal (ATen).
#pragma once

#include "core/model/network.h"

namespace belfry {

// `mean` and `variance` (divided by n) of `rows` rows per channel become those of all towers' rows together. Returns
// which part of all rows are this tower's. Waits for the other towers; CUDA: for the stream too.
double statisticsOfAllTowers(const PassContext& context, std::int64_t rows, at::Tensor& mean, at::Tensor& variance);

// The tower's sums over its rows of gradients that are divided by its own images, as the tower's loss is: `sum` and
// `product` become the sums over all towers, each weighted by its part, so that they stand for the mean over all
// images.
void sumsOfAllTowers(const PassContext& context, double part, at::Tensor& sum, at::Tensor& product);

} // namespace belfry

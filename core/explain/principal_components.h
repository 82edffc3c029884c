// The directions in which the rows of a matrix differ most. Internal to the engine (ATen).
#pragma once

#include <ATen/ATen.h>

#include <cstdint>

namespace belfry {

class PrincipalComponents {
public:
    // rows: at least one, fp32. At most `count` components, of the covariance of some thousands of rows, drawn by
    // the seed. Those of more than a thousand columns are found by subspace iteration (Halko, Martinsson, Tropp 2011),
    // which starts from the seed too.
    PrincipalComponents(const at::Tensor& rows, std::int64_t count, std::uint64_t seed);

    // Orthonormal, columns x components, those of the largest variance first; the largest number of each is positive,
    // so that the same rows give the same signs.
    const at::Tensor& axes() const { return axes_; }
    at::Tensor of(const at::Tensor& rows) const { return at::mm(rows - mean_, axes_); } // rows x components

private:
    at::Tensor mean_, axes_;
};

} // namespace belfry

#include "core/explain/principal_components.h"

#include "core/base/random.h"

#include <ATen/CPUGeneratorImpl.h>

#include <algorithm>
#include <tuple>

namespace belfry {
namespace {

constexpr std::int64_t kCovarianceRows = 8192;
constexpr std::int64_t kWholeCovariance = 1024; // columns, up to which all its eigenvectors take less than a second
constexpr std::int64_t kSpareColumns = 16;
constexpr int kSubspaceIterations = 12;

at::Tensor sampledRows(const at::Tensor& rows, std::uint64_t seed) {
    if (rows.size(0) <= kCovarianceRows)
        return rows;
    std::vector<std::int64_t> ids = permutation(rows.size(0), RandomStream(seed, Purpose::Sample));
    ids.resize(kCovarianceRows);
    return rows.index_select(0, at::tensor(ids));
}

// Eigenvectors of a symmetric matrix, those of the largest eigenvalues first.
at::Tensor eigenvectors(const at::Tensor& symmetric, std::int64_t count) {
    return std::get<1>(at::linalg_eigh(symmetric)).flip({1}).narrow(1, 0, count);
}

at::Tensor bySubspaceIteration(const at::Tensor& rows, std::int64_t count, std::uint64_t seed) {
    at::Tensor basis = at::randn({rows.size(1), std::min(rows.size(1), count + kSpareColumns)},
                                 at::detail::createCPUGenerator(seed), at::kDouble);
    for (int i = 0; i < kSubspaceIterations; ++i)
        basis = std::get<0>(at::linalg_qr(at::mm(rows.t(), at::mm(rows, basis))));
    const at::Tensor inside = at::mm(rows, basis);
    return at::mm(basis, eigenvectors(at::mm(inside.t(), inside), count));
}

at::Tensor withFixedSigns(const at::Tensor& axes) {
    const at::Tensor largest = axes.gather(0, axes.abs().argmax(0, /*keepdim=*/true));
    return at::where(largest < 0, -axes, axes);
}

} // namespace

PrincipalComponents::PrincipalComponents(const at::Tensor& rows, std::int64_t count, std::uint64_t seed)
    : mean_(rows.mean(0, /*keepdim=*/true)) {
    at::Tensor some = sampledRows(rows, seed).to(at::kDouble);
    some -= some.mean(0, /*keepdim=*/true);
    const std::int64_t columns = rows.size(1), components = std::min(count, columns);
    const at::Tensor axes = columns <= kWholeCovariance ? eigenvectors(at::mm(some.t(), some), components)
                                                        : bySubspaceIteration(some, components, seed);
    axes_ = withFixedSigns(axes).to(at::kFloat).contiguous();
}

} // namespace belfry

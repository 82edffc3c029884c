#include "core/exchange/orthogonal_update.h"

#include "core/kernels/optimizer_kernels.h"
#include "core/kernels/orthogonalise.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace belfry {
namespace {

// Jordan et al. (2024): the update of a matrix with more rows than columns is as long as its outputs ask for.
float scaleOf(const HiddenMatrix& matrix) {
    const double ratio = static_cast<double>(matrix.rows) / static_cast<double>(matrix.columns);
    return static_cast<float>(std::sqrt(std::max(1.0, ratio)));
}

double workOf(const HiddenMatrix& matrix) {
    return static_cast<double>(matrix.count()) * static_cast<double>(std::min(matrix.rows, matrix.columns));
}

void orthogonaliseOnCuda(ExecutionContext context, const HiddenMatrix& matrix, const at::Tensor& flat) {
    const at::Tensor whole = flat.narrow(0, matrix.offset, matrix.count());
    const at::Tensor orthogonal = orthogonalByProducts(whole.view({matrix.rows, matrix.columns})).contiguous();
    const std::array<const float*, 1> terms{orthogonal.const_data_ptr<float>()};
    const std::array<float, 1> scales{scaleOf(matrix)};
    weightedSum(context, whole.data_ptr<float>(), terms.data(), scales.data(), 1, 0, matrix.count());
}

} // namespace

OrthogonalUpdate::OrthogonalUpdate(const Blueprint& blueprint)
    : matrices_(hiddenMatrices(blueprint)), byWork_(matrices_.size()) {
    std::iota(byWork_.begin(), byWork_.end(), std::size_t{0});
    std::ranges::stable_sort(byWork_, std::ranges::greater(), [this](std::size_t i) { return workOf(matrices_[i]); });
}

bool OrthogonalUpdate::has(std::int64_t offset) const {
    return std::ranges::binary_search(matrices_, offset, {}, &HiddenMatrix::offset);
}

// Each matrix to whoever has the least to do so far: all threads find the same.
std::vector<const HiddenMatrix*> OrthogonalUpdate::partOf(int part, int parts) const {
    std::vector<double> work(static_cast<std::size_t>(parts));
    std::vector<const HiddenMatrix*> own;
    for (const std::size_t i : byWork_) {
        const auto least = std::ranges::min_element(work);
        *least += workOf(matrices_[i]);
        if (least - work.begin() == part)
            own.push_back(&matrices_[i]);
    }
    return own;
}

void OrthogonalUpdate::direct(ExecutionContext context, const float* numbers, const float* mean,
                              std::span<at::Tensor> state, int part, int parts) const {
    const std::array<float*, 2> vectors{state[0].data_ptr<float>(), state[1].data_ptr<float>()};
    std::vector<float> scratch;
    for (const HiddenMatrix* matrix : partOf(part, parts)) {
        float* const weights = vectors[0]; // which this rule leaves alone
        applyRule<MuonDirectionRule>(context, numbers, weights, mean, vectors.data(), matrix->offset,
                                     matrix->offset + matrix->count());
        if (context.cuda) {
            orthogonaliseOnCuda(context, *matrix, state[1]);
        } else if (!isHalted(context.halted)) {
            scratch.resize(std::max(scratch.size(),
                                    static_cast<std::size_t>(orthogonaliseScratch(matrix->rows, matrix->columns))));
            orthogonalise(vectors[1] + matrix->offset, matrix->rows, matrix->columns, scaleOf(*matrix), scratch.data());
        }
    }
}

at::Tensor orthogonalByProducts(const at::Tensor& matrix) {
    using namespace newton_schulz;
    const bool transposed = matrix.size(0) > matrix.size(1);
    at::Tensor x = transposed ? matrix.t() : matrix;
    x = x / (at::linalg_vector_norm(x) + kEpsilon);
    for (int step = 0; step < kSteps; ++step) {
        const at::Tensor gram = at::mm(x, x.t());
        x = at::addmm(x, at::addmm(gram, gram, gram, kB, kC), x, kA, 1);
    }
    return transposed ? x.t() : x;
}

} // namespace belfry

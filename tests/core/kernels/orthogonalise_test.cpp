// Newton-Schulz iterations against the same in plain loops.
#include "core/kernels/orthogonalise.h"

#include <gtest/gtest.h>
#include <omp.h>

#include <cmath>
#include <ostream>
#include <random>
#include <vector>

namespace belfry {

struct MatrixSize {
    int rows, columns;
};
void PrintTo(const MatrixSize& size, std::ostream* out) { // in ctest's names
    *out << size.rows << " x " << size.columns;
}

namespace {

using Matrix = std::vector<float>;

Matrix randomMatrix(const MatrixSize& size) {
    std::mt19937 random(1);
    std::normal_distribution<float> numbers(0, 0.01F);
    Matrix matrix(static_cast<std::size_t>(size.rows * size.columns));
    for (float& value : matrix)
        value = numbers(random);
    return matrix;
}

Matrix orthogonalised(Matrix matrix, const MatrixSize& size, float scale = 1) {
    Matrix scratch(static_cast<std::size_t>(orthogonaliseScratch(size.rows, size.columns)), NAN);
    orthogonalise(matrix.data(), size.rows, size.columns, scale, scratch.data());
    return matrix;
}

// What lies at row i, column k of the left operand times row k, column j of the right one, summed in the order of k.
template <typename Number, typename Left, typename Right>
Number sumOfProducts(int depth, const Left& left, const Right& right) {
    Number sum = 0;
    for (int k = 0; k < depth; ++k)
        sum += left(k) * right(k);
    return sum;
}

// The paper's lines on the matrix that has at least as many rows as columns. This file is compiled for any x86-64
// processor, which has no fused multiply-add.
template <typename Number>
std::vector<Number> byPlainLoops(const Matrix& matrix, const MatrixSize& size) {
    using Values = std::vector<Number>;
    const bool transposed = size.rows < size.columns;
    const int length = std::max(size.rows, size.columns), width = std::min(size.rows, size.columns);
    const auto given = [&](int row, int column) {
        return static_cast<std::size_t>(transposed ? column * length + row : row * width + column);
    };
    const auto at = [width](int row, int column) { return static_cast<std::size_t>(row * width + column); };
    double squares = 0;
    for (const double value : matrix)
        squares += value * value;
    const auto inverse = static_cast<float>(1 / (std::sqrt(squares) + newton_schulz::kEpsilon));
    Values x(matrix.size()), next(matrix.size()), a(static_cast<std::size_t>(width * width)), b(a.size());
    for (int i = 0; i < length; ++i)
        for (int j = 0; j < width; ++j)
            x[at(i, j)] = Number{matrix[given(i, j)]} * Number{inverse};
    for (int step = 0; step < newton_schulz::kSteps; ++step) {
        for (int i = 0; i < width; ++i)
            for (int j = 0; j < width; ++j)
                a[at(i, j)] = sumOfProducts<Number>(
                    length, [&](int k) { return x[at(k, i)]; }, [&](int k) { return x[at(k, j)]; });
        for (int i = 0; i < width; ++i)
            for (int j = 0; j < width; ++j)
                b[at(i, j)] = Number{newton_schulz::kB} * a[at(i, j)] +
                              Number{newton_schulz::kC} *
                                  sumOfProducts<Number>(
                                      width, [&](int k) { return a[at(i, k)]; }, [&](int k) { return a[at(k, j)]; });
        for (int i = 0; i < length; ++i)
            for (int j = 0; j < width; ++j)
                next[at(i, j)] = Number{newton_schulz::kA} * x[at(i, j)] +
                                 sumOfProducts<Number>(
                                     width, [&](int k) { return x[at(i, k)]; }, [&](int k) { return b[at(k, j)]; });
        std::swap(x, next);
    }
    Values out(matrix.size());
    for (int i = 0; i < length; ++i)
        for (int j = 0; j < width; ++j)
            out[given(i, j)] = x[at(i, j)];
    return out;
}

class Orthogonalise : public testing::TestWithParam<MatrixSize> {};

// Each rank orthogonalises a copy of its own: the bits must be those of any processor.
TEST_P(Orthogonalise, HasTheBitsOfAnyProcessor) {
    const Matrix matrix = randomMatrix(GetParam());
    EXPECT_EQ(orthogonalised(matrix, GetParam()), byPlainLoops<float>(matrix, GetParam()));
}

TEST_P(Orthogonalise, IsNearTheIterationInDouble) {
    const Matrix matrix = randomMatrix(GetParam()), found = orthogonalised(matrix, GetParam());
    const std::vector<double> expected = byPlainLoops<double>(matrix, GetParam());
    double distance = 0, norm = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
        distance += std::pow(found[i] - expected[i], 2);
        norm += expected[i] * expected[i];
    }
    EXPECT_LT(std::sqrt(distance / norm), 1e-4);
    // All singular values are near 1.
    EXPECT_NEAR(std::sqrt(norm / std::min(GetParam().rows, GetParam().columns)), 1, 0.31);
}

TEST_P(Orthogonalise, IsBitwiseIndependentOfTheThreads) {
    const Matrix matrix = randomMatrix(GetParam());
    omp_set_num_threads(1);
    const Matrix one = orthogonalised(matrix, GetParam());
    omp_set_num_threads(3);
    EXPECT_EQ(orthogonalised(matrix, GetParam()), one);
}

// One panel and several, blocks that are full and not, and vectors.
INSTANTIATE_TEST_SUITE_P(Sizes, Orthogonalise,
                         testing::Values(MatrixSize{16, 16}, MatrixSize{10, 84}, MatrixSize{84, 10}, MatrixSize{1, 7},
                                         MatrixSize{7, 1}, MatrixSize{1, 1}, MatrixSize{33, 600}, MatrixSize{515, 40},
                                         MatrixSize{128, 128}));

TEST(Orthogonalise, ScalesItsResult) {
    const MatrixSize size{20, 30};
    const Matrix one = orthogonalised(randomMatrix(size), size), two = orthogonalised(randomMatrix(size), size, 2);
    for (std::size_t i = 0; i < one.size(); ++i)
        EXPECT_EQ(two[i], 2 * one[i]);
}

TEST(Orthogonalise, LeavesZeros) {
    const Matrix zeros(600);
    EXPECT_EQ(orthogonalised(zeros, {20, 30}), zeros);
}

} // namespace
} // namespace belfry

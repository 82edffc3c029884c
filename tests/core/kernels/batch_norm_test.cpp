// Batch norm's passes against their formulas in double, on every instruction set: channels that fill no vector, a mean
// far from 0, one row, ReLU, ReLU6 and neither.
#include "core/kernels/batch_norm.h"
#include "tests/core/kernels/every_set.h"
#include "tests/core/kernels/random_numbers.h"

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace belfry {
namespace {

using test::Numbers;
using test::randomNumbers;

class BatchNorm : public test::EverySet {};

struct Statistics {
    std::vector<double> mean, variance;
};

template <typename T>
Statistics statisticsOf(const BatchNormWork& work, const std::vector<T>& in) {
    const auto channels = static_cast<std::size_t>(work.channels);
    Statistics found{std::vector<double>(channels), std::vector<double>(channels)};
    batchStatistics(work, in.data(), found.mean.data(), found.variance.data());
    return found;
}

TEST_P(BatchNorm, FindsMeanAndVariance) {
    for (const auto& [rows, channels, far] : {std::tuple{1000, 37, 1e4}, {1, 5, 3.0}, {77, 64, 0.0}, {3, 1, -50.0}}) {
        const BatchNormWork work{.rows = rows, .channels = channels};
        Numbers in = randomNumbers(static_cast<std::size_t>(rows * channels), 1);
        for (float& number : in)
            number += static_cast<float>(far);
        const Statistics found = statisticsOf(work, in);
        for (int c = 0; c < channels; ++c) {
            double sum = 0, squares = 0;
            for (int row = 0; row < rows; ++row)
                sum += in[static_cast<std::size_t>(row * channels + c)];
            const double mean = sum / rows;
            for (int row = 0; row < rows; ++row)
                squares += std::pow(in[static_cast<std::size_t>(row * channels + c)] - mean, 2);
            const auto at = static_cast<std::size_t>(c);
            ASSERT_NEAR(found.mean[at], mean, 1e-7 * (1 + std::abs(mean)));
            ASSERT_NEAR(found.variance[at], squares / rows, 1e-6 * (1 + squares / rows));
        }
    }
}

TEST_P(BatchNorm, SumsAlikeForAnyNumberOfThreads) {
    const BatchNormWork work{.rows = 5000, .channels = 24};
    const Numbers in = randomNumbers(5000 * 24, 3);
    const Statistics all = statisticsOf(work, in);
    const int threads = omp_get_max_threads();
    omp_set_num_threads(threads == 1 ? 3 : 1);
    const Statistics one = statisticsOf(work, in);
    omp_set_num_threads(threads);
    EXPECT_EQ(one.mean, all.mean);
    EXPECT_EQ(one.variance, all.variance);
}

// What happens to one number.
struct Formula {
    const BatchNormWork& work;
    double activated(double x) const {
        if (!work.relu)
            return x;
        return work.ceiling > 0 ? std::clamp(x, 0.0, double{work.ceiling}) : std::max(x, 0.0);
    }
    double passed(double out, double gradient) const {
        const bool stopped = work.relu && (out <= 0 || (work.ceiling > 0 && out >= double{work.ceiling}));
        return stopped ? 0 : gradient;
    }
};

TEST_P(BatchNorm, MatchesItsFormulaAndItsGradient) {
    for (const BatchNormWork& work : {BatchNormWork{200, 37, false, 0}, BatchNormWork{1500, 24, true, 0},
                                      BatchNormWork{90, 3, true, 0.7F}, BatchNormWork{1, 16, true, 0}}) {
        const auto channels = static_cast<std::size_t>(work.channels), size = channels * std::size_t(work.rows);
        const Numbers in = randomNumbers(size, 1), given = randomNumbers(size, 2);
        const Numbers factor = randomNumbers(channels, 3), shift = randomNumbers(channels, 4);
        const Numbers mean = randomNumbers(channels, 5), meanSum = randomNumbers(channels, 6),
                      meanProduct = randomNumbers(channels, 7);
        Numbers inverse = randomNumbers(channels, 8);
        Numbers out(size), found(size);
        normaliseRows(work, in.data(), factor.data(), shift.data(), out.data());
        std::vector<double> sum(channels), product(channels), expectedSum(channels), expectedProduct(channels);
        const BatchNormChannels by{mean.data(), inverse.data(), factor.data(), shift.data()};
        batchNormSums(work, by, in.data(), given.data(), sum.data(), product.data());
        batchNormGradient(work, by, in.data(), given.data(), meanSum.data(), meanProduct.data(), found.data());
        const Formula formula{work};
        for (std::size_t i = 0; i < size; ++i) {
            const std::size_t c = i % channels;
            const double expected = formula.activated(double{in[i]} * double{factor[c]} + double{shift[c]});
            ASSERT_NEAR(out[i], expected, 1e-6 * (1 + std::abs(expected))) << i;
            const double dy = formula.passed(out[i], given[i]);
            const double normalised = (double{in[i]} - double{mean[c]}) * double{inverse[c]};
            expectedSum[c] += dy;
            expectedProduct[c] += dy * normalised;
            const double gradient = double{factor[c]} * (dy - double{meanSum[c]} - normalised * double{meanProduct[c]});
            ASSERT_NEAR(found[i], gradient, 5e-6 * (1 + std::abs(gradient))) << i;
        }
        for (std::size_t c = 0; c < channels; ++c) {
            EXPECT_NEAR(sum[c], expectedSum[c], 1e-5 * std::sqrt(double(work.rows)));
            EXPECT_NEAR(product[c], expectedProduct[c], 2e-5 * std::sqrt(double(work.rows)));
        }
    }
}

// bf16 numbers are loaded and stored; sums are the same as of the floats that they are.
TEST_P(BatchNorm, TakesHalves) {
    const BatchNormWork work{.rows = 300, .channels = 21};
    const std::vector<Bf16> in = test::asType<Bf16>(randomNumbers(300 * 21, 1, 3));
    Numbers floats(in.size());
    std::ranges::transform(in, floats.begin(), [](Bf16 number) { return toFloat(number); });
    const Statistics halves = statisticsOf(work, in), whole = statisticsOf(work, floats);
    EXPECT_EQ(halves.mean, whole.mean);
    EXPECT_EQ(halves.variance, whole.variance);
}

INSTANTIATE_TEST_SUITE_P(Sets, BatchNorm, test::everySet(), test::setName);

} // namespace
} // namespace belfry

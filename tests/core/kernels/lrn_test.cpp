// Response normalisation and its gradient against their formulas in double, on every instruction set: with a ReLU and
// without, by the exponents that have a short cut and by others, channels that fill no vector.
#include "core/kernels/lrn.h"
#include "tests/core/kernels/every_set.h"
#include "tests/core/kernels/random_numbers.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace belfry {
namespace {

using test::Numbers;
using test::randomNumbers;

// One pixel of the formula, in double.
struct Pixel {
    const LrnWork& work;
    const float* in;

    double x(int c) const { return work.relu ? std::max(0.0, double{in[c]}) : double{in[c]}; }
    double divisor(int c) const {
        double squares = 0;
        for (int i = std::max(0, c - work.radius); i <= std::min(work.channels - 1, c + work.radius); ++i)
            squares += x(i) * x(i);
        return double{work.bias} + double{work.alpha} * squares;
    }
    double out(int c) const { return x(c) * std::pow(divisor(c), -double{work.beta}); }
    // d out(of) / d x(by)
    double slope(int of, int by) const {
        const double t = divisor(of), b = work.beta;
        const double near =
            std::abs(of - by) <= work.radius ? -2 * b * double{work.alpha} * x(of) * x(by) * std::pow(t, -b - 1) : 0;
        return near + (of == by ? std::pow(t, -b) : 0);
    }
};

class Lrn : public test::EverySet {};

TEST_P(Lrn, MatchesItsFormulaAndItsGradient) {
    for (const LrnWork& work : {LrnWork{5, 37, 4, 1, 0.3F, 0.75F, true}, LrnWork{5, 37, 2, 2, 0.3F, 0.5F, false},
                                LrnWork{3, 3, 4, 1, 0.5F, 0.6F, true}, LrnWork{4, 64, 1, 1, 0.1F, 1.3F, false}}) {
        const auto size = static_cast<std::size_t>(work.rows) * static_cast<std::size_t>(work.channels);
        const Numbers in = randomNumbers(size, 1), outGradient = randomNumbers(size, 2);
        Numbers out(size), divisor(size), inGradient(size);
        lrnForward({}, work, in.data(), out.data(), divisor.data());
        lrnBackward({}, work, in.data(), divisor.data(), outGradient.data(), inGradient.data());
        for (std::size_t i = 0; i < size; ++i) {
            const int c = static_cast<int>(i) % work.channels;
            const std::size_t row = i - static_cast<std::size_t>(c);
            const Pixel pixel{work, in.data() + row};
            ASSERT_NEAR(out[i], pixel.out(c), 2e-6 * (1 + std::abs(pixel.out(c)))) << i;
            ASSERT_NEAR(divisor[i], pixel.divisor(c), 1e-5) << i;
            double expected = 0;
            for (int of = 0; of < work.channels; ++of)
                expected += double{outGradient[row + static_cast<std::size_t>(of)]} * pixel.slope(of, c);
            if (work.relu && in[i] < 0)
                expected = 0;
            ASSERT_NEAR(inGradient[i], expected, 5e-6 * (1 + std::abs(expected))) << i;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Sets, Lrn, test::everySet(), test::setName);

} // namespace
} // namespace belfry

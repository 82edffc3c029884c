// As wide_index_test.cpp: the fused kernels, whose images, rows or partial sums are so many that numbers lie beyond
// 2^31 and 2^32. What the last image or the last rows give is what the same kernels give for those alone, which
// tests/gpu/fused_front_gpu_test.cpp and dense_chain_gpu_test.cpp compare with the tensor library.
#include "core/kernels/fused/dense_chain.h"
#include "core/kernels/fused/dense_gradient.h"
#include "core/kernels/fused/fused_front.h"
#include "tests/core/kernels/far_numbers.h"
#include "tests/core/kernels/on_host/block_threads.h"
#include "tests/core/kernels/random_numbers.h"

namespace belfry::fused {
namespace {

using cuda::LastBlocks;
using test::asType;
using test::Elsewhere;
using test::expectNumbers;
using test::FarNumbers;
using test::inProcessOfItsOwn;
using test::randomNumbers;

std::vector<float> numbersFor(std::int64_t count, std::uint64_t seed) {
    return randomNumbers(static_cast<std::size_t>(count), seed, 0.3);
}
template <typename T = float>
std::vector<T> roomFor(std::int64_t count) {
    return std::vector<T>(static_cast<std::size_t>(count), T{});
}

// ---- the front

// LeNet's; any two blocks; one.
const std::vector<Front>& fronts() {
    static const std::vector<Front> all{{2, {{1, 28, 28, 6, 5, 2, true}, {6, 14, 14, 16, 5, 0, true}}},
                                        {2, {{3, 20, 18, 4, 3, 1, true}, {4, 10, 9, 7, 5, 2, false}}},
                                        {1, {{2, 21, 24, 12, 5, 0, true}, {}}}};
    return all;
}
constexpr std::int64_t kImages = 12'000'000;

struct FrontNumbers {
    std::vector<float> parameters[2][2]; // of each block weights and biases
    std::vector<std::uint8_t> image;
    explicit FrontNumbers(const Front& front) : image(static_cast<std::size_t>(front.block[0].inNumbers())) {
        for (int b = 0; b < front.blocks; ++b) {
            parameters[b][0] = numbersFor(front.block[b].weightNumbers(), 1);
            parameters[b][1] = numbersFor(front.block[b].filters, 2);
        }
        for (std::size_t i = 0; i < image.size(); ++i)
            image[i] = static_cast<std::uint8_t>(i * 31 % 251);
    }
    Parameters all() const {
        return {{parameters[0][0].data(), parameters[1][0].data()}, {parameters[0][1].data(), parameters[1][1].data()}};
    }
};

// Of one image what forward gives and backward needs.
template <typename T>
struct FrontResults {
    std::vector<T> out;
    std::vector<float> between;
    std::vector<std::uint8_t> winners[2];
    explicit FrontResults(const Front& front) : out(roomFor<T>(front.last().outNumbers())) {
        if (front.blocks == 2)
            between = roomFor(front.block[0].outNumbers());
        for (int b = 0; b < front.blocks; ++b)
            winners[b] = roomFor<std::uint8_t>(front.block[b].outNumbers());
    }
    Kept kept() { return {between.empty() ? nullptr : between.data(), {winners[0].data(), winners[1].data()}}; }
};

// As much for kImages, of which the last one has memory, and others read as zeros.
template <typename T>
struct FarFront {
    FarNumbers<std::uint8_t> bytes;
    FarNumbers<std::int64_t> rows;
    FarNumbers<float> between;
    FarNumbers<std::uint8_t> winners0, winners1;
    FarNumbers<T> out;
    FarFront(const Front& front, const FrontNumbers& numbers)
        : bytes(2 * kImages * front.block[0].inNumbers(), Elsewhere::Zeros), rows(kImages, Elsewhere::Zeros),
          between(kImages * front.block[0].outNumbers(), Elsewhere::Zeros),
          winners0(kImages * front.block[0].outNumbers(), Elsewhere::Zeros),
          winners1(kImages * front.last().outNumbers(), Elsewhere::Zeros),
          out(kImages * front.last().outNumbers(), Elsewhere::Zeros) {
        bytes.openLast(front.block[0].inNumbers(), numbers.image);
        rows.openLast(1, {2 * kImages - 1});
        between.openLast(front.block[0].outNumbers());
        winners0.openLast(front.block[0].outNumbers());
        winners1.openLast(front.last().outNumbers());
        out.openLast(front.last().outNumbers());
    }
    Pixels pixels() const { return {bytes.all(), rows.all(), 1.0F / 255, -0.5F, nullptr}; }
    Kept kept(const Front& front) const {
        return {front.blocks == 2 ? between.all() : nullptr, {winners0.all(), winners1.all()}};
    }
};

template <typename T>
void expectFront(const Front& front) {
    const FrontNumbers numbers(front);
    const Pixels pixels{numbers.image.data(), nullptr, 1.0F / 255, -0.5F, nullptr};
    FrontResults<T> expected(front);
    forward<T>(nullptr, front, pixels, 1, numbers.all(), expected.out.data(), expected.kept());
    const FarFront<T> far(front, numbers);
    const LastBlocks some(1);
    forward<T>(nullptr, front, far.pixels(), kImages, numbers.all(), far.out.all(), far.kept(front));
    expectNumbers(far.out.last(expected.out.size()), expected.out);
    expectNumbers(far.winners0.last(expected.winners[0].size()), expected.winners[0]);
    if (front.blocks == 2) {
        expectNumbers(far.between.last(expected.between.size()), expected.between);
        expectNumbers(far.winners1.last(expected.winners[1].size()), expected.winners[1]);
    }
    // Backward, with `out` as the gradient: a partial row for each image, then for every two.
    std::vector<float> partial = roomFor(front.gradientNumbers());
    backward<T>(nullptr, front, pixels, 1, numbers.all(), expected.out.data(), expected.kept(), 1, partial.data());
    for (const std::int64_t rows : {kImages, kImages / 2}) {
        const FarNumbers<float> partials(rows * front.gradientNumbers());
        partials.openLast(front.gradientNumbers());
        backward<T>(nullptr, front, far.pixels(), kImages, numbers.all(), far.out.all(), far.kept(front),
                    static_cast<int>(rows), partials.all());
        expectNumbers(partials.last(partial.size()), partial);
    }
}

TEST(WideIndex, Fronts) {
    inProcessOfItsOwn([] {
        for (std::size_t f = 0; f < fronts().size(); ++f) {
            SCOPED_TRACE("front " + std::to_string(f));
            ASSERT_TRUE(fits(fronts()[f]));
            expectFront<float>(fronts()[f]);
            expectFront<Bf16>(fronts()[f]);
        }
    });
}

// Images that another kernel has normalised.
TEST(WideIndex, FrontsOfFloats) {
    inProcessOfItsOwn([] {
        const Front& front = fronts()[0];
        const FrontNumbers numbers(front);
        const auto image = numbersFor(front.block[0].inNumbers(), 3);
        FrontResults<float> expected(front);
        forward<float>(nullptr, front, {nullptr, nullptr, 1, 0, image.data()}, 1, numbers.all(), expected.out.data(),
                       {});
        const FarNumbers<float> in(kImages * front.block[0].inNumbers()), out(kImages * front.last().outNumbers());
        in.openLast(front.block[0].inNumbers(), image);
        out.openLast(front.last().outNumbers());
        const LastBlocks some(1);
        forward<float>(nullptr, front, {nullptr, nullptr, 1, 0, in.all()}, kImages, numbers.all(), out.all(), {});
        expectNumbers(out.last(expected.out.size()), expected.out);
    });
}

// More rows than backward() makes of any number of images; the kernel's positions have 64 bits all the same.
TEST(WideIndex, PartialRowsOfAFront) {
    inProcessOfItsOwn([] {
        const Front front{1, {{40, 8, 8, 30, 3, 1, true}, {}}};
        constexpr int kRows = 450'000;
        const std::int64_t numbers = front.gradientNumbers();
        const auto row = numbersFor(numbers, 1);
        std::vector<float> weights = roomFor(front.block[0].weightNumbers()), biases = roomFor(front.block[0].filters);
        std::vector<float> farWeights = weights, farBiases = biases;
        addPartials(nullptr, front, 1, row.data(), {{weights.data()}, {biases.data()}});
        const FarNumbers<float> partials(kRows * numbers, Elsewhere::Zeros);
        partials.openLast(numbers, row);
        const LastBlocks some(1);
        addPartials(nullptr, front, kRows, partials.all(), {{farWeights.data()}, {farBiases.data()}});
        EXPECT_EQ(farBiases.back(), biases.back());
        EXPECT_NE(biases.back(), 0);
    });
}

// ---- dense layers

constexpr DenseChain kChain{2, {{1500, 26, true}, {26, 10, false}, {}}};
constexpr std::int64_t kRows = 3'000'005; // not whole blocks of eight

struct ChainParameters {
    std::vector<float> weights[2], biases[2];
    ChainParameters() {
        for (int l = 0; l < kChain.layers; ++l) {
            weights[l] = numbersFor(std::int64_t{kChain.layer[l].in} * kChain.layer[l].units, 1);
            biases[l] = numbersFor(kChain.layer[l].units, 2);
        }
    }
    DenseParameters all() const {
        return {{weights[0].data(), weights[1].data()}, {biases[0].data(), biases[1].data()}};
    }
};

TEST(WideIndex, DenseChains) {
    inProcessOfItsOwn([] {
        constexpr std::int64_t kSeen = 5, kOpen = 16, kIn = kChain.layer[0].in;
        const ChainParameters parameters;
        const auto input = numbersFor(kSeen * kIn, 3), gradient = numbersFor(kSeen * 10, 4);
        std::vector<float> hidden = roomFor(kSeen * 26), out = roomFor(kSeen * 10), hiddenGradient = hidden,
                           outGradient = out, inputGradient = input;
        forward(nullptr, kChain, kSeen, input.data(), parameters.all(), {{hidden.data(), out.data()}});
        backward(nullptr, kChain, kSeen, parameters.all(), {{hidden.data(), out.data()}}, gradient.data(),
                 {{hiddenGradient.data(), outGradient.data()}}, inputGradient.data());
        const FarNumbers<float> in(kRows * kIn), farInputGradient(kRows * kIn);
        const FarNumbers<float> farHidden(kRows * 26), farHiddenGradient(kRows * 26);
        const FarNumbers<float> farOut(kRows * 10), farGradient(kRows * 10), farOutGradient(kRows * 10);
        in.openLast(kOpen * kIn, input);
        farGradient.openLast(kOpen * 10, gradient);
        for (const auto* numbers : {&farHidden, &farHiddenGradient})
            numbers->openLast(kOpen * 26);
        for (const auto* numbers : {&farOut, &farOutGradient})
            numbers->openLast(kOpen * 10);
        farInputGradient.openLast(kOpen * kIn);
        const LastBlocks some(1);
        forward(nullptr, kChain, kRows, in.all(), parameters.all(), {{farHidden.all(), farOut.all()}});
        expectNumbers(farHidden.last(hidden.size()), hidden);
        expectNumbers(farOut.last(out.size()), out);
        backward(nullptr, kChain, kRows, parameters.all(), {{farHidden.all(), farOut.all()}}, farGradient.all(),
                 {{farHiddenGradient.all(), farOutGradient.all()}}, farInputGradient.all());
        expectNumbers(farHiddenGradient.last(hidden.size()), hiddenGradient);
        expectNumbers(farOutGradient.last(out.size()), outGradient);
        expectNumbers(farInputGradient.last(input.size()), inputGradient);
    });
}

// As many parts as a grid can have lines: the last ones have chunks of the rows, and their partial sums lie beyond 2^31
// too.
TEST(WideIndex, WeightsOfDenseChains) {
    inProcessOfItsOwn([] {
        constexpr int kParts = 65'535, kChunk = 32;
        constexpr std::int64_t kAll = std::int64_t{kParts} * kChunk, kIn = kChain.layer[0].in,
                               kNumbers = kChain.gradientNumbers();
        static_assert(kParts * kNumbers > std::int64_t{1} << 31);
        const auto input = numbersFor(kChunk * kIn, 3);
        std::vector<float> hidden = numbersFor(kChunk * 26, 4), hiddenGradient = numbersFor(kChunk * 26, 5),
                           gradient = numbersFor(kChunk * 10, 6), expected = roomFor(kNumbers);
        weightPartials(nullptr, kChain, kChunk, input.data(), {{hidden.data()}},
                       {{hiddenGradient.data(), gradient.data()}}, 1, expected.data());
        const FarNumbers<float> in(kAll * kIn), farHidden(kAll * 26), farHiddenGradient(kAll * 26),
            farGradient(kAll * 10), partials(kParts * kNumbers, Elsewhere::Zeros);
        in.openLast(kChunk * kIn, input);
        farHidden.openLast(kChunk * 26, hidden);
        farHiddenGradient.openLast(kChunk * 26, hiddenGradient);
        farGradient.openLast(kChunk * 10, gradient);
        partials.openLast(kNumbers);
        const LastBlocks some(~0U, 1);
        weightPartials(nullptr, kChain, kAll, in.all(), {{farHidden.all()}},
                       {{farHiddenGradient.all(), farGradient.all()}}, kParts, partials.all());
        expectNumbers(partials.last(expected.size()), expected);

        std::vector<float> weights[2] = {roomFor(kIn * 26), roomFor(260)}, biases[2] = {roomFor(26), roomFor(10)};
        const LastBlocks end(1);
        addPartials(nullptr, kChain, kParts, partials.all(),
                    {{weights[0].data(), weights[1].data()}, {biases[0].data(), biases[1].data()}});
        EXPECT_EQ(biases[1].back(), expected.back());
        EXPECT_NE(expected.back(), 0);
    });
}

// The last block has the last 13 units of every row.
template <typename T>
void expectDenseGradient(bool relu) {
    constexpr int kUnits = (1 << 26) + 13, kLast = 13;
    constexpr std::int64_t kFew = 70; // rows: 4.7 thousand million numbers
    const auto gradient = asType<T>(numbersFor(kFew * kLast, 1)), output = asType<T>(numbersFor(kFew * kLast, 2));
    std::vector<T> stopped(gradient.size());
    std::vector<float> bias(kLast);
    denseGradient<T>(nullptr, kFew, kLast, gradient.data(), output.data(), relu ? stopped.data() : nullptr,
                     bias.data());
    const FarNumbers<T> farGradient(kFew * kUnits), farOutput(kFew * kUnits), farStopped(kFew * kUnits);
    for (std::int64_t row = 0; row < kFew; ++row) {
        const std::int64_t first = (row + 1) * kUnits - kLast;
        std::copy_n(&gradient[static_cast<std::size_t>(row * kLast)], kLast, farGradient.open(first, kLast));
        std::copy_n(&output[static_cast<std::size_t>(row * kLast)], kLast, farOutput.open(first, kLast));
        farStopped.open(first, kLast);
    }
    const FarNumbers<float> farBias(kUnits);
    farBias.openLast(kLast);
    const LastBlocks some(1);
    denseGradient<T>(nullptr, kFew, kUnits, farGradient.all(), relu ? farOutput.all() : nullptr,
                     relu ? farStopped.all() : nullptr, farBias.all());
    expectNumbers(farBias.last(kLast), bias);
    for (std::int64_t row = 0; relu && row < kFew; ++row) {
        const auto from = stopped.begin() + row * kLast;
        expectNumbers(farStopped.all() + (row + 1) * kUnits - kLast, std::vector<T>(from, from + kLast));
    }
}

TEST(WideIndex, DenseGradients) {
    inProcessOfItsOwn([] {
        for (const bool relu : {false, true}) {
            expectDenseGradient<float>(relu);
            expectDenseGradient<Bf16>(relu);
        }
    });
}

} // namespace
} // namespace belfry::fused

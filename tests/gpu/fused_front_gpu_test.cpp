// The fused front of small networks beside PyTorch's operators in double, for autograd. Compiled twice, as
// kernels_gpu_test.cpp.
#include "core/kernels/fused/dense_gradient.h"
#include "core/kernels/fused/front_places.h"
#include "core/kernels/fused/fused_front.h"
#include "tests/gpu/kernels_context.h"

#include <ATen/ATen.h>

#include <limits>
#include <optional>
#include <vector>

namespace belfry {
namespace {

using CudaFusedFront = test::CudaKernels;
using fused::Block;
using fused::Front;
using test::kernelsContext;
using test::kernelsDevice;
using test::normals;

// Odd sizes, every kernel, groups of 6, 4 and 1 channels, one block and two, with padding before the second.
const std::vector<Front>& fronts() {
    static const std::vector<Front> all{fused::lenetFront(),
                                        {2, {{1, 28, 28, 6, 5, 2, false}, {6, 14, 14, 16, 5, 0, true}}},
                                        {2, {{3, 15, 12, 4, 3, 1, true}, {4, 7, 6, 5, 3, 2, false}}},
                                        {2, {{2, 17, 19, 7, 5, 0, true}, {7, 6, 7, 3, 5, 2, true}}},
                                        {1, {{3, 11, 9, 7, 3, 1, true}, {}}},
                                        {1, {{1, 14, 14, 12, 5, 2, false}, {}}}};
    return all;
}

struct Numbers {
    at::Tensor images, rows, gradient;
    std::vector<at::Tensor> parameters; // of each block weights (OHWI) and biases
    std::int64_t nan = -1;              // of the first image the normalised pixel that is none
};

Numbers numbersFor(const Front& front, std::int64_t count) {
    const std::int64_t stored = count + 3;
    Numbers numbers{.images = at::arange(stored * front.block[0].inNumbers(), at::kLong).mul(31).remainder(251),
                    .rows = at::arange(count, at::kLong).mul(7).remainder(stored),
                    .gradient = normals({count, front.last().outNumbers()}, 9)};
    numbers.images = numbers.images.to(at::kByte).view({stored, front.block[0].inNumbers()});
    for (int b = 0; b < front.blocks; ++b) {
        const Block& block = front.block[b];
        const std::int64_t seed = 2 * b;
        numbers.parameters.push_back(0.3 *
                                     normals({block.filters, block.kernel, block.kernel, block.channels}, 20 + seed));
        numbers.parameters.push_back(0.3 * normals({block.filters}, 21 + seed));
    }
    return numbers;
}

constexpr float kScale = 1.0F / 255, kShift = -0.5F, kNanPixel = std::numeric_limits<float>::quiet_NaN();

// Rows of the output, then the gradients of weights and biases of each block.
std::vector<at::Tensor> expectedOf(const Front& front, const Numbers& numbers, bool gathered) {
    const std::int64_t count = numbers.rows.numel();
    const at::Tensor bytes =
        gathered ? numbers.images.index_select(0, numbers.rows) : numbers.images.narrow(0, 0, count);
    const Block& first = front.block[0];
    at::Tensor values = bytes.to(at::kDouble) * static_cast<double>(kScale) + static_cast<double>(kShift);
    if (numbers.nan >= 0)
        values[0][numbers.nan] = kNanPixel;
    values = values.view({count, first.height, first.width, first.channels}).permute({0, 3, 1, 2});
    std::vector<at::Tensor> leaves;
    for (int b = 0; b < front.blocks; ++b) {
        const Block& block = front.block[b];
        for (std::size_t i = 0; i < 2; ++i)
            leaves.push_back(
                numbers.parameters[2 * static_cast<std::size_t>(b) + i].to(at::kDouble).detach().requires_grad_());
        values = at::conv2d(values, leaves[leaves.size() - 2].permute({0, 3, 1, 2}), leaves.back(), 1, block.padding);
        values = at::max_pool2d(block.relu ? values.relu() : values, 2, 2);
    }
    const at::Tensor rows = values.permute({0, 2, 3, 1}).reshape({count, -1});
    (rows * numbers.gradient.to(at::kDouble)).sum().backward();
    std::vector<at::Tensor> all{rows.detach()};
    for (const at::Tensor& leaf : leaves)
        all.push_back(leaf.grad());
    return all;
}

// As expectedOf(), by the kernels. normalised: pixels that another kernel has made.
struct Way {
    bool gathered = true, normalised = false;
    at::ScalarType type = at::kFloat;
    int rows = 0; // of partial sums; 0: as many as there should be
};
std::vector<at::Tensor> foundOf(const Front& front, const Numbers& numbers, const Way& way) {
    const at::Device device = kernelsDevice();
    const std::int64_t count = numbers.rows.numel();
    const at::Tensor images = numbers.images.to(device), rows = numbers.rows.to(device);
    const at::Tensor normalised =
        (way.gathered ? images.index_select(0, rows) : images.narrow(0, 0, count)).to(at::kFloat) * kScale + kShift;
    if (numbers.nan >= 0)
        normalised[0][numbers.nan] = kNanPixel;
    fused::Pixels pixels{.scale = kScale, .shift = kShift};
    if (way.normalised)
        pixels.numbers = normalised.const_data_ptr<float>();
    else
        pixels.bytes = images.const_data_ptr<std::uint8_t>();
    if (way.gathered && !way.normalised)
        pixels.rows = rows.const_data_ptr<std::int64_t>();
    fused::Parameters parameters;
    fused::Kept kept;
    fused::Gradients gradients;
    std::vector<at::Tensor> keep, found;
    for (int b = 0; b < front.blocks; ++b) {
        const at::Tensor winners = at::empty({count, front.block[b].outNumbers()}, at::device(device).dtype(at::kByte));
        kept.winners[b] = winners.data_ptr<std::uint8_t>();
        keep.push_back(winners);
        for (std::size_t i = 0; i < 2; ++i) {
            const at::Tensor& given =
                keep.emplace_back(numbers.parameters[2 * static_cast<std::size_t>(b) + i].to(device));
            const at::Tensor& gradient = found.emplace_back(at::full_like(given, 7));
            (i == 0 ? parameters.weights : parameters.biases)[b] = given.const_data_ptr<float>();
            (i == 0 ? gradients.weights : gradients.biases)[b] = gradient.data_ptr<float>();
        }
    }
    const at::Tensor between = at::empty({count, front.block[0].outNumbers()}, at::device(device).dtype(at::kFloat));
    kept.between = between.data_ptr<float>();
    const int sums = way.rows > 0 ? way.rows : fused::partialRows(count);
    const at::Tensor out = at::empty({count, front.last().outNumbers()}, at::device(device).dtype(way.type)),
                     outGradient = numbers.gradient.to(device).to(way.type),
                     partials = at::full({sums, front.gradientNumbers()}, 7.0F, at::device(device).dtype(at::kFloat));
    const auto run = [&]<typename T>(T* to, const T* gradient) {
        void* stream = kernelsContext().stream;
        fused::forward(stream, front, pixels, count, parameters, to, kept);
        fused::backward(stream, front, pixels, count, parameters, gradient, kept, sums, partials.data_ptr<float>());
        fused::addPartials(stream, front, sums, partials.const_data_ptr<float>(), gradients);
    };
    if (way.type == at::kFloat)
        run(out.data_ptr<float>(), outGradient.const_data_ptr<float>());
    else
        run(static_cast<Bf16*>(out.data_ptr()), static_cast<const Bf16*>(outGradient.const_data_ptr()));
    found.insert(found.begin(), out);
    for (at::Tensor& tensor : found)
        tensor = tensor.cpu();
    return found;
}

void expectNear(const std::vector<at::Tensor>& found, const std::vector<at::Tensor>& expected, double tolerance) {
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        const double distance =
            (found[i].to(at::kDouble) - expected[i]).norm().item<double>() / expected[i].norm().item<double>();
        EXPECT_LE(distance, tolerance) << "number " << i;
    }
}

TEST_F(CudaFusedFront, ComputesWhatPytorchComputes) {
    for (std::size_t f = 0; f < fronts().size(); ++f)
        for (const std::int64_t count : {1, 3}) {
            SCOPED_TRACE("front " + std::to_string(f) + ", images " + std::to_string(count));
            const Numbers numbers = numbersFor(fronts()[f], count);
            expectNear(foundOf(fronts()[f], numbers, {}), expectedOf(fronts()[f], numbers, true), 2e-6);
        }
}

TEST_F(CudaFusedFront, TakesBytesInTheirOrderAndPixels) {
    const Front& front = fronts()[2];
    const Numbers numbers = numbersFor(front, 3);
    for (const bool gathered : {false, true})
        for (const bool normalised : {false, true})
            expectNear(foundOf(front, numbers, {gathered, normalised}), expectedOf(front, numbers, gathered), 2e-6);
}

// Rounded once, from and to 8 significant bits: the gradients are those of the rounded gradient.
TEST_F(CudaFusedFront, RoundsItsOutputAlone) {
    const Front& front = fronts()[0];
    Numbers numbers = numbersFor(front, 3);
    numbers.gradient = numbers.gradient.to(at::kBFloat16).to(at::kFloat);
    auto expected = expectedOf(front, numbers, true), found = foundOf(front, numbers, {.type = at::kBFloat16});
    EXPECT_TRUE(at::allclose(found[0].to(at::kDouble), expected[0], 1.0 / 256, 1e-6));
    found[0] = expected[0];
    expectNear(found, expected, 2e-6);
}

// Fewer rows of partial sums than images: blocks of threads have several.
TEST_F(CudaFusedFront, AddsImagesInAFixedOrder) {
    const Front& front = fronts()[2];
    const Numbers numbers = numbersFor(front, 5);
    const auto found = foundOf(front, numbers, {.rows = 2}), again = foundOf(front, numbers, {.rows = 2});
    expectNear(found, expectedOf(front, numbers, true), 2e-6);
    for (std::size_t i = 0; i < found.size(); ++i)
        EXPECT_TRUE(at::equal(found[i], again[i])) << i;
    const Numbers many = numbersFor(front, 21); // more rows than threads that share a number's
    expectNear(foundOf(front, many, {.rows = 19}), expectedOf(front, many, true), 2e-6);
    EXPECT_EQ(fused::partialRows(5), 5);
    EXPECT_EQ(fused::partialRows(100'000), fused::kMostPartials);
}

TEST_F(CudaFusedFront, PassesNanOn) {
    const Front& front = fronts()[0];
    for (const std::size_t parameter : {0, 1, 2, 3}) { // of each block weights and biases
        Numbers numbers = numbersFor(front, 2);
        numbers.parameters[parameter].view({-1})[0] = kNanPixel; // of filter 0
        const auto found = foundOf(front, numbers, {}), expected = expectedOf(front, numbers, true);
        EXPECT_TRUE(at::equal(found[0].isnan(), expected[0].isnan())) << parameter;
        EXPECT_EQ(found[0].isnan().sum().item<std::int64_t>(), parameter < 2 ? 800 : 50) << parameter;
        const std::size_t other = parameter < 2 ? 3 : 1; // weights: with which its activations are multiplied
        EXPECT_EQ(found[other].isnan().any().item<bool>(), parameter != 3) << parameter; // the last is in no gradient
    }
}

// Wherever in its window it is.
TEST_F(CudaFusedFront, PassesTheNanOfOnePixelOn) {
    const Front& front = fronts()[4];
    Numbers numbers = numbersFor(front, 2);
    numbers.nan = (4 * 9 + 3) * 3 + 1; // line 4, column 3: in two lines and two columns of windows
    const auto found = foundOf(front, numbers, {.normalised = true}), expected = expectedOf(front, numbers, true);
    EXPECT_TRUE(at::equal(found[0].isnan(), expected[0].isnan()));
    EXPECT_EQ(found[0].isnan().sum().item<std::int64_t>(), 2 * 2 * 7);
}

// Of equals the first wins, and a ReLU stops what is 0: as PyTorch has it.
TEST_F(CudaFusedFront, GivesTheGradientOfEqualsToTheFirst) {
    const Front& front = fronts()[1]; // linear, then ReLU
    Numbers numbers = numbersFor(front, 2);
    for (const at::Tensor& parameter : numbers.parameters)
        parameter[0].zero_(); // of filter 0, whose sums are all 0 then
    expectNear(foundOf(front, numbers, {}), expectedOf(front, numbers, true), 2e-6);
}

// Beside PyTorch's threshold and sum. Sizes that do not divide, and fewer rows than a block has lines.
TEST_F(CudaFusedFront, DenseGradientsOfReluAndBias) {
    for (const auto& [rows, units] : {std::pair<std::int64_t, std::int64_t>{70, 33}, {3, 120}, {1, 1}, {257, 84}})
        for (const bool relu : {false, true})
            for (const at::ScalarType type : {at::kFloat, at::kBFloat16}) {
                at::Tensor output = normals({rows, units}, 5),
                           given = normals({rows, units}, 6).to(type).to(at::kFloat);
                if (units > 1)
                    output[0][1] = std::numeric_limits<float>::quiet_NaN(); // not below 0
                const at::Tensor stopped = at::empty_like(given, type).to(kernelsDevice()),
                                 bias = at::full({units}, 7.0F).to(kernelsDevice());
                const at::Tensor g = given.to(type).to(kernelsDevice()), y = output.to(type).to(kernelsDevice());
                const auto run = [&]<typename T>() {
                    const auto data = [](const at::Tensor& tensor) { return static_cast<T*>(tensor.data_ptr()); };
                    fused::denseGradient<T>(kernelsContext().stream, rows, static_cast<int>(units), data(g), data(y),
                                            relu ? data(stopped) : nullptr, bias.data_ptr<float>());
                };
                if (type == at::kFloat)
                    run.operator()<float>();
                else
                    run.operator()<Bf16>();
                const at::Tensor expected = relu ? at::threshold_backward(given, output, 0) : given;
                EXPECT_TRUE(!relu || at::equal(stopped.cpu().to(at::kFloat), expected)) << rows << " " << units;
                EXPECT_TRUE(at::allclose(bias.cpu(), expected.sum(0), 1e-5, 1e-5)) << rows << " " << units;
            }
}

TEST(FusedFront, TakesWhatFitsIntoSharedMemory) {
    for (const Front& front : fronts())
        EXPECT_TRUE(fused::fits(front));
    const Block good = fused::lenetFront().block[0];
    const auto with = [&](auto change) {
        Block block = good;
        change(block);
        return fused::fits({1, {block, {}}});
    };
    EXPECT_TRUE(with([](Block&) {}));
    EXPECT_FALSE(with([](Block& block) { block.kernel = 4; }));
    EXPECT_FALSE(with([](Block& block) { block.padding = 5; }));
    EXPECT_FALSE(with([](Block& block) { block.filters = 64; }));
    EXPECT_TRUE(with([](Block& block) { block.filters = 24; }));
    EXPECT_FALSE(with([](Block& block) { block.filters = 28; }));     // backward is too large
    EXPECT_FALSE(fused::fits({1, {{100, 8, 8, 1, 5, 0, true}, {}}})); // forward is: its planes have long rows
    EXPECT_FALSE(with([](Block& block) { block.height = block.width = 224; }));
    EXPECT_FALSE(with([](Block& block) { block.height = 1 << 30; }));
    EXPECT_FALSE(with([](Block& block) { block.height = 1, block.padding = 0; }));
    EXPECT_FALSE(fused::fits(Front{0, {}}));
}

} // namespace
} // namespace belfry

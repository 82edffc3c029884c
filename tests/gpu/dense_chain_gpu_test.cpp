// Chains of dense layers beside PyTorch's operators in double, for autograd. Compiled twice, as kernels_gpu_test.cpp.
#include "core/kernels/fused/dense_chain.h"
#include "tests/gpu/kernels_context.h"

#include <ATen/ATen.h>

#include <limits>
#include <vector>

namespace belfry {
namespace {

using CudaDenseChain = test::CudaKernels;
using fused::DenseChain;
using test::kernelsContext;
using test::kernelsDevice;
using test::normals;

constexpr float kNotANumber = std::numeric_limits<float>::quiet_NaN();

// LeNet's; sizes that do not divide; one unit; a tile that only the bias's column needs; a linear layer within.
const std::vector<DenseChain>& chains() {
    static const std::vector<DenseChain> all{{3, {{400, 120, true}, {120, 84, true}, {84, 10, false}}},
                                             {3, {{37, 33, true}, {33, 1, false}, {1, 3, false}}},
                                             {2, {{64, 65, true}, {65, 10, false}, {}}},
                                             {2, {{1, 600, false}, {600, 7, false}, {}}}};
    return all;
}

struct ChainNumbers {
    at::Tensor input, gradient;
    std::vector<at::Tensor> parameters; // of each layer weights and biases
};
ChainNumbers chainNumbersFor(const DenseChain& chain, std::int64_t rows) {
    ChainNumbers numbers{.input = normals({rows, chain.layer[0].in}, 1),
                         .gradient = normals({rows, chain.last().units}, 2)};
    for (int l = 0; l < chain.layers; ++l) {
        const auto seed = static_cast<std::uint64_t>(10 + 2 * l);
        numbers.parameters.push_back(0.2 * normals({chain.layer[l].units, chain.layer[l].in}, seed));
        numbers.parameters.push_back(0.2 * normals({chain.layer[l].units}, seed + 1));
    }
    return numbers;
}

// Logits, then the gradients of the input and of each layer's weights and biases.
std::vector<at::Tensor> expectedOfChain(const DenseChain& chain, const ChainNumbers& numbers) {
    std::vector<at::Tensor> leaves{numbers.input.to(at::kDouble).requires_grad_()};
    at::Tensor values = leaves[0];
    for (int l = 0; l < chain.layers; ++l) {
        for (std::size_t i = 0; i < 2; ++i)
            leaves.push_back(numbers.parameters[2 * static_cast<std::size_t>(l) + i].to(at::kDouble).requires_grad_());
        values = at::linear(values, leaves[leaves.size() - 2], leaves.back());
        if (chain.layer[l].relu)
            values = values.relu();
    }
    (values * numbers.gradient.to(at::kDouble)).sum().backward();
    std::vector<at::Tensor> all{values.detach()};
    for (const at::Tensor& leaf : leaves)
        all.push_back(leaf.grad());
    return all;
}

// As expectedOfChain(), by the kernels. parts: of partial sums; 0: as many as there should be.
std::vector<at::Tensor> foundOfChain(const DenseChain& chain, const ChainNumbers& numbers, int parts = 0) {
    const at::Device device = kernelsDevice();
    const std::int64_t rows = numbers.input.size(0);
    fused::DenseParameters parameters;
    fused::DenseValues outputs, gradients;
    fused::DenseGradients sums;
    std::vector<at::Tensor> keep, found;
    const at::Tensor input = numbers.input.to(device), given = numbers.gradient.to(device),
                     inputGradient = at::full_like(input, 7);
    for (int l = 0; l < chain.layers; ++l) {
        const auto at = 2 * static_cast<std::size_t>(l);
        keep.push_back(numbers.parameters[at].to(device));
        parameters.weights[l] = keep.back().const_data_ptr<float>();
        found.push_back(at::full_like(keep.back(), 7));
        sums.weights[l] = found.back().data_ptr<float>();
        keep.push_back(numbers.parameters[at + 1].to(device));
        parameters.biases[l] = keep.back().const_data_ptr<float>();
        found.push_back(at::full_like(keep.back(), 7));
        sums.biases[l] = found.back().data_ptr<float>();
        for (float** const values : {&outputs.of[l], &gradients.of[l]}) {
            keep.push_back(at::full({rows, chain.layer[l].units}, 7.0F, input.options()));
            *values = keep.back().data_ptr<float>();
        }
    }
    const at::Tensor logits = at::full({rows, chain.last().units}, 7.0F, input.options());
    outputs.of[chain.layers - 1] = logits.data_ptr<float>();
    parts = parts > 0 ? parts : fused::denseParts(rows);
    const at::Tensor partials = at::full({parts, chain.gradientNumbers()}, 7.0F, input.options());
    void* stream = kernelsContext().stream;
    fused::forward(stream, chain, rows, input.const_data_ptr<float>(), parameters, outputs);
    fused::backward(stream, chain, rows, parameters, outputs, given.const_data_ptr<float>(), gradients,
                    inputGradient.data_ptr<float>());
    fused::weightPartials(stream, chain, rows, input.const_data_ptr<float>(), outputs, gradients, parts,
                          partials.data_ptr<float>());
    fused::addPartials(stream, chain, parts, partials.const_data_ptr<float>(), sums);
    found.insert(found.begin(), {logits, inputGradient});
    for (at::Tensor& tensor : found)
        tensor = tensor.cpu();
    return found;
}

void expectNearChain(const std::vector<at::Tensor>& found, const std::vector<at::Tensor>& expected) {
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        const double distance = (found[i].to(at::kDouble) - expected[i]).norm().item<double>();
        EXPECT_LE(distance, 3e-6 * expected[i].norm().item<double>()) << "number " << i;
    }
}

// One row, a block that is not full, several chunks of rows.
TEST_F(CudaDenseChain, ComputesWhatPytorchComputes) {
    for (std::size_t c = 0; c < chains().size(); ++c)
        for (const std::int64_t rows : {1, 8, 45}) {
            SCOPED_TRACE("chain " + std::to_string(c) + ", rows " + std::to_string(rows));
            const ChainNumbers numbers = chainNumbersFor(chains()[c], rows);
            expectNearChain(foundOfChain(chains()[c], numbers), expectedOfChain(chains()[c], numbers));
        }
}

// Parts of several chunks, of one, and some that have no rows.
TEST_F(CudaDenseChain, AddsRowsInAFixedOrder) {
    const DenseChain& chain = chains()[1];
    const ChainNumbers numbers = chainNumbersFor(chain, 133);
    const auto expected = expectedOfChain(chain, numbers);
    for (const int parts : {1, 2, 5, 7}) {
        const auto found = foundOfChain(chain, numbers, parts), again = foundOfChain(chain, numbers, parts);
        expectNearChain(found, expected);
        for (std::size_t i = 0; i < found.size(); ++i)
            EXPECT_TRUE(at::equal(found[i], again[i])) << i;
    }
    EXPECT_EQ(fused::denseParts(1), 1);
    EXPECT_EQ(fused::denseParts(129), 2);
    EXPECT_EQ(fused::denseParts(100'000), 8);
}

TEST_F(CudaDenseChain, MakesZerosOfNoRows) {
    const auto found = foundOfChain(chains()[1], chainNumbersFor(chains()[1], 0));
    for (std::size_t i = 2; i < found.size(); ++i)
        EXPECT_TRUE(found[i].eq(0).all().item<bool>()) << i;
    EXPECT_EQ(fused::denseParts(0), 0);
}

// In the weights of a unit, and in a row: only what depends on it, ReLUs and their masks included.
TEST_F(CudaDenseChain, PassesNanOn) {
    const DenseChain& chain = chains()[0];
    for (const bool inRow : {false, true}) {
        ChainNumbers numbers = chainNumbersFor(chain, 11);
        (inRow ? numbers.input : numbers.parameters[0])[2][5] = kNotANumber;
        const auto found = foundOfChain(chain, numbers), expected = expectedOfChain(chain, numbers);
        for (std::size_t i = 0; i < found.size(); ++i)
            EXPECT_TRUE(at::equal(found[i].isnan(), expected[i].isnan())) << i;
        EXPECT_EQ(found[0].isnan().sum().item<std::int64_t>(), inRow ? 10 : 110);
    }
}

TEST(DenseChain, TakesWhatFitsIntoSharedMemory) {
    for (const DenseChain& chain : chains())
        EXPECT_TRUE(fused::fits(chain));
    EXPECT_FALSE(fused::fits(DenseChain{1, {{400, 10, false}, {}, {}}}));
    EXPECT_FALSE(fused::fits(DenseChain{2, {{400, 10, true}, {10, 10, true}, {}}}));
    EXPECT_FALSE(fused::fits(DenseChain{2, {{0, 10, true}, {10, 10, false}, {}}}));
    EXPECT_TRUE(fused::fits(DenseChain{2, {{1500, 26, true}, {26, 10, false}, {}}}));
    EXPECT_FALSE(fused::fits(DenseChain{2, {{1500, 27, true}, {27, 10, false}, {}}}));
    EXPECT_FALSE(fused::fits(DenseChain{2, {{600, 400, true}, {400, 10, false}, {}}})); // too many weights
    EXPECT_FALSE(fused::fits(DenseChain{2, {{1 << 30, 1 << 30, true}, {1 << 30, 10, false}, {}}}));
}

} // namespace
} // namespace belfry

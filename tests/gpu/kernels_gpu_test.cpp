// Every own kernel gives on CUDA what it gives on the CPU. Compiled twice: tests/core/kernels runs CUDA's kernels on
// the CPU.
#include "core/kernels/input_stage.h"
#include "core/kernels/kernels.h"
#include "core/kernels/lrn.h"
#include "core/kernels/max_pool.h"
#include "core/kernels/update_kernels.h"
#include "core/optim/optimizer.h"
#include "tests/core/kernels/augmented.h"
#include "tests/gpu/kernels_context.h"

#include <cstdio>

namespace belfry {
namespace {

constexpr std::int64_t kSize = 70'003; // not a multiple of any block

using test::CudaKernels;
using test::kernelsContext;
using test::kernelsDevice;
using test::normals;

at::Tensor bytes(std::int64_t count, int below) {
    at::Tensor values = at::empty({count}, at::kByte);
    for (std::int64_t i = 0; i < count; ++i)
        values.data_ptr<std::uint8_t>()[i] = static_cast<std::uint8_t>(i * 31 % below);
    return values;
}

struct EpochOn {
    EpochOn(std::int32_t epoch, at::Device device) : tensor(at::full({1}, epoch, at::device(device).dtype(at::kInt))) {}
    const std::uint32_t* pointer() const { return static_cast<const std::uint32_t*>(tensor.const_data_ptr()); }
    at::Tensor tensor;
};

double distance(const at::Tensor& onGpu, const at::Tensor& onCpu) {
    return (onGpu.cpu() - onCpu).abs().max().item<double>();
}

TEST_F(CudaKernels, NormaliseImages) {
    const at::Tensor images = bytes(100 * 784, 256), onGpu = images.to(kernelsDevice());
    at::Tensor expected = at::empty({images.numel()}, at::kFloat), found = at::empty_like(expected).to(kernelsDevice());
    normaliseImages({}, images.data_ptr<std::uint8_t>(), nullptr, 100, 784, 1.0f / 255, -0.5f,
                    expected.data_ptr<float>());
    normaliseImages(kernelsContext(), onGpu.data_ptr<std::uint8_t>(), nullptr, 100, 784, 1.0f / 255, -0.5f,
                    found.data_ptr<float>());
    EXPECT_LE(distance(found, expected), 1e-7);
}

TEST_F(CudaKernels, InputStage) {
    constexpr PictureSize kPhoto{32, 32, 3};
    const at::Tensor images = bytes(50 * kPhoto.numbers(), 251);
    const at::Tensor rows = at::arange(49, -1, -7, at::kLong), ids = rows + 7;
    const AugmentOperations moves = test::operations({{AugmentOperation::PadCrop, {4}},
                                                      {AugmentOperation::Shift, {2}},
                                                      {AugmentOperation::AlternateFlip, {}},
                                                      {AugmentOperation::Erase, {8}}});
    const AugmentOperations colours = test::operations({{AugmentOperation::ResizedCrop, {0.3f, 0.8f}},
                                                        {AugmentOperation::Flip, {}},
                                                        {AugmentOperation::RandAugment, {3, 12}},
                                                        {AugmentOperation::Jitter, {0.4f, 0.4f, 0.4f, 0.1f}}});
    const AugmentOperations mixtures = test::operations({{AugmentOperation::Shift, {2}},
                                                         {AugmentOperation::Erase, {8}},
                                                         {AugmentOperation::Mixup, {0.6f}},
                                                         {AugmentOperation::Cutmix, {1}}});
    for (const InputStage& kind :
         {InputStage{Augmentation::Operations, {}, mixtures}, InputStage{Augmentation::None},
          InputStage{Augmentation::CifarTutorial}, InputStage{Augmentation::Digits},
          InputStage{Augmentation::Operations, {}, moves}, InputStage{Augmentation::Operations, {}, colours}})
        for (const Normalisation normalisation :
             {Normalisation::Unit, Normalisation::Centred, Normalisation::Standardised})
            for (const bool training : {false, true}) {
                const InputStage stage{kind.augmentation, normalisation, kind.operations};
                const auto run = [&](ExecutionContext context, at::Device device) {
                    const at::Tensor in = images.to(device), which = rows.to(device), keys = ids.to(device);
                    const std::int64_t count = rows.numel() - 1; // the last one is a partner
                    const at::Tensor out =
                        at::empty({count * stageOutput(stage, kPhoto).numbers()}, in.options().dtype(at::kFloat));
                    const EpochOn epoch(2, device);
                    const StageBatch batch{.images = in.const_data_ptr<std::uint8_t>(),
                                           .rows = which.const_data_ptr<std::int64_t>(),
                                           .count = count,
                                           .training = training,
                                           .ids = keys.const_data_ptr<std::int64_t>(),
                                           .seed = 3,
                                           .epoch = epoch.pointer()};
                    runInputStage(context, stage, kPhoto, batch, out.data_ptr<float>());
                    return out.cpu();
                };
                const at::Tensor found = run(kernelsContext(), kernelsDevice()), expected = run({}, at::kCPU);
                // A share between the pictures may be one more bit: a number is then rounded to the next byte.
                // Bending rounds places of pixels differently: at most 1e-3 of a step between bytes. Colours are
                // rounded to bytes, and a turn takes one pixel or its neighbour: few numbers differ.
                const double far = kind.operations == colours ? 0.1 : kind.mixes() ? 0.04 : 1e-3;
                const at::Tensor differ = ((found - expected).abs() > far).to(at::kFloat);
                EXPECT_LE(differ.mean().item<double>(), kind.operations == colours ? 2e-3 : 0)
                    << static_cast<int>(kind.augmentation) << static_cast<int>(normalisation) << training;
            }
}

TEST_F(CudaKernels, SoftmaxLossWithConfusion) {
    constexpr std::int64_t kRows = 1003;
    constexpr int kClasses = 13;
    const at::Tensor logits = 5 * normals({kRows, kClasses}, 1), labels = bytes(kRows, kClasses);
    const auto run = [&](ExecutionContext context, at::Device device) {
        const at::Tensor in = logits.to(device), truth = labels.to(device);
        const at::Tensor gradient = at::empty_like(in);
        const at::Tensor metrics = at::ones({2}, in.options().dtype(at::kDouble));
        const at::Tensor confusion = at::ones({kClasses, kClasses}, in.options().dtype(at::kLong));
        softmaxLoss(context, in.data_ptr<float>(), truth.data_ptr<std::uint8_t>(), kRows, kClasses,
                    gradient.data_ptr<float>(), metrics.data_ptr<double>(), confusion.data_ptr<std::int64_t>(), 0,
                    test::lossScratch(in).data_ptr<double>());
        return std::vector<at::Tensor>{gradient.cpu(), metrics.cpu(), confusion.cpu()};
    };
    const auto expected = run({}, at::kCPU), found = run(kernelsContext(), kernelsDevice());
    EXPECT_LE(distance(found[0], expected[0]), 1e-9);
    EXPECT_LE(distance(found[1], expected[1]), 2e-7 * kRows); // exponentials of fp32
    EXPECT_TRUE(at::equal(found[2], expected[2]));
}

TEST_F(CudaKernels, DropoutDropsTheSameUnits) {
    constexpr std::int64_t kRows = 211, kUnits = 331;
    const at::Tensor ids = (at::arange(kRows, at::kLong) * 7919) % 60'000, idsOnGpu = ids.to(kernelsDevice());
    for (const float fraction : {0.0f, 0.2f, 0.5f, 0.99f}) {
        at::Tensor expected = normals({kRows, kUnits}, 2),
                   found = expected.to(kernelsDevice(), at::kFloat, false, /*copy=*/true);
        const EpochOn here(17, at::kCPU), there(17, kernelsDevice());
        dropout({}, expected.data_ptr<float>(), ids.data_ptr<std::int64_t>(), kRows, kUnits, fraction,
                {123456789012345ULL, 3, here.pointer()});
        dropout(kernelsContext(), found.data_ptr<float>(), idsOnGpu.data_ptr<std::int64_t>(), kRows, kUnits, fraction,
                {123456789012345ULL, 3, there.pointer()});
        EXPECT_TRUE(at::equal(found.cpu(), expected)) << fraction;
    }
}

TEST_F(CudaKernels, WeightedSumOfItsRange) {
    const std::vector<float> scales{0.5f, 0.3f, 0.2f};
    const auto run = [&](ExecutionContext context, at::Device device) {
        std::vector<at::Tensor> terms;
        std::vector<const float*> in;
        for (std::uint64_t seed = 1; seed <= 3; ++seed)
            in.push_back(terms.emplace_back(normals({kSize}, seed).to(device)).const_data_ptr<float>());
        const at::Tensor out = at::full({kSize}, 9.0f, terms[0].options());
        weightedSum(context, out.data_ptr<float>(), in.data(), scales.data(), 3, 5, kSize - 4);
        weightedSum(context, out.data_ptr<float>(), in.data(), scales.data(), 3, 7, 7); // nothing
        return out.cpu();
    };
    EXPECT_LE(distance(run(kernelsContext(), kernelsDevice()), run({}, at::kCPU)), 1e-6);
}

TEST_F(CudaKernels, LabelSmoothing) {
    constexpr std::int64_t kRows = 1003;
    constexpr int kClasses = 13;
    const at::Tensor logits = 5 * normals({kRows, kClasses}, 1), labels = bytes(kRows, kClasses);
    const auto run = [&](ExecutionContext context, at::Device device) {
        const at::Tensor in = logits.to(device), truth = labels.to(device), gradient = at::empty_like(in);
        const at::Tensor metrics = at::zeros({2}, in.options().dtype(at::kDouble));
        softmaxLoss(context, in.data_ptr<float>(), truth.data_ptr<std::uint8_t>(), kRows, kClasses,
                    gradient.data_ptr<float>(), metrics.data_ptr<double>(), nullptr, 0.1f,
                    test::lossScratch(in).data_ptr<double>());
        return gradient.cpu();
    };
    EXPECT_LE(distance(run(kernelsContext(), kernelsDevice()), run({}, at::kCPU)), 1e-9);
}

TEST_F(CudaKernels, ClassWeights) {
    constexpr std::int64_t kRows = 1003;
    for (const int classes : {13, 40}) { // in registers, and not
        const at::Tensor logits = 5 * normals({kRows, classes}, 1), labels = bytes(kRows, classes);
        const at::Tensor weights = at::arange(classes, at::kFloat) / 3; // the first class does not count
        labels[1].fill_(0); // a loss that is not finite is told also where it does not count
        logits[1][0] = std::numeric_limits<float>::quiet_NaN();
        const auto run = [&](ExecutionContext context, at::Device device) {
            const at::Tensor in = logits.to(device), truth = labels.to(device), gradient = at::empty_like(in);
            const at::Tensor there = weights.to(device), metrics = at::zeros({2}, in.options().dtype(at::kDouble));
            softmaxLoss(context, in.data_ptr<float>(), truth.data_ptr<std::uint8_t>(), kRows, classes,
                        gradient.data_ptr<float>(), metrics.data_ptr<double>(), nullptr, 0.1f,
                        test::lossScratch(in).data_ptr<double>(), there.const_data_ptr<float>());
            return gradient.cpu();
        };
        const at::Tensor found = run(kernelsContext(), kernelsDevice()), expected = run({}, at::kCPU);
        EXPECT_TRUE(found[1][0].isnan().item<bool>());
        EXPECT_TRUE(expected[1][0].isnan().item<bool>());
        EXPECT_LE(distance(found.narrow(0, 2, kRows - 2), expected.narrow(0, 2, kRows - 2)), 2e-8);
        EXPECT_GT(expected.narrow(0, 2, kRows - 2).abs().max().item<float>(), 1e-3F);
    }
}

// Where the weights are.
class OnDevice {
public:
    OnDevice(ExecutionContext context, const at::Tensor& beside, const StepNumbers& numbers)
        : bytes_(at::empty({sizeof(StepNumbers)}, beside.options().dtype(at::kByte))) {
        putNumbers(context, numbers, static_cast<StepNumbers*>(bytes_.mutable_data_ptr()));
    }
    const StepNumbers* operator->() const { return static_cast<const StepNumbers*>(bytes_.const_data_ptr()); }

private:
    at::Tensor bytes_;
};

TEST_F(CudaKernels, ClipToNormAndMoveAverage) {
    for (const double most : {1.0, 1e6}) {
        const auto run = [&](ExecutionContext context, at::Device device) {
            const at::Tensor values = normals({kSize}, 1).to(device), average = normals({kSize}, 2).to(device);
            const at::Tensor scratch = at::empty({normScratch(kSize)}, values.options().dtype(at::kDouble));
            clipToNorm(context, values.data_ptr<float>(), kSize, most, scratch.data_ptr<double>());
            const OnDevice numbers(context, values, {.rest = 0.1f, .pull = 0.3f}), none(context, values, {});
            moveAverage(context, average.data_ptr<float>(), values.const_data_ptr<float>(), kSize, &numbers->rest);
            const at::Tensor slow = average.clone();
            lookAhead(context, slow.data_ptr<float>(), values.data_ptr<float>(), kSize, &none->pull);
            EXPECT_TRUE(at::equal(slow, average));
            lookAhead(context, slow.data_ptr<float>(), values.data_ptr<float>(), kSize, &numbers->pull);
            EXPECT_TRUE(at::equal(slow, values));
            return std::vector<at::Tensor>{values.cpu(), average.cpu(), scratch.narrow(0, 0, 1).cpu()};
        };
        const auto expected = run({}, at::kCPU), found = run(kernelsContext(), kernelsDevice());
        EXPECT_LE(distance(found[0], expected[0]), 1e-7) << most;
        EXPECT_LE(distance(found[1], expected[1]), 1e-6) << most;
        EXPECT_LE(distance(found[2], expected[2]), 1e-8) << most;
    }
}

TEST_F(CudaKernels, HaltOnNonFiniteNumbers) {
    for (const float odd : {1.0f, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        const auto run = [&](ExecutionContext context, at::Device device) {
            at::Tensor gradient = normals({kSize}, 1);
            gradient[kSize - 2] = odd;
            gradient = gradient.to(device);
            const at::Tensor weights = normals({kSize}, 2).to(device), average = normals({kSize}, 3).to(device);
            const at::Tensor scratch = at::empty({normScratch(kSize)}, weights.options().dtype(at::kDouble));
            const at::Tensor halted = at::zeros({1}, weights.options().dtype(at::kInt));
            haltUnlessFinite(context, gradient.const_data_ptr<float>(), kSize, scratch.data_ptr<double>(),
                             halted.data_ptr<std::int32_t>());
            context.halted = halted.const_data_ptr<std::int32_t>();
            const std::vector<const float*> terms{weights.const_data_ptr<float>()};
            const std::vector<float> half{0.5f};
            weightedSum(context, weights.data_ptr<float>(), terms.data(), half.data(), 1, 0, 7);
            const auto sgd = makeOptimizer({.name = "sgd"});
            sgd->beginStep();
            const OnDevice numbers(context, weights, {.groups = {{{.rule = sgd->numbers(0.1)}}}, .rest = 0.1f});
            sgd->update(context, numbers->groups[0].rule.data(), weights.data_ptr<float>(),
                        gradient.const_data_ptr<float>(), nullptr, 7, kSize);
            moveAverage(context, average.data_ptr<float>(), weights.const_data_ptr<float>(), kSize, &numbers->rest);
            return std::vector<at::Tensor>{weights.cpu(), average.cpu(), halted.cpu()};
        };
        const auto expected = run({}, at::kCPU), found = run(kernelsContext(), kernelsDevice());
        const bool halts = !std::isfinite(odd);
        EXPECT_EQ(found[2].item<std::int32_t>(), halts ? 1 : 0);
        EXPECT_EQ(expected[2].item<std::int32_t>(), halts ? 1 : 0);
        for (std::size_t i = 0; i < 2; ++i) {
            EXPECT_LE(distance(found[i], expected[i]), 1e-6) << odd;
            EXPECT_EQ(at::equal(expected[i], normals({kSize}, 2 + i)), halts) << odd;
        }
    }
}

// Chunks are added by one block: here they are more than its threads.
TEST_F(CudaKernels, HaltOnTheLastOfManyNumbers) {
    constexpr std::int64_t kMany = (std::int64_t{1} << 21) + 1;
    at::Tensor gradient = at::ones({kMany});
    gradient[kMany - 1] = std::numeric_limits<float>::infinity();
    gradient = gradient.to(kernelsDevice());
    const at::Tensor scratch = at::empty({normScratch(kMany)}, gradient.options().dtype(at::kDouble));
    const at::Tensor halted = at::zeros({1}, gradient.options().dtype(at::kInt));
    haltUnlessFinite(kernelsContext(), gradient.const_data_ptr<float>(), kMany, scratch.data_ptr<double>(),
                     halted.data_ptr<std::int32_t>());
    EXPECT_EQ(halted.item<std::int32_t>(), 1);
}

// The rules are the same lines on both places; the compilers round a little differently.
TEST_F(CudaKernels, EveryOptimizerForTenSteps) {
    for (const OptimizerInfo& info : optimizers()) {
        const auto run = [&](ExecutionContext context, at::Device device) {
            const auto optimizer = makeOptimizer(info.defaults);
            const at::Tensor w = normals({kSize}, 1).to(device), first = at::zeros_like(w), second = at::zeros_like(w);
            float* const state[] = {first.data_ptr<float>(), second.data_ptr<float>()};
            for (std::uint64_t t = 1; t <= 10; ++t) {
                const at::Tensor g = normals({kSize}, 100 + t).to(device);
                optimizer->beginStep();
                const OnDevice numbers(context, w, {.groups = {{{.rule = optimizer->numbers(0.01)}}}});
                optimizer->update(context, numbers->groups[0].rule.data(), w.data_ptr<float>(),
                                  g.const_data_ptr<float>(), state, 1, kSize - 1);
            }
            return w.cpu();
        };
        EXPECT_LE(distance(run(kernelsContext(), kernelsDevice()), run({}, at::kCPU)), 2e-6) << info.name;
    }
}

TEST_F(CudaKernels, LrnForwardAndBackward) {
    for (const bool relu : {false, true}) {
        const auto run = [&](ExecutionContext context, at::Device device) {
            const at::Tensor in = normals({301, 37}, 1).to(device), dy = normals({301, 37}, 2).to(device);
            const at::Tensor out = at::empty_like(in), divisor = at::empty_like(in), dx = at::empty_like(in);
            const LrnWork work{301, 37, 4, 1.0f, 0.25f, 0.75f, relu};
            lrnForward(context, work, in.data_ptr<float>(), out.data_ptr<float>(), divisor.data_ptr<float>());
            lrnBackward(context, work, in.data_ptr<float>(), divisor.data_ptr<float>(), dy.data_ptr<float>(),
                        dx.data_ptr<float>());
            return at::stack({out, divisor, dx}).cpu();
        };
        EXPECT_LE(distance(run(kernelsContext(), kernelsDevice()), run({}, at::kCPU)), 5e-6) << relu;
    }
}

// PyTorch's composite: squares, summed over a window of channels, to a power; its gradient by autograd.
TEST_F(CudaKernels, LrnAgreesWithTheComposite) {
    constexpr int kRows = 301, kChannels = 37, kRadius = 4;
    const at::Tensor in = normals({kRows, kChannels}, 1), dy = normals({kRows, kChannels}, 2);
    const at::Tensor leaf = in.to(at::kDouble).requires_grad_();
    const at::Tensor sums =
        at::constant_pad_nd(leaf.square(), {kRadius, kRadius}).unfold(1, 2 * kRadius + 1, 1).sum(-1);
    const at::Tensor expected = leaf / (1.0 + 0.25 * sums).pow(0.75);
    (expected * dy.to(at::kDouble)).sum().backward();

    const at::Tensor x = in.to(kernelsDevice()), gradient = dy.to(kernelsDevice());
    const at::Tensor out = at::empty_like(x), divisor = at::empty_like(x), dx = at::empty_like(x);
    const LrnWork work{kRows, kChannels, kRadius, 1.0f, 0.25f, 0.75f, false};
    lrnForward(kernelsContext(), work, x.data_ptr<float>(), out.data_ptr<float>(), divisor.data_ptr<float>());
    lrnBackward(kernelsContext(), work, x.data_ptr<float>(), divisor.data_ptr<float>(), gradient.data_ptr<float>(),
                dx.data_ptr<float>());
    const auto largest = [](const at::Tensor& found, const at::Tensor& wanted) {
        return (found.cpu().to(at::kDouble) - wanted).abs().max().item<double>();
    };
    const double forward = largest(out, expected.detach()), backward = largest(dx, leaf.grad());
    std::printf("lrn against the composite: largest error %.1e forward, %.1e backward\n", forward, backward);
    EXPECT_LE(forward, 5e-6);
    EXPECT_LE(backward, 5e-6);
}

TEST_F(CudaKernels, MaxPoolForwardAndBackward) {
    for (const bool relu : {false, true}) {
        const auto run = [&](ExecutionContext context, at::Device device) {
            const MaxPoolWork work{5, 19, 11, 8, 6, 4, 3, 2, 1, 0, relu}; // windows over one another, SAME
            const at::Tensor in = normals({5, 11, 8, 19}, 1).to(device), dy = normals({5, 6, 4, 19}, 2).to(device);
            const at::Tensor out = at::empty_like(dy), winner = at::empty_like(dy, at::kShort), dx = at::empty_like(in);
            auto* places = reinterpret_cast<std::uint16_t*>(winner.data_ptr<std::int16_t>());
            maxPoolForward(context, work, in.data_ptr<float>(), out.data_ptr<float>(), places);
            maxPoolBackward(context, work, dy.data_ptr<float>(), places, dx.data_ptr<float>());
            return at::cat({out.flatten(), dx.flatten()}).cpu();
        };
        EXPECT_LE(distance(run(kernelsContext(), kernelsDevice()), run({}, at::kCPU)), 1e-6) << relu;
    }
}

// Rounding is the same bits on both places; a formula that rounds a little differently may move a number to its
// neighbour, 2^-8 away.
TEST_F(CudaKernels, Bf16) {
    const auto run = [](ExecutionContext context, at::Device device) {
        const at::Tensor in = normals({5, 11, 8, 19}, 1).to(device), dy = normals({5, 6, 4, 19}, 2).to(device);
        const auto rounded = [&](const at::Tensor& values) {
            const at::Tensor out = at::empty_like(values, at::kBFloat16);
            roundToBf16(context, values.const_data_ptr<float>(), static_cast<Bf16*>(out.data_ptr()), values.numel());
            return out;
        };
        const auto data = [](const at::Tensor& tensor) { return static_cast<Bf16*>(tensor.data_ptr()); };
        // Not what the forward pass gave: a number that it rounded the other way would be another gradient.
        const at::Tensor lrnGradient = rounded(normals({5, 11, 8, 19}, 3).to(device));
        const at::Tensor x = rounded(in), gradient = rounded(dy);
        const at::Tensor pooled = at::empty_like(gradient), winner = at::empty_like(gradient, at::kShort);
        const at::Tensor dx = at::empty_like(x), normalised = at::empty_like(x), divisor = at::empty_like(in);
        const at::Tensor through = at::empty_like(x), dropped = x.clone();
        auto* places = reinterpret_cast<std::uint16_t*>(winner.data_ptr<std::int16_t>());
        const MaxPoolWork pool{5, 19, 11, 8, 6, 4, 3, 2, 1, 0, true};
        maxPoolForward(context, pool, data(x), data(pooled), places);
        maxPoolBackward(context, pool, data(gradient), places, data(dx));
        const LrnWork lrn{5 * 11 * 8, 19, 4, 1.0f, 0.25f, 0.75f, true};
        lrnForward(context, lrn, data(x), data(normalised), divisor.data_ptr<float>());
        lrnBackward(context, lrn, data(x), divisor.const_data_ptr<float>(), data(lrnGradient), data(through));
        const at::Tensor ids = at::arange(5, at::kLong).to(device);
        const EpochOn epoch(3, device);
        dropout(context, data(dropped), ids.const_data_ptr<std::int64_t>(), 5, 11 * 8 * 19, 0.3f,
                {1, 2, epoch.pointer()});
        std::vector<at::Tensor> all;
        for (const at::Tensor& tensor : {x, pooled, dx, dropped, normalised, through})
            all.push_back(tensor.to(at::kFloat).cpu());
        return all;
    };
    const auto expected = run({}, at::kCPU), found = run(kernelsContext(), kernelsDevice());
    for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_LE(((found[i] - expected[i]).abs() - expected[i].abs() / 128).max().item<double>(), i < 4 ? 0 : 1e-4)
            << i;
}

} // namespace
} // namespace belfry

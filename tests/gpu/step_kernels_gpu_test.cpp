// A device finds the images of its steps and leaves their numbers by itself, the same on CUDA as on the CPU. Compiled
// twice, as kernels_gpu_test.cpp.
#include "core/kernels/step_kernels.h"
#include "core/kernels/update_kernels.h"
#include "core/tower/page_locked.h"
#include "tests/gpu/kernels_context.h"

#include <vector>

namespace belfry {
namespace {

using StepKernels = test::CudaKernels;
using test::kernelsContext;
using test::kernelsDevice;

void waitFor(at::Device device) { at::zeros({1}, device).cpu(); } // in the order of the current stream

at::Tensor on(at::Device device, at::ScalarType type, std::int64_t count) {
    return at::zeros({count}, at::device(device).dtype(type));
}

struct Place {
    ExecutionContext context;
    at::Device device;
};
std::vector<Place> places() { return {{{}, at::kCPU}, {kernelsContext(), kernelsDevice()}}; }

// 1000 images in reverse order, some as the draw of their second time, in steps of 300 for two towers of which this is
// the second.
TEST_F(StepKernels, TakeTheImagesOfOneStepAfterTheOther) {
    constexpr std::int64_t kImages = 1000, kStep = 300, kShare = 131;
    for (const auto& [context, device] : places()) {
        const at::Tensor once = at::arange(kImages - 1, -1, -1, at::kLong);
        const at::Tensor draws = once + kImages * (once % 3), order = draws.to(device);
        const at::Tensor labels = (at::arange(kImages, at::kLong) % 251).to(at::kByte).to(device);
        const at::Tensor counter = on(device, at::kLong, 2), metrics = on(device, at::kDouble, 3);
        const at::Tensor keys = on(device, at::kLong, kShare), ids = on(device, at::kLong, kShare),
                         stepLabels = on(device, at::kByte, kShare);
        at::Tensor slots = sharedWithDevice(sizeof(StepResult) * 2, device);
        auto* counts = static_cast<StepCounter*>(counter.mutable_data_ptr());
        placeBatch(context, counts, 150);
        for (const std::int64_t first : {150, 450, 750}) {
            takeBatch(
                context, order.const_data_ptr<std::int64_t>(), labels.const_data_ptr<std::uint8_t>(), kImages, counts,
                kShare,
                {keys.data_ptr<std::int64_t>(), ids.data_ptr<std::int64_t>(), stepLabels.data_ptr<std::uint8_t>()});
            publishStep(context, metrics.const_data_ptr<double>(), static_cast<StepResult*>(slots.mutable_data_ptr()),
                        2, counts, kStep);
            const at::Tensor expected = at::arange(kImages - 1 - first, kImages - 1 - first - kShare, -1, at::kLong);
            EXPECT_TRUE(at::equal(ids.cpu(), expected)) << first;
            EXPECT_TRUE(at::equal(keys.cpu(), draws.narrow(0, first, kShare))) << first;
            EXPECT_TRUE(at::equal(stepLabels.cpu(), (expected % 251).to(at::kByte))) << first;
        }
    }
}

// Behind the last image comes the first one: the partner of the last.
TEST_F(StepKernels, TakeTheFirstImageBehindTheLast) {
    constexpr std::int64_t kImages = 10, kShare = 4;
    for (const auto& [context, device] : places()) {
        const at::Tensor order = at::arange(kImages - 1, -1, -1, at::kLong).to(device),
                         labels = at::arange(kImages, at::kByte).to(device), counter = on(device, at::kLong, 2),
                         keys = on(device, at::kLong, kShare), ids = on(device, at::kLong, kShare),
                         stepLabels = on(device, at::kByte, kShare);
        auto* counts = static_cast<StepCounter*>(counter.mutable_data_ptr());
        placeBatch(context, counts, kImages - kShare + 1);
        takeBatch(context, order.const_data_ptr<std::int64_t>(), labels.const_data_ptr<std::uint8_t>(), kImages, counts,
                  kShare,
                  {keys.data_ptr<std::int64_t>(), ids.data_ptr<std::int64_t>(), stepLabels.data_ptr<std::uint8_t>()});
        const at::Tensor expected = at::tensor({2, 1, 0, 9}, at::kLong);
        EXPECT_TRUE(at::equal(keys.cpu(), expected));
        EXPECT_TRUE(at::equal(ids.cpu(), expected));
        EXPECT_TRUE(at::equal(stepLabels.cpu(), expected.to(at::kByte)));
    }
}

TEST_F(StepKernels, LeaveTheNumbersOfAStepInItsSlot) {
    for (const auto& [context, device] : places()) {
        const at::Tensor counter = on(device, at::kLong, 2), metrics = on(device, at::kDouble, 3);
        const at::Tensor halted = on(device, at::kInt, 1);
        at::Tensor slots = sharedWithDevice(sizeof(StepResult) * 3, device);
        ExecutionContext halting = context;
        halting.halted = halted.const_data_ptr<std::int32_t>();
        for (int step = 0; step < 5; ++step) {
            metrics.copy_(at::tensor({step + 0.5, step * 2.0, step * 3.0}, at::kDouble));
            halted.fill_(step == 4 ? 1 : 0);
            publishStep(step == 3 ? context : halting, metrics.const_data_ptr<double>(),
                        static_cast<StepResult*>(slots.mutable_data_ptr()), 3,
                        static_cast<StepCounter*>(counter.mutable_data_ptr()), 10);
        }
        waitFor(device);
        const auto* found = static_cast<const StepResult*>(slots.const_data_ptr());
        for (const int step : {2, 3, 4}) {
            const StepResult& result = found[step % 3];
            EXPECT_EQ(result.lossSum, step + 0.5);
            EXPECT_EQ(result.correct, step * 2);
            EXPECT_EQ(result.gradientCheck, step * 3);
            EXPECT_EQ(result.halted, step == 4 ? 1 : 0) << step;
        }
    }
}

TEST_F(StepKernels, GiveEachUpdateItsOwnNumbers) {
    for (const auto& [context, device] : places()) {
        at::Tensor slots = sharedWithDevice(sizeof(StepNumbers) * 2, device);
        auto* given = static_cast<StepNumbers*>(slots.mutable_data_ptr());
        const at::Tensor steps = on(device, at::kLong, 1), taken = on(device, at::kByte, sizeof(StepNumbers));
        for (int step = 0; step < 3; ++step) {
            given[step % 2].rest = static_cast<float>(step + 1);
            takeNumbers(context, given, 2, steps.data_ptr<std::int64_t>(),
                        static_cast<StepNumbers*>(taken.mutable_data_ptr()));
            const at::Tensor host = taken.cpu();
            EXPECT_EQ(static_cast<const StepNumbers*>(host.const_data_ptr())->rest, step + 1);
        }
    }
}

} // namespace
} // namespace belfry

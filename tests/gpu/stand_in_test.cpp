// The stand-in itself, under the tensor library and under a tower.
#include "tests/gpu/calls_test.h"

#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>

namespace belfry {
namespace {

using StandIn = test::CudaCalls;
using testing::ElementsAre;
using testing::Field;

TEST_F(StandIn, KeepsWhatTheTensorLibraryAsksOf) {
    c10::cuda::set_device(1);
    const c10::cuda::CUDAStream stream = c10::cuda::getStreamFromPool(false, 1);
    const c10::cuda::CUDAStreamGuard guard(stream);
    at::Tensor there = at::empty({100}, at::TensorOptions().device("cuda:1"));
    there.copy_(at::ones({100}), /*non_blocking=*/true);
    there.mul_(2);
    EXPECT_EQ(there.sum().item<float>(), 0) << "nothing is computed";
    EXPECT_THAT(stand_in::contexts(), ElementsAre(1));
    EXPECT_GE(stand_in::countCalls("cudaMalloc"), 1U);
    EXPECT_EQ(stand_in::countCalls("cudaLaunchKernel"), 2U);
    EXPECT_THAT(stand_in::calls("cudaMemcpyAsync"),
                ElementsAre(testing::AllOf(Field(&stand_in::Call::detail, "ordinary to device"),
                                           Field(&stand_in::Call::bytes, 400), Field(&stand_in::Call::device, 1)),
                            Field(&stand_in::Call::detail, "device to locked")));
}

TEST_F(StandIn, RefusesMoreMemoryThanThereIs) {
    c10::cuda::set_device(1);
    stand_in::limitMemory(std::size_t{1} << 20);
    EXPECT_THROW(at::empty({1 << 20}, at::TensorOptions().device("cuda:1")), c10::OutOfMemoryError);
}

TEST_F(StandIn, CarriesAWholeRun) {
    const test::Outcome outcome = test::outcomeOf(test::densePlan({"cuda:1"}, "direct"));
    EXPECT_EQ(outcome.finished.state, RunState::Finished) << outcome.finished.reason.english();
    EXPECT_GT(stand_in::countCalls("cudaLaunchKernel"), 100U);
    EXPECT_GT(stand_in::countCalls("cudaGraphLaunch"), 0U) << "steps and updates are captured, and the probes agree";
    EXPECT_THAT(outcome.finished.remarks, testing::IsEmpty());
    EXPECT_THAT(outcome.warnings, testing::IsEmpty());
}

// As CUDA does: a capture that meets a call that waits for the device is broken, and ends without a graph.
TEST_F(StandIn, BreaksACaptureInWhichTheHostWaits) {
    c10::cuda::set_device(1);
    cudaStream_t stream{};
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), cudaSuccess);
    EXPECT_EQ(cudaStreamSynchronize(stream), cudaErrorStreamCaptureUnsupported);
    cudaGraph_t graph{};
    EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureInvalidated);
    EXPECT_EQ(graph, nullptr);
    cudaGetLastError();
    cudaStreamDestroy(stream);
}

} // namespace
} // namespace belfry

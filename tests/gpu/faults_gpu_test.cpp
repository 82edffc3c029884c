// What breaks on a GPU in mid-run ends with a sentence, never a hang: a sum that its device does not get to, memory
// that is gone.
#include "core/base/error.h"
#include "core/exchange/device_exchange.h"
#include "core/exchange/nccl_collective.h"
#include "tests/gpu/gpu_networks.h"
#include "tests/gpu/gpu_runs.h"

#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAFunctions.h>
#include <c10/cuda/CUDAStream.h>

#include <gmock/gmock.h>

#include <atomic>
#include <optional>
#include <thread>

namespace belfry {
namespace {

using test::gpu;
using test::outcomeOf;
using testing::HasSubstr;
using FaultsOnGpu = test::OnGpus<1>;

// Held, a stream does nothing more. Outlives all that works on the stream; who leaves a test early opens it.
class Gate {
public:
    void hold(const c10::Stream& stream) {
        const auto wait = [](void* open) { static_cast<std::atomic<bool>*>(open)->wait(false); };
        C10_CUDA_CHECK(cudaLaunchHostFunc(c10::cuda::CUDAStream(stream), wait, &open_));
    }
    void open() {
        open_ = true;
        open_.notify_all();
    }

private:
    std::atomic<bool> open_ = false;
};

struct Opener {
    Gate& gate;
    ~Opener() { gate.open(); }
};

TEST_F(FaultsOnGpu, ReportsASumThatNeverStarts) {
    Gate gate;
    const auto blueprint = std::make_shared<const Blueprint>(makeBlueprint(networkByName("lenet"), {1, 28, 28}, 10));
    const std::vector<std::int64_t> images{1};
    TowerTeam team(std::vector{gpu(0)}, 1, blueprint, 1);
    const auto optimizer = makeOptimizer({.name = "sgd"});
    {
        DeviceExchange exchange(std::make_unique<NcclCollective>(team), 1 << 20, std::chrono::seconds(1));
        const Opener opener{gate};
        exchange.attach(team, *optimizer, {});
        exchange.finish({images, 0.0}); // loads every kernel, which would wait for the device that is held
        c10::cuda::device_synchronize();
        gate.hold(*team.tower(0).stream());
        try {
            exchange.finish({images, 0.0}); // only queues: the tower's mark stands behind the gate
            for (;;) {                      // until the watchdog has looked
                exchange.variables().check();
                std::this_thread::yield();
            }
        } catch (const Error& error) {
            EXPECT_EQ(error.category(), ErrorCategory::Device);
            EXPECT_THAT(error.what(), HasSubstr("has made no progress for 1 second."));
        }
        gate.open();
        EXPECT_THROW(exchange.variables().weights(), Error); // nor are numbers handed out when the device goes on
    }                                                        // and the end waits for nobody
    EXPECT_EQ(at::ones({1}, at::TensorOptions(gpu(0))).item<float>(), 1.0f);
}

// As when another program takes the memory: after a step, none is left but what the towers keep.
class TakesMemory : public test::Recorder {
public:
    explicit TakesMemory(std::int64_t step) : step_(step) {}
    void onEvent(const Event& event) override { // on the session thread, between two steps
        if (const auto* done = std::get_if<StepDone>(&event); done && done->step == step_) {
            c10::cuda::CUDACachingAllocator::emptyCache();
            limit_.emplace(1e-4);
        }
        Recorder::onEvent(event);
    }

private:
    std::int64_t step_;
    std::optional<test::MemoryLimit> limit_;
};

TEST_F(FaultsOnGpu, ReportsOutOfMemoryWithTheBatchThatFitted) {
    Plan plan = test::smallGpuPlan();
    plan.model = "tower";
    plan.batchPerTower = 256; // 100 MB for a convolution's output
    plan.exchange = "first";
    {
        PreparedRun run = test::gpuRun(plan, 2048);
        run.beside = true; // a captured step keeps its memory
        TakesMemory recorder(3);
        const test::Outcome outcome = outcomeOf(std::move(run), recorder);
        EXPECT_EQ(outcome.finished.state, RunState::Failed);
        const std::int64_t last = 3 + kMaxInFlightSteps; // had been queued by then
        EXPECT_EQ(outcome.finished.steps, last);
        EXPECT_THAT(outcome.finished.reason, HasSubstr("The device ran out of memory."));
        EXPECT_THAT(outcome.finished.reason, HasSubstr("The largest batch that fitted was 256 images per tower."));
        EXPECT_THAT(outcome.finished.reason, HasSubstr("The weights of step " + std::to_string(last) + " are in "));
        EXPECT_FALSE(outcome.weights.empty());
    }
    EXPECT_EQ(outcomeOf(test::smallGpuPlan()).finished.state, RunState::Finished); // and the next run goes
}

} // namespace
} // namespace belfry

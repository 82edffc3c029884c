// From which memory the host copies to devices.
#include "tests/gpu/calls_test.h"

#include <algorithm>

namespace belfry {
namespace {

using Copies = test::CudaCalls;
using stand_in::Call;

// Copies from ordinary memory of the host that its thread does not wait for at once.
std::vector<Call> notWaitedFor() {
    const std::vector<Call> calls = stand_in::calls();
    std::vector<Call> found;
    for (auto call = calls.begin(); call != calls.end(); ++call) {
        if (call->detail != "ordinary to device" || call->name == "cudaMemcpy")
            continue;
        const auto next =
            std::find_if(call + 1, calls.end(), [&](const Call& other) { return other.thread == call->thread; });
        if (next == calls.end() || next->name != "cudaStreamSynchronize" || next->stream != call->stream)
            found.push_back(*call);
    }
    return found;
}

void expectWaited(const Plan& plan) {
    SCOPED_TRACE(plan.feed + ", " + plan.exchange);
    const test::Outcome outcome = test::outcomeOf(plan);
    EXPECT_EQ(outcome.finished.state, RunState::Finished) << outcome.finished.reason.english();
    EXPECT_THAT(notWaitedFor(), testing::IsEmpty());
}

// CUDA says of a copy that is queued from ordinary memory only that it "might be synchronous"; the weights that a run
// begins with and the images of a validation were reused at once.
TEST_F(Copies, FromOrdinaryMemoryAreWaitedFor) {
    for (const char* feed : {"direct", "queue", "resident"})
        expectWaited(test::densePlan({"cuda:1"}, feed));
    for (const char* exchange : {"first", "cpu", "allreduce"})
        expectWaited(test::densePlan({"cuda:0", "cuda:1"}, "direct", exchange));
    Plan mixed = test::densePlan({"cuda:1", "cpu"}, "direct", "cpu");
    mixed.replicaCheckEvery = 0; // what is read back from the one is zero
    expectWaited(mixed);
}

TEST_F(Copies, AreWaitedForWhereNoMemoryCanBeLocked) {
    stand_in::refuseLockedMemory();
    expectWaited(test::densePlan({"cuda:1"}, "direct"));
    expectWaited(test::densePlan({"cuda:0", "cuda:1"}, "direct", "cpu"));
}

} // namespace
} // namespace belfry

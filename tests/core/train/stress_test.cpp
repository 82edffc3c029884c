// A thousand runs that are started and stopped at random moments: every one ends, and nothing of it stays behind.
#include "core/base/random.h"
#include "tests/core/train/small_run.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

namespace belfry {
namespace {

using test::Recorder;
using test::smallRun;

// A number of /proc/self/status, such as VmRSS in KiB or Threads.
std::int64_t statusOf(const std::string& key) {
    std::ifstream file("/proc/self/status");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with(key + ":"))
            return std::stoll(line.substr(key.size() + 1));
    return -1;
}

std::vector<PreparedRun> everyKind() {
    std::vector<PreparedRun> runs;
    for (const std::string exchange : {"cpu", "first", "allreduce", "async", "auto"})
        for (const std::string feed : {"direct", "queue", "resident"})
            for (const int towers : {1, 3}) {
                Plan plan;
                plan.model = "mlp";
                plan.mlp.width = 8;
                plan.batchPerTower = 20;
                plan.epochs = 1000;
                plan.exchange = exchange;
                plan.feed = feed;
                plan.towers = towers;
                runs.push_back(smallRun(plan, 100));
            }
    return runs;
}

void startAndStop(const PreparedRun& prepared, RandomStream& random) {
    Recorder recorder;
    Session session(prepared, recorder);
    session.start();
    const auto step = static_cast<std::int64_t>(random.below(12));
    if (random.below(4) == 0)
        session.pause();
    else if (step > 0)
        recorder.waitFor<StepDone>([step](const StepDone& done) { return done.step >= step; });
    if (random.below(4) != 0) { // else the destructor stops it
        session.requestStop(static_cast<StopKind>(random.below(3)));
        session.wait();
        ASSERT_EQ(recorder.all<Finished>().size(), 1u);
        ASSERT_EQ(recorder.finished().state, RunState::Stopped) << recorder.finished().reason;
    }
}

TEST(Stress, AThousandStartsAndStops) {
    constexpr int kRuns = 1000, kSettled = 300; // by then every kind has run and the allocator holds what it keeps
    const std::vector<PreparedRun> kinds = everyKind();
    RandomStream random(1, Purpose::Sample);
    std::int64_t memory = 0, threads = 0;
    for (int run = 0; run < kRuns; ++run) {
        startAndStop(kinds[static_cast<std::size_t>(run) % kinds.size()], random);
        if (HasFatalFailure())
            return;
        if (run + 1 == kSettled) {
            memory = statusOf("VmRSS");
            threads = statusOf("Threads");
        }
    }
    std::printf("%lld KiB and %lld threads after %d runs, %lld and %lld after %d\n", static_cast<long long>(memory),
                static_cast<long long>(threads), kSettled, static_cast<long long>(statusOf("VmRSS")),
                static_cast<long long>(statusOf("Threads")), kRuns);
    EXPECT_LE(statusOf("Threads"), threads);
    EXPECT_LT(statusOf("VmRSS") - memory, 32 * 1024); // a leak of one tower's vectors alone would be more
}

} // namespace
} // namespace belfry

// What it costs to time the stages of a step, beside the step itself: stage_cost_bench [IMAGES] [DEVICE]
// Prints one line: the clock's readings of one step of one tower, and their share of a LeNet step of so many images.
#include "app/common/program.h"
#include "core/study/pilot.h"
#include "core/tower/stage_clock.h"

#include <c10/cuda/CUDAStream.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

using namespace belfry;

constexpr int kRounds = 200'000;
constexpr int kLaps = 8; // of the loop, the feed and the exchange, generously

// Microseconds of everything that reads the clock in one step: the tower's clock, and on CUDA the exchange's too.
double readings(const at::Device& device) {
    StageClock clock(device), exchange(device);
    const bool onCuda = device.is_cuda();
    StageTimes times;
    double sum = 0;
    const int rounds = onCuda ? kRounds / 100 : kRounds;
    const Stopwatch whole;
    for (int round = 0; round < rounds; ++round) {
        clock.start();
        clock.end(&StageTimes::copy);
        clock.end(&StageTimes::forward);
        clock.end(&StageTimes::backward);
        if (onCuda) {
            exchange.start();
            exchange.end(&StageTimes::exchange);
            exchange.end(&StageTimes::update);
            c10::cuda::getCurrentCUDAStream(device.index()).synchronize(); // counts too; in a run they are long there
            exchange.read(times);
        }
        clock.read(times);
        Stopwatch lap;
        for (int i = 0; i < kLaps; ++i)
            sum += lap.lap();
    }
    const double seconds = whole.seconds();
    if (sum < 0) // keeps the laps
        std::printf("%f\n", sum);
    return 1e6 * seconds / rounds;
}

// Milliseconds of a LeNet step.
double step(std::int64_t images, const std::string& device) {
    Plan plan;
    plan.devices = {device};
    plan.batchPerTower = images;
    plan.steps = 400;
    const Pilot pilot = runPilot(prepareRun(plan), {.steps = 400, .seconds = 5});
    return pilot.milliseconds / static_cast<double>(pilot.steps - 1);
}

} // namespace

int main(int argc, char** argv) {
    restartWithPassiveWaiting(argv);
    const std::int64_t images = argc > 1 ? std::atoll(argv[1]) : 64;
    const std::string device = argc > 2 ? argv[2] : "cpu";
    const double microseconds = readings(at::Device(device)), milliseconds = step(images, device);
    std::printf("timing the stages of a step: %.3f us; a LeNet step of %lld images on %s: %.3f ms; share %.4f %%\n",
                microseconds, static_cast<long long>(images), device.c_str(), milliseconds,
                microseconds / milliseconds / 10);
    return 0;
}

#include "core/runs/host_check.h"

#include "core/base/error.h"
#include "core/ranks/link_bench.h"
#include "core/runs/host_run.h"
#include "core/train/rank_start.h"

namespace belfry {
namespace {

constexpr std::int64_t kBytes = 13'000'000; // long enough for the rate to count and not the delay
constexpr int kRepeats = 15;

double measuredLink(const std::string& host, const std::string& program, const std::stop_token& stop) {
    HostRun run({.hosts = {{.name = host, .towers = 0}}, .program = program}, {}, stop);
    return run.guarded([&] {
        const auto ranks = run.meet({"bench", "link"}, "{}", rankFacts(BELFRY_VERSION, "bench link"));
        const double speed = measureLink(*ranks, {kBytes}, kRepeats).front().linkBytesPerSecond();
        run.finish(false);
        return speed;
    });
}

} // namespace

HostCheck checkHost(const std::string& host, const std::string& program, bool link,
                    const std::function<void(const HostCheck&)>& known, const std::stop_token& stop) {
    HostCheck check;
    try {
        check.problem = problemsOfHosts({host}, program, BELFRY_VERSION, stop).front();
        known(check);
        if (!check.problem.empty() || stop.stop_requested())
            return check;
        check.devices = devicesOfHost(host, program, stop);
        known(check);
        if (link && !stop.stop_requested())
            check.bytesPerSecond = measuredLink(host, program, stop);
    } catch (const std::exception& error) {
        check.problem = messageOf(error);
    }
    return check;
}

} // namespace belfry

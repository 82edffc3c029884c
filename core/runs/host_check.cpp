#include "core/runs/host_check.h"

#include "core/base/error.h"
#include "core/ranks/host_ranks.h"
#include "core/ranks/link_bench.h"
#include "core/train/rank_start.h"

#include <mutex>
#include <optional>

namespace belfry {
namespace {

constexpr std::int64_t kBytes = 13'000'000; // long enough for the rate to count and not the delay
constexpr int kRepeats = 15;

// The reason of a rank that ended is better than that nobody came.
class Cause {
public:
    void take(const HostRanks::End& end) {
        if (!end.unmet)
            return;
        const std::lock_guard lock(mutex_);
        text_ = endOfHostRank(end);
        stop_.request_stop();
    }
    Text otherwise(const Text& sentence) {
        const std::lock_guard lock(mutex_);
        return text_.value_or(sentence);
    }
    void stop() { stop_.request_stop(); }
    std::stop_token token() const { return stop_.get_token(); }

private:
    std::mutex mutex_;
    std::optional<Text> text_;
    std::stop_source stop_;
};

double measuredLink(const std::string& host, const std::string& program, Cause& cause) {
    HostRanks others({{.name = host, .towers = 0}},
                     {.program = program, .command = {"bench", "link", kHeldByInput}, .input = "{}"},
                     {.line = [](const std::string&, const std::string&) {},
                      .ended = [&cause](const HostRanks::End& end) { cause.take(end); }},
                     cause.token());
    const std::unique_ptr<RankGroup> ranks =
        RankGroup::meet(others.launch(), rankFacts(BELFRY_VERSION), {}, cause.token());
    others.met();
    const std::stop_callback abort(cause.token(), [&ranks] { ranks->abort(); });
    const double speed = measureLink(*ranks, {kBytes}, kRepeats).front().linkBytesPerSecond();
    others.finish(HostRanks::kToEnd);
    return speed;
}

} // namespace

HostCheck checkHost(const std::string& host, const std::string& program, bool link,
                    const std::function<void(const HostCheck&)>& known, const std::stop_token& stop) {
    HostCheck check;
    Cause cause;
    const std::stop_callback forward(stop, [&cause] { cause.stop(); });
    try {
        check.problem = problemsOfHosts({host}, program, BELFRY_VERSION, stop).front();
        known(check);
        if (!check.problem.empty() || stop.stop_requested())
            return check;
        check.devices = devicesOfHost(host, program, stop);
        known(check);
        if (link && !stop.stop_requested())
            check.bytesPerSecond = measuredLink(host, program, cause);
    } catch (const std::exception& error) {
        check.problem = cause.otherwise(messageOf(error));
    }
    return check;
}

} // namespace belfry

#include "app/cli/ranks.h"

#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/number_options.h"
#include "core/base/deadline.h"
#include "core/ranks/launch_attempt.h"

#include <nlohmann/json.hpp>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace belfry::cli {
namespace {

// A line after ten seconds, and then each time that the wait has doubled, or nobody would know what is waited for.
class WaitingLines {
public:
    WaitingLines()
        : printing_([](const std::stop_token& stop) {
              std::mutex mutex;
              std::condition_variable_any changed;
              std::unique_lock lock(mutex);
              const auto begin = std::chrono::steady_clock::now();
              for (std::chrono::seconds waited(10);; waited *= 2) {
                  if (changed.wait_until(lock, stop, begin + waited, [&stop] { return stop.stop_requested(); }))
                      return;
                  std::fprintf(stderr, "belfry-cli: Waiting for the other ranks, %lld s so far.\n",
                               static_cast<long long>(waited.count()));
              }
          }) {}

private:
    std::jthread printing_; // until this object goes
};

std::shared_ptr<RankGroup> meet(Launch launch, const RankFacts& facts, RankLimits limits) {
    // Nothing has been written yet; and a launcher that ends its ranks does not wait half a minute for one.
    const InterruptWatch watch([](int) { ::_exit(kStoppedByUser); });
    const WaitingLines lines;
    if (launch.agentStore) {
        const Deadline deadline(limits.meet);
        launch.attempt = agreeOnAttempt(launch, limits.meet);
        // All are there now, and need a moment to connect at least.
        limits.meet = std::max(deadline.left(), limits.meet / 3);
    }
    return RankGroup::meet(launch, facts, limits);
}

} // namespace

std::shared_ptr<const RankLimits> addRankLimits(CLI::App& app) {
    const auto limits = std::make_shared<RankLimits>();
    const auto add = [&](const char* name, std::chrono::milliseconds RankLimits::*limit, const char* help) {
        app.add_option_function<double>(
               name,
               [limits, limit](double seconds) {
                   (*limits).*limit = std::chrono::milliseconds(static_cast<std::int64_t>(1000 * seconds));
               },
               help)
            ->check(numberFromTo(1, 86400))
            ->group("Several machines");
    };
    add("--rank-wait", &RankLimits::meet, "Seconds to wait for the other ranks at the start [25]");
    add("--rank-silence", &RankLimits::silent, "Seconds after which a rank that does not answer is lost [60]");
    return limits;
}

std::optional<Launch> severalRanks() {
    std::optional<Launch> launch = launchFrom(processEnvironment);
    return launch && launch->ranks > 1 ? launch : std::nullopt;
}

std::shared_ptr<RankGroup> meetRanks(const Launch& launch, const Plan& plan, const RankLimits& limits) {
    return meet(launch, rankFacts(BELFRY_VERSION, plan), limits);
}

std::shared_ptr<RankGroup> meetRanks(const Launch& launch, const std::string& command, const nlohmann::json& options,
                                     const RankLimits& limits) {
    RankFacts facts = rankFacts(BELFRY_VERSION, command);
    facts.emplace_back(Text::tr("the options"), sharedFields(options).dump());
    return meet(launch, facts, limits);
}

std::function<void(Plan&)> ownPlace(const nlohmann::json& options) {
    return [options](Plan& plan) {
        // Of rank 0's devices only "the processor" means the same here; and it must stay what it was.
        if (options.contains("devices") || plan.devices != std::vector<std::string>{"cpu"})
            plan.devices = planFromJson(options, Plan{}).devices;
        plan.dataDir.reset();
    };
}

std::shared_ptr<RankGroup> meetRanks(const Launch& launch, const std::string& command, const RankLimits& limits) {
    return meet(launch, rankFacts(BELFRY_VERSION, command), limits);
}

} // namespace belfry::cli

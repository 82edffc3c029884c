// `bench link`: the network between ranks.
#include "app/cli/command.h"
#include "app/cli/field_options.h"
#include "app/cli/formatting.h"
#include "app/cli/hosts.h"
#include "app/cli/interrupt.h"
#include "app/cli/number_options.h"
#include "app/cli/ranks.h"
#include "core/base/error.h"
#include "core/ranks/link_bench.h"

#include <nlohmann/json.hpp>

#include <cstdio>

namespace belfry::cli {
namespace {

constexpr int kRepeats = 15;

struct LinkOptions {
    explicit LinkOptions(CLI::App& app) : hosts(app), limits(addRankLimits(app)) { hosts.addHeld(app); }
    HostOptions hosts;
    std::shared_ptr<const RankLimits> limits;
    std::string megabytes = "0.25,13";
    int repeats = kRepeats;
    bool json = false;
};

void print(const std::vector<LinkSpeed>& speeds, const std::vector<std::string>& hosts, bool json) {
    nlohmann::json rows = nlohmann::json::array();
    if (!json)
        std::printf("Sums over %s: median of a sum, and what each rank sends and receives meanwhile\n%12s %10s %10s "
                    "%10s\n",
                    counted(std::ssize(hosts), "ranks", "rank").c_str(), "bytes", "ms", "GB/s", "link GB/s");
    for (const LinkSpeed& speed : speeds) {
        if (!json)
            std::printf("%12s %10.3f %10.3f %10.3f\n", grouped(speed.bytes).c_str(), speed.milliseconds,
                        speed.bytesPerSecond() / 1e9, speed.linkBytesPerSecond() / 1e9);
        rows.push_back({{"bytes", speed.bytes},
                        {"milliseconds", speed.milliseconds},
                        {"bytes_per_second", speed.bytesPerSecond()},
                        {"link_bytes_per_second", speed.linkBytesPerSecond()}});
    }
    if (json)
        printJson({{"ranks", hosts.size()}, {"hosts", hosts}, {"sums", rows}});
}

int measure(const LinkOptions& options, const std::vector<std::int64_t>& sizes, RankGroup& ranks) {
    const std::vector<LinkSpeed> speeds = together(ranks, [&] { return measureLink(ranks, sizes, options.repeats); });
    std::vector<std::string> names;
    for (int rank = 0; rank < ranks.size(); ++rank)
        names.push_back(ranks.hostOf(rank));
    if (ranks.rank() == 0)
        print(speeds, names, options.json);
    return 0;
}

int measureOverHosts(const LinkOptions& options, const std::vector<std::int64_t>& sizes, const RunHosts& hosts) {
    HostStart start;
    HostRun run(hosts, start.sinks(), start.stop());
    const auto work = [&] {
        run.check();
        measure(options, sizes, *run.meet({"bench", "link"}, "{}", rankFacts(BELFRY_VERSION, "bench link")));
    };
    const std::optional<int> ended = start.begin([&] { run.guarded(work); });
    run.finish(ended.has_value());
    return ended.value_or(0);
}

int benchLink(const LinkOptions& options) {
    holdInterrupts();
    if (options.hosts.held)
        taskOfHeldRank(); // rank 0 says the rest
    const std::vector<std::int64_t> sizes = vectorSizes(options.megabytes);
    if (const std::optional<RunHosts> hosts = givenHosts(options.hosts, *options.limits))
        return measureOverHosts(options, sizes, *hosts);
    const std::optional<Launch> launch = severalRanks();
    if (!launch)
        throw usageError(Text::tr("The link is one between several ranks, and this process is alone. Give --hosts, or "
                                  "start it as train is started over several machines."));
    return measure(options, sizes, *meetRanks(*launch, "bench link", *options.limits));
}

} // namespace

void addBenchLink(CLI::App& bench, Chosen& chosen) {
    CLI::App* command = bench.add_subcommand("link", "Sums over the network between ranks, as a run makes them");
    const auto options = std::make_shared<LinkOptions>(*command);
    command->add_option("--megabytes", options->megabytes, "Sizes of the vector (0.25,13)");
    command->add_option("--repeats", options->repeats, "Sums of each size")
        ->check(CLI::Range(1, 10000))
        ->capture_default_str();
    command->add_flag("--json", options->json, "As one JSON object");
    trainWhenChosen(*command, chosen, [options] { return benchLink(*options); });
}

} // namespace belfry::cli

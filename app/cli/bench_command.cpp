#include "app/cli/command.h"
#include "app/cli/field_options.h"
#include "app/cli/formatting.h"
#include "app/cli/number_options.h"
#include "core/base/error.h"
#include "core/base/joined.h"
#include "core/exchange/exchange_table.h"
#include "core/study/exchange_bench.h"
#include "core/train/placement.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>

namespace belfry::cli {
namespace {

struct BenchOptions {
    std::string devices = "auto", exchange, megabytes = "0.25,1,4,16,64";
    std::optional<int> towers;
    bool json = false;
};

// One per tower, distributed as in training.
std::vector<std::string> towersOf(const BenchOptions& options, const DeviceReport& report) {
    Plan plan;
    plan.devices = deviceNames(options.devices);
    const auto gpus = static_cast<int>(report.devices.size()) - 1;
    const int devices = options.devices == "auto" ? gpus : static_cast<int>(plan.devices.size());
    plan.towers = options.towers.value_or(std::max(2, devices));
    plan.batchPerTower = 1;
    validate(plan);
    const Placement placement = placeTowers(plan, makeBlueprint(architectureOf(plan), {1, 28, 28}, 10), report, 1);
    std::vector<std::string> towers;
    for (const TowerPlacement& tower : placement.towers)
        towers.push_back(tower.device);
    return towers;
}

std::int64_t bytesOf(const std::string& word) {
    const auto megabytes = numberFrom<double>("--megabytes", word);
    if (!(megabytes >= 0.001 && megabytes <= 256))
        throw usageError(Text::tr("--megabytes has %1; expected numbers from 0.001 to 256 with commas "
                                  "between them.",
                                  oneLine(word.substr(0, 40))));
    return static_cast<std::int64_t>(megabytes * 1e6);
}

// Gradient, weights, mean and what is on its way, of every tower of a device.
void requireMemory(const std::vector<std::string>& devices, std::int64_t bytes, const DeviceReport& report) {
    constexpr std::int64_t kVectors = 4;
    for (const DeviceInfo& device : report.devices) {
        const std::int64_t needed = kVectors * bytes * std::ranges::count(devices, device.id);
        const std::int64_t free = device.memoryTotal - device.memoryUsed;
        if (device.memoryTotal >= 0 && device.memoryUsed >= 0 && needed > free)
            throw Error(ErrorCategory::Device,
                        Text::tr("Towers with gradients of %1 bytes need about %2 on %3, which has %4 "
                                 "free. Choose fewer towers or a smaller --megabytes.",
                                 grouped(bytes), gibibytes(needed), device.id, gibibytes(free)));
    }
}

// A strategy that these devices cannot use, or that fails to start on them, is reported; the others continue.
class ExchangeBench {
public:
    ExchangeBench(std::vector<std::string> devices, bool json) : devices_(std::move(devices)), json_(json) {}

    void measure(const std::string& name, const std::vector<std::int64_t>& sizes) {
        if (const Text refusal = exchangeRefusal(name, devices_); !refusal.empty())
            return leaveOut(name, refusal.english());
        try {
            measureNamed(name, sizes);
        } catch (const Error& error) {
            if (error.category() != ErrorCategory::Device)
                throw;
            leaveOut(name, error.what());
        }
    }
    void measureNamed(const std::string& name, const std::vector<std::int64_t>& sizes) {
        for (const std::int64_t bytes : sizes)
            add(measureExchange(name, devices_, bytes));
    }
    void end() const {
        if (json_)
            printJson({{"devices", devices_}, {"exchanges", rows_}, {"left_out", leftOut_}});
    }

private:
    void add(const ExchangeSpeed& speed) {
        if (!json_ && rows_.empty())
            std::printf("%s on %s; a whole exchange with a plain update, bytes per second without it\n%-10s %12s "
                        "%10s %10s %10s %10s\n",
                        counted(std::ssize(devices_), "towers", "tower").c_str(), joined(devices_).c_str(), "exchange",
                        "bytes", "whole ms", "ms", "GB/s", "bus GB/s");
        if (!json_)
            std::printf("%-10s %12s %10.4f %10.4f %10.2f %10.2f\n", speed.exchange.c_str(),
                        grouped(speed.bytes).c_str(), speed.milliseconds, speed.exchangeMilliseconds,
                        speed.bytesPerSecond() / 1e9, speed.busBytesPerSecond() / 1e9);
        std::fflush(stdout);
        rows_.push_back({{"exchange", speed.exchange},
                         {"bytes", speed.bytes},
                         {"milliseconds", speed.milliseconds},
                         {"exchange_milliseconds", speed.exchangeMilliseconds},
                         {"bytes_per_second", speed.bytesPerSecond()},
                         {"bus_bytes_per_second", speed.busBytesPerSecond()}});
    }
    void leaveOut(const std::string& name, const std::string& why) {
        if (!json_)
            std::printf("%-10s %s\n", name.c_str(), why.c_str());
        leftOut_.push_back({{"exchange", name}, {"reason", why}});
    }

    std::vector<std::string> devices_;
    bool json_;
    nlohmann::json rows_ = nlohmann::json::array(), leftOut_ = nlohmann::json::array();
};

int benchExchange(const BenchOptions& options) {
    const std::vector<std::int64_t> sizes = vectorSizes(options.megabytes);
    const DeviceReport report = listDevices();
    const std::vector<std::string> devices = towersOf(options, report);
    requireMemory(devices, std::ranges::max(sizes), report);
    ExchangeBench bench(devices, options.json);
    if (options.exchange.empty()) {
        for (const std::string& name : synchronousExchangeNames())
            bench.measure(name, sizes);
    } else { // asked for by name: what it cannot do is an error
        requireCommonStep(options.exchange);
        if (const Text refusal = exchangeRefusal(options.exchange, devices); !refusal.empty())
            throw usageError(refusal);
        bench.measureNamed(options.exchange, sizes);
    }
    bench.end();
    return 0;
}

} // namespace

std::vector<std::int64_t> vectorSizes(const std::string& megabytes) {
    if (megabytes.empty())
        throw usageError(Text::tr("--megabytes is empty; expected numbers from 0.001 to 256."));
    std::vector<std::int64_t> sizes;
    for (const std::string& word : commaSeparated(megabytes))
        sizes.push_back(bytesOf(word));
    return sizes;
}

void addBench(CLI::App& app, Chosen& chosen) {
    CLI::App* bench = app.add_subcommand("bench", "Measure parts of the engine on this machine");
    bench->require_subcommand(1);
    CLI::App* command = bench->add_subcommand("exchange", "Bytes per second of every exchange, by size");
    const auto options = std::make_shared<BenchOptions>();
    command->add_option("--devices", options->devices, "auto, cpu, cuda:0,cuda:1 ...");
    addNumber(*command, "--towers", options->towers,
              "Replicas, assigned to the devices in turn (default: one per device, and at least 2)");
    command->add_option("--exchange", options->exchange, "Only this exchange: " + joined(synchronousExchangeNames()));
    command->add_option("--megabytes", options->megabytes, "Sizes of the gradient (0.25,1,4,16,64)");
    command->add_flag("--json", options->json, "As one JSON object");
    trainWhenChosen(*command, chosen, [options] { return benchExchange(*options); });
    addBenchLink(*bench, chosen);
}

} // namespace belfry::cli

#include "app/cli/command.h"
#include "app/cli/json.h"
#include "app/cli/numbers.h"
#include "app/cli/text.h"
#include "app/cli/training_options.h"
#include "core/base/error.h"
#include "core/exchange/exchange_table.h"
#include "core/study/exchange_bench.h"
#include "core/train/placement.h"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <sstream>

namespace belfry::cli {
namespace {

struct BenchOptions {
    std::string devices = "auto", exchange, megabytes = "0.25,1,4,16,64";
    std::optional<int> towers;
    bool json = false;
};

std::vector<std::string> wordsOf(const std::string& text) {
    std::vector<std::string> words;
    std::istringstream stream(text);
    for (std::string word; std::getline(stream, word, ',');)
        words.push_back(word);
    return words;
}

// One per tower, dealt as in training.
std::vector<std::string> towersOf(const BenchOptions& options) {
    Plan plan;
    plan.devices = wordsOf(options.devices);
    plan.towers = options.towers.value_or(2);
    plan.batchPerTower = 1;
    validate(plan);
    const Placement placement =
        placeTowers(plan, makeBlueprint(architectureOf(plan), {1, 28, 28}, 10), listDevices(), 1);
    std::vector<std::string> devices;
    for (const TowerPlacement& tower : placement.towers)
        devices.push_back(tower.device);
    return devices;
}

std::int64_t bytesOf(const std::string& word) {
    const auto megabytes = numberFrom<double>("--megabytes", word);
    if (!(megabytes >= 0.001 && megabytes <= 256))
        throw Error(ErrorCategory::Usage, "--megabytes has " + oneLine(word.substr(0, 40)) +
                                              "; expected numbers from 0.001 to 256 with commas between them.");
    return static_cast<std::int64_t>(megabytes * 1e6);
}

int benchExchange(const BenchOptions& options) {
    const std::vector<std::string> devices = towersOf(options);
    std::vector<std::int64_t> sizes;
    for (const std::string& word : wordsOf(options.megabytes))
        sizes.push_back(bytesOf(word));
    const auto names = options.exchange.empty() ? synchronousExchangeNames() : std::vector{options.exchange};
    if (!options.json)
        std::printf("%zu towers on %s; a whole exchange with a plain update\n%-10s %12s %10s %10s %10s\n",
                    devices.size(), joined(devices).c_str(), "exchange", "bytes", "ms", "GB/s", "bus GB/s");
    nlohmann::json rows = nlohmann::json::array();
    for (const std::string& name : names) {
        const std::string refusal = exchangeRefusal(name, devices);
        if (!refusal.empty() && options.exchange.empty()) { // one of all: the others go on
            if (!options.json)
                std::printf("%-10s %s\n", name.c_str(), refusal.c_str());
            continue;
        }
        for (const std::int64_t bytes : sizes) {
            const ExchangeSpeed speed = measureExchange(name, devices, bytes);
            if (!options.json)
                std::printf("%-10s %12s %10.4f %10.2f %10.2f\n", name.c_str(), grouped(speed.bytes).c_str(),
                            speed.milliseconds, speed.bytesPerSecond() / 1e9, speed.busBytesPerSecond() / 1e9);
            std::fflush(stdout);
            rows.push_back({{"exchange", name},
                            {"bytes", speed.bytes},
                            {"milliseconds", speed.milliseconds},
                            {"bytes_per_second", speed.bytesPerSecond()},
                            {"bus_bytes_per_second", speed.busBytesPerSecond()}});
        }
    }
    if (options.json)
        printJson({{"devices", devices}, {"exchanges", rows}});
    return 0;
}

} // namespace

void addBench(CLI::App& app, Action& action, char** argv) {
    CLI::App* bench = app.add_subcommand("bench", "Measure parts of the engine on this machine");
    bench->require_subcommand(1);
    CLI::App* command = bench->add_subcommand("exchange", "Bytes per second of every exchange, by size");
    const auto options = std::make_shared<BenchOptions>();
    command->add_option("--devices", options->devices, "auto, cpu, cuda:0,cuda:1 ...");
    addNumber(*command, "--towers", options->towers, "Replicas, dealt to the devices in turn (2)");
    command->add_option("--exchange", options->exchange, "This one alone: " + joined(synchronousExchangeNames()));
    command->add_option("--megabytes", options->megabytes, "Sizes of the gradient (0.25,1,4,16,64)");
    command->add_flag("--json", options->json, "As one JSON object");
    trainWhenChosen(*command, action, argv, [options] { return benchExchange(*options); });
}

} // namespace belfry::cli

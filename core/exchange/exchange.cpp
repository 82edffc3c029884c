#include "core/exchange/exchange.h"

#include "core/base/error.h"
#include "core/base/suggest.h"
#include "core/exchange/device_exchange.h"
#include "core/exchange/nccl_collective.h"
#include "core/exchange/parameter_server_exchange.h"
#include "core/exchange/shared_memory_exchange.h"

#include <algorithm>
#include <array>

namespace belfry {
namespace {

using Devices = std::span<const std::string>;

Text anyTowers(Devices) { return {}; }

// The collective library takes devices of one kind, each once.
Text towersOfOneKind(Devices devices) {
    const auto onCpu = static_cast<std::size_t>(std::ranges::count(devices, "cpu"));
    if (onCpu == devices.size())
        return {};
    if (onCpu > 0)
        return Text::tr("The exchange 'allreduce' needs towers on the CPU alone or on CUDA devices alone; found both. "
                        "Choose the exchange 'cpu'.");
    for (const std::string& device : devices)
        if (const auto towers = std::ranges::count(devices, device); towers > 1)
            return Text::tr("The exchange 'allreduce' takes one tower on each CUDA device, but %1 share %2. Choose "
                            "more devices, fewer towers or the exchange 'first'.",
                            towers, device);
    return {};
}

std::unique_ptr<Exchange> makeAllReduce(TowerTeam& team) {
    if (team.tower(0).device().is_cpu())
        return std::make_unique<SharedMemoryExchange>();
    return std::make_unique<DeviceExchange>(std::make_unique<NcclCollective>(team));
}

template <typename E>
std::unique_ptr<Exchange> makeFor(TowerTeam&) {
    return std::make_unique<E>();
}

// The table of strategies.
struct Strategy {
    const char* name;
    bool synchronous, central;
    Text (*refusal)(Devices);
    std::unique_ptr<Exchange> (*make)(TowerTeam&);
};
constexpr std::array kStrategies{
    Strategy{"cpu", true, true, anyTowers, makeFor<CpuExchange>},
    Strategy{"first", true, true, anyTowers, makeFor<FirstExchange>},
    Strategy{"allreduce", true, false, towersOfOneKind, makeAllReduce},
    Strategy{"async", false, true, anyTowers, makeFor<AsyncExchange>},
};

const Strategy& strategyNamed(const std::string& name) { return rowNamed(kStrategies, Text::tr("exchange"), name); }

} // namespace

std::vector<std::string> exchangeNames() { return namesIn(kStrategies); }

std::vector<std::string> synchronousExchangeNames() {
    std::vector<std::string> names = exchangeNames();
    std::erase_if(names, [](const std::string& name) { return !isSynchronous(name); });
    return names;
}

bool isSynchronous(const std::string& exchange) {
    const auto found = std::ranges::find(kStrategies, exchange, &Strategy::name);
    return found == kStrategies.end() || found->synchronous;
}

bool isCentral(const std::string& exchange) { return strategyNamed(exchange).central; }

void requireCommonStep(const std::string& exchange) {
    if (!isSynchronous(exchange))
        throw usageError(Text::tr("With the exchange '%1' no tower waits for another: there is no step of all towers "
                                  "to measure. Choose another exchange.",
                                  exchange));
}

Text exchangeRefusal(const std::string& name, Devices devices) { return strategyNamed(name).refusal(devices); }

std::unique_ptr<Exchange> makeExchange(const std::string& name, TowerTeam& team) {
    std::vector<std::string> devices;
    for (int t = 0; t < team.size(); ++t)
        devices.push_back(team.tower(t).device().str());
    if (const Text refusal = exchangeRefusal(name, devices); !refusal.empty())
        throw usageError(refusal);
    return strategyNamed(name).make(team);
}

} // namespace belfry

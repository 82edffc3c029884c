#include "core/exchange/exchange.h"

#include "core/base/error.h"
#include "core/base/suggest.h"
#include "core/exchange/device_exchange.h"
#include "core/exchange/nccl_collective.h"
#include "core/exchange/parameter_server_exchange.h"
#include "core/exchange/rank_exchange.h"
#include "core/exchange/shared_memory_exchange.h"

#include <algorithm>
#include <array>
#include <numeric>

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
struct ExchangeKind {
    const char* name;
    bool synchronous = true;
    bool central = true;
    Text (*refusal)(Devices) = anyTowers;
    std::unique_ptr<Exchange> (*make)(TowerTeam&);
};
constexpr std::array kExchanges{
    ExchangeKind{.name = "cpu", .make = makeFor<CpuExchange>},
    ExchangeKind{.name = "first", .make = makeFor<FirstExchange>},
    ExchangeKind{.name = "allreduce", .central = false, .refusal = towersOfOneKind, .make = makeAllReduce},
    ExchangeKind{.name = "async", .synchronous = false, .make = makeFor<AsyncExchange>},
};

const ExchangeKind& exchangeNamed(const std::string& name) { return rowNamed(kExchanges, Text::tr("exchange"), name); }

} // namespace

std::vector<double> imageWeights(std::span<const std::int64_t> images) {
    const auto total = static_cast<double>(std::accumulate(images.begin(), images.end(), std::int64_t{0}));
    std::vector<double> weights;
    for (const std::int64_t count : images)
        weights.push_back(static_cast<double>(count) / total);
    return weights;
}

std::vector<std::string> exchangeNames() { return namesIn(kExchanges); }

std::vector<std::string> synchronousExchangeNames() {
    std::vector<std::string> names = exchangeNames();
    std::erase_if(names, [](const std::string& name) { return !isSynchronous(name); });
    return names;
}

bool isSynchronous(const std::string& exchange) {
    const auto found = std::ranges::find(kExchanges, exchange, &ExchangeKind::name);
    return found == kExchanges.end() || found->synchronous;
}

bool isCentral(const std::string& exchange) { return exchangeNamed(exchange).central; }

void requireCommonStep(const std::string& exchange) {
    if (!isSynchronous(exchange))
        throw usageError(Text::tr("With the exchange '%1' no tower waits for another: there is no step of all towers "
                                  "to measure. Choose another exchange.",
                                  exchange));
}

Text exchangeRefusal(const std::string& name, Devices devices) { return exchangeNamed(name).refusal(devices); }

std::unique_ptr<Exchange> makeExchange(const std::string& name, TowerTeam& team) {
    if (const Text refusal = exchangeRefusal(name, team.deviceNames()); !refusal.empty())
        throw usageError(refusal);
    return exchangeNamed(name).make(team);
}

std::unique_ptr<Exchange> makeRankExchange(const RankSeat& seat, TowerTeam& team, RankSums sums) {
    if (sums != RankSums::Nccl)
        return std::make_unique<RankExchange>(
            seat, sums == RankSums::GlooBf16 ? RankExchange::Wire::Bf16 : RankExchange::Wire::Fp32,
            RankExchange::kBucketFloats, sums == RankSums::MemoryOrGloo);
    return std::make_unique<DeviceExchange>(std::make_unique<NcclCollective>(team, seat), DeviceExchange::kBucketFloats,
                                            DeviceExchange::kStall, seat.firstTower);
}

} // namespace belfry

#include "core/study/exchange_bench.h"

#include "core/base/error.h"
#include "core/device/devices.h"
#include "core/exchange/exchange_trial.h"

#include <algorithm>

namespace belfry {
namespace {

constexpr ImageShape kShape{1, 8, 8};
constexpr std::int64_t kClasses = 2, kPerUnit = 8 * 8 + 1 + kClasses; // weights and biases that a unit brings

// A network with about so many weights.
std::shared_ptr<const Blueprint> networkOf(std::int64_t bytes) {
    const auto floats = bytes / static_cast<std::int64_t>(sizeof(float));
    const int units = static_cast<int>(std::clamp<std::int64_t>(floats / kPerUnit, 1, 1'000'000));
    return std::make_shared<const Blueprint>(
        makeBlueprint({"bench", {DenseLayer{.units = units}, DenseLayer{.activation = Activation::Linear}}}, kShape,
                      static_cast<int>(kClasses)));
}

} // namespace

ExchangeSpeed measureExchange(const std::string& exchange, std::span<const std::string> names, std::int64_t bytes,
                              const OptimizerSettings& optimizer, const UpdateRules& rules) {
    if (const Text refusal = exchangeRefusal(exchange, names); !refusal.empty())
        throw usageError(refusal);
    requireCommonStep(exchange); // one tower's moves a part of what the others' do
    const auto blueprint = networkOf(bytes);
    const std::vector<at::Device> devices(names.begin(), names.end());
    const auto cpuTowers = static_cast<int>(std::ranges::count(names, "cpu"));
    const int threads = std::max(1, usableCores() / std::max(1, cpuTowers));
    useThreads(threads);
    TowerTeam team(devices, threads, blueprint, 1);
    const TrialTimes times = trialOf(exchange, team, optimizer, rules, 0.5);
    return {exchange, team.size(), blueprint->flatSize * static_cast<std::int64_t>(sizeof(float)), times.whole,
            times.exchange};
}

} // namespace belfry

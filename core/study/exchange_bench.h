// Bytes per second of each exchange strategy. Free of torch.
#pragma once

#include "core/optim/optimizer.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace belfry {

struct ExchangeSpeed {
    std::string exchange;
    int towers = 0;
    std::int64_t bytes = 0;          // of one gradient
    double milliseconds = 0;         // of all that a step waits for: mean, update, weights of every replica
    double exchangeMilliseconds = 0; // of those without the update, as the stages of a step have it

    // As NCCL's own tests define them: bytes / time of the exchange, and what of it each device's link must carry at
    // least whatever the number of towers, times 2 (n - 1) / n. They queue many sums and wait once; here each is waited
    // for, as in a step, which shows at small sizes.
    double bytesPerSecond() const { return static_cast<double>(bytes) / exchangeMilliseconds * 1000; }
    double busBytesPerSecond() const { return bytesPerSecond() * 2 * (towers - 1) / towers; }
};

// devices: one per tower, "cpu" or "cuda:0". bytes: about so many. Blocks for some tenths of a second; takes about four
// times the bytes per tower. Throws Error(Usage) when these towers cannot use the exchange, or when it has no step of
// all towers.
ExchangeSpeed measureExchange(const std::string& exchange, std::span<const std::string> devices, std::int64_t bytes,
                              const OptimizerSettings& optimizer = {.name = "sgd"}, const UpdateRules& rules = {});

} // namespace belfry

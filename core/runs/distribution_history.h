// How the numbers in a network were spread over a run: what is kept of it, so that neither a long run nor a deep
// network fills the disk or the memory, and what is wrong with a layer. Plain values; one thread at a time.
#pragma once

#include "core/train/events.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace belfry {

inline constexpr std::size_t kMostDistributionSteps = 200, kMostDistributionVectors = 100;

enum class VectorKind { Activations, Gradients, Weights }; // weights: all variables, and running averages
VectorKind kindOfVector(std::string_view name);            // "conv1/weight/gradients": Gradients
std::string layerOfVector(std::string_view name);          // "conv1"

// With fewer buckets each; of a network with more than kMostDistributionVectors only what each layer makes, and its
// first variable with its gradient; of one with more than that, evenly chosen layers. In the same order.
Distributions keptOf(const Distributions& all);

// Of ascending steps the one that tells least, where there are more than kMostDistributionSteps: that with the nearest
// neighbours, the oldest of equals, never the first or the last. So long runs keep about every second one, then every
// fourth, evenly from their begin to their end.
std::optional<std::size_t> leastNeeded(std::span<const std::int64_t> steps);

// Of a run in progress: as metrics.db has it.
class DistributionHistory {
public:
    DistributionHistory() = default;
    explicit DistributionHistory(std::vector<Distributions> read) : steps_(std::move(read)) {}
    void add(const Distributions& distributions); // replaces those of the same step; of an earlier one: and all later
    const std::vector<Distributions>& steps() const { return steps_; }

private:
    std::vector<Distributions> steps_;
};

// What makes a layer useless. Dead: all that it makes is 0. Vanished: its gradient is below 1e-12 everywhere.
enum class VectorFault { None, NotFinite, Dead, Vanished };
VectorFault faultOf(const Distributions::Vector& vector);
Text faultText(const Distributions::Vector& vector); // a sentence, with what to try; empty: none

} // namespace belfry

// Operators of the genetic search: draw, crossover, mutate. All draws come from the given stream. One thread.
#pragma once

#include "core/base/random.h"
#include "core/search/space.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace belfry {

// Every gene evenly from its choices; canonical.
Genes drawGenes(const Space& space, RandomStream& stream);

// Every gene that both parents express from one or the other, evenly; others from the one that expresses them;
// canonical.
Genes crossover(const Space& space, const Genes& mother, const Genes& father, RandomStream& stream);

// One of the genes that matter and have another choice gets one of its other choices, all evenly; genes that begin to
// matter by that are drawn. Canonical. Returns the gene's index; nothing when no gene can change.
std::optional<std::size_t> mutate(const Space& space, Genes& genes, RandomStream& stream);

// The expressed genes of a child whose values none of its parents has.
std::vector<std::string> mutatedGenes(const Space& space, const Genes& child, const std::vector<Genes>& parents);

// Networks that were asked for: none is trained twice.
class Registry {
public:
    explicit Registry(const Space& space) : space_(space), size_(sizeOf(space)) {}

    bool add(const Genes& genes) { return seen_.insert(genes).second; } // false: it was there
    bool exhausted() const { return static_cast<double>(seen_.size()) >= size_; }
    // Draws a new network and adds it; nullopt if the space is exhausted.
    std::optional<Genes> draw(RandomStream& stream);

private:
    const Space& space_; // of the strategy that has the registry
    double size_;
    std::set<Genes> seen_;
};

} // namespace belfry

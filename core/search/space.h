// The space of a search: a plan, and the genes that change it. JSON round trip; users write their own. Plain values;
// any thread.
#pragma once

#include "core/search/gene.h"
#include "core/train/plan.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace belfry {

// One network of a space: for every gene the index of its choice.
using Genes = std::vector<int>;

struct Space {
    Plan plan;               // common to all trials
    std::vector<Gene> genes; // in the order of the exhaustive search's loops, the last one running fastest
    bool operator==(const Space&) const = default;
};

// The base plan of a custom space: networks as the seeds train them (batches of 128, dropout 0.2, early stopping
// after 5 epochs without better accuracy).
Plan searchedPlan();

// Throws Error(Usage): no gene, one twice, one without values, a plan that cannot be.
void validate(const Space& space);

// Networks that differ. Genes that change nothing (the width of a layer that is not there) do not count. May be huge.
double sizeOf(const Space& space);

// The genes that change the network.
std::vector<bool> expressed(const Space& space, const Genes& genes);
// The same network with its inactive genes at their first choice: equal networks have equal canonical genes.
Genes canonical(const Space& space, Genes genes);
// The next canonical one in the order of the loops; nothing after the last. The first is all zeros.
std::optional<Genes> following(const Space& space, Genes genes);

// The plan of a trial: the space's with its genes applied. An optimizer comes with its default rate unless there is a
// gene for the rate. Perceptrons of equal layers are the zoo's "mlp"; others have their layers' text.
Plan planOf(const Space& space, const Genes& genes);

// "width 256, layers 2, relu, adam": the expressed genes, names without their gene's.
std::string genesText(const Space& space, const Genes& genes);
nlohmann::json genesJson(const Space& space, const Genes& genes); // {"width": 256, ...}: the expressed ones
// Throws Error(Usage) for what is not a choice; a gene that is absent is at its first choice.
Genes genesFromJson(const Space& space, const nlohmann::json& json);

nlohmann::json toJson(const Space& space); // {"plan": {...}, "genes": [...]}
// Plan fields that are absent are searchedPlan()'s.
Space spaceFromJson(const nlohmann::json& json);
Space readSpaceFile(const std::filesystem::path& path);

} // namespace belfry

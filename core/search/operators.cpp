#include "core/search/operators.h"

namespace belfry {
namespace {

std::uint64_t choicesOf(const Space& space, std::size_t gene) { return space.genes[gene].choices().size(); }

constexpr int kMaxDraws = 1000; // of a network that is new, before the rest is looked through in order

} // namespace

Genes drawGenes(const Space& space, RandomStream& stream) {
    Genes genes;
    for (std::size_t i = 0; i < space.genes.size(); ++i)
        genes.push_back(static_cast<int>(stream.below(choicesOf(space, i))));
    return canonical(space, std::move(genes));
}

// A gene that a parent does not express stands at its first choice there, which says nothing of that parent. What a
// child expresses one of its parents does: layers, blocks and the optimizer decide over it, and come from one of them.
Genes crossover(const Space& space, const Genes& mother, const Genes& father, RandomStream& stream) {
    const std::vector<bool> ofMother = expressed(space, mother), ofFather = expressed(space, father);
    Genes child;
    for (std::size_t i = 0; i < mother.size(); ++i)
        if (ofMother[i] && ofFather[i])
            child.push_back(stream.below(2) == 0 ? mother[i] : father[i]);
        else
            child.push_back(ofMother[i] ? mother[i] : father[i]);
    return canonical(space, std::move(child));
}

std::optional<std::size_t> mutate(const Space& space, Genes& genes, RandomStream& stream) {
    const std::vector<bool> said = expressed(space, genes);
    std::vector<std::size_t> able;
    for (std::size_t i = 0; i < genes.size(); ++i)
        if (said[i] && choicesOf(space, i) > 1)
            able.push_back(i);
    if (able.empty())
        return std::nullopt;
    const std::size_t gene = able[stream.below(able.size())];
    const int drawn = static_cast<int>(stream.below(choicesOf(space, gene) - 1));
    genes[gene] = drawn < genes[gene] ? drawn : drawn + 1; // any but the one that it has
    const std::vector<bool> now = expressed(space, genes);
    for (std::size_t i = 0; i < genes.size(); ++i)
        if (now[i] && !said[i])
            genes[i] = static_cast<int>(stream.below(choicesOf(space, i)));
    genes = canonical(space, std::move(genes));
    return gene;
}

std::vector<std::string> mutatedGenes(const Space& space, const Genes& child, const std::vector<Genes>& parents) {
    std::vector<bool> given(child.size());
    for (const Genes& parent : parents) {
        const std::vector<bool> said = expressed(space, parent);
        for (std::size_t i = 0; i < child.size(); ++i)
            given[i] = given[i] || (said[i] && parent[i] == child[i]);
    }
    const std::vector<bool> said = expressed(space, child);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < child.size(); ++i)
        if (said[i] && !given[i])
            names.push_back(space.genes[i].name);
    return names;
}

std::optional<Genes> Registry::draw(RandomStream& stream) {
    if (exhausted())
        return std::nullopt;
    for (int i = 0; i < kMaxDraws; ++i)
        if (Genes genes = drawGenes(space_, stream); add(genes))
            return genes;
    std::optional<Genes> genes = Genes(space_.genes.size(), 0);
    while (genes && !add(*genes))
        genes = following(space_, *genes);
    return genes;
}

} // namespace belfry

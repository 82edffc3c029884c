#include "ui/pages/runs/run_colours.h"

#include <cstdint>
#include <set>

namespace belfry {
namespace {

constexpr int kColours = 5, kLooks = 25; // of a Theme; the first ones are not dashed

// FNV-1a: the same in every session, which std::hash does not promise.
std::uint64_t hashOf(const std::string& id) {
    std::uint64_t hash = 14'695'981'039'346'656'037U;
    for (const char letter : id)
        hash = (hash ^ static_cast<unsigned char>(letter)) * 1'099'511'628'211U;
    return hash;
}

// Its own colour, the next ones, then dashed ones.
int freeLook(const std::string& id, const std::set<int>& taken) {
    const auto own = static_cast<int>(hashOf(id) % kColours);
    for (int dash = 0; dash < kLooks; dash += kColours)
        for (int i = 0; i < kColours; ++i)
            if (const int look = dash + (own + i) % kColours; !taken.contains(look))
                return look;
    return own;
}

} // namespace

void RunColours::assign(const std::vector<std::string>& ids) {
    std::set<int> taken;
    std::vector<std::string> without;
    for (const std::string& id : ids)
        if (const auto had = looks_.find(id); had == looks_.end() || !taken.insert(had->second).second)
            without.push_back(id);
    for (const std::string& id : without) {
        looks_[id] = freeLook(id, taken);
        taken.insert(looks_[id]);
    }
}

int RunColours::of(const std::string& id) const {
    const auto found = looks_.find(id);
    return found == looks_.end() ? 0 : found->second;
}

} // namespace belfry

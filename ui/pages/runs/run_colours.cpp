#include "ui/pages/runs/run_colours.h"

#include "core/base/text_hash.h"

#include <set>

namespace belfry {
namespace {

constexpr int kColours = 5, kLooks = 25; // of a Theme; the first ones are not dashed

// Its own colour, the next ones, then dashed ones.
int freeLook(const std::string& id, const std::set<int>& taken) {
    const auto own = static_cast<int>(fnv1a(id) % kColours);
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

#include "core/base/suggest.h"

#include "core/base/joined.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace belfry {
namespace {

bool sameLetter(char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

// Optimal string alignment: a transposition of two letters counts once, as it is one typing error.
std::size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::vector<std::size_t>> table(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i)
        table[i][0] = i;
    for (std::size_t j = 0; j <= b.size(); ++j)
        table[0][j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i)
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = table[i - 1][j - 1] + (sameLetter(a[i - 1], b[j - 1]) ? 0 : 1);
            table[i][j] = std::min({table[i - 1][j] + 1, table[i][j - 1] + 1, replaced});
            if (i > 1 && j > 1 && sameLetter(a[i - 1], b[j - 2]) && sameLetter(a[i - 2], b[j - 1]))
                table[i][j] = std::min(table[i][j], table[i - 2][j - 2] + 1);
        }
    return table[a.size()][b.size()];
}

} // namespace

std::string nearestName(std::string_view name, std::span<const std::string> known) {
    constexpr std::size_t kMaxLength = 200; // longer texts are not names; time grows with the length
    name = name.substr(0, kMaxLength);
    std::string best;
    std::size_t bestDistance = std::max<std::size_t>(1, std::max(name.size(), std::size_t{3}) / 3) + 1;
    for (const std::string& candidate : known) {
        const std::size_t distance = editDistance(name, candidate);
        if (distance < bestDistance) {
            bestDistance = distance;
            best = candidate;
        }
    }
    return best;
}

Text unknownName(const Text& kind, std::string_view name, std::span<const std::string> known) {
    const std::string shown(name.substr(0, 80)), near = nearestName(name, known);
    const std::string all = joined(known);
    return near.empty() ? Text::tr("Unknown %1 '%2'. Known: %3.", kind, shown, all)
                        : Text::tr("Unknown %1 '%2'; did you mean '%3'? Known: %4.", kind, shown, near, all);
}

} // namespace belfry

#include "core/base/suggest.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace belfry {
namespace {

std::size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const bool same = std::tolower(static_cast<unsigned char>(a[i - 1])) ==
                              std::tolower(static_cast<unsigned char>(b[j - 1]));
            const std::size_t replaced = diagonal + (same ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
        }
    }
    return row[b.size()];
}

} // namespace

std::string nearestName(std::string_view name, std::span<const std::string> known) {
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

std::string unknownName(std::string_view kind, std::string_view name, std::span<const std::string> known) {
    std::string text = "Unknown " + std::string(kind) + " '" + std::string(name.substr(0, 80)) + "'";
    const std::string near = nearestName(name, known);
    text += near.empty() ? "." : "; did you mean '" + near + "'?";
    text += " Known: ";
    for (std::size_t i = 0; i < known.size(); ++i)
        text += (i ? ", " : "") + known[i];
    return text + ".";
}

} // namespace belfry

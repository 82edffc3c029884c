// Texts that a few typed letters may mean. Any thread.
#pragma once

#include <QString>
#include <optional>

namespace belfry {

// How well `text` fits: its letters contain those of every word of `query` in their order, whatever their case and
// accents. More for letters side by side and at the beginning of words; none where it does not fit. 0 for no query.
std::optional<int> fuzzyScore(const QString& query, const QString& text);

} // namespace belfry

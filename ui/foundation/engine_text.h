// The engine speaks English; what it shows by name (choices, presets, networks, data sets, its commonest refusals) is
// translated here. GUI thread only.
#pragma once

#include "core/base/text.h"

#include <QString>
#include <string>

namespace belfry {

// Titles, helps and summaries from the engine's tables; a text without a translation stays as it is.
QString engineText(const std::string& english);
QString engineText(const Text& text);

// Sentences with numbers in them ("The number of towers is 0; expected 1 to 64."), by pattern; others stay as they are.
QString engineSentence(const QString& english);

} // namespace belfry

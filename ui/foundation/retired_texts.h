// Sentences that the records of earlier versions hold and that read otherwise since. Any thread.
#pragma once

#include <string>

namespace belfry {

// The template that took the place of `recorded`, with the same placeholders; `recorded` itself for every other text.
const std::string& presentTemplate(const std::string& recorded);
// Whether this is a whole sentence of the engine: the oldest records hold nothing beside the English.
bool isRecordedSentence(const std::string& words);

} // namespace belfry

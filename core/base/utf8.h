// UTF-8 validation: file names may be any bytes, but JSON and weights files are UTF-8. Any thread.
#pragma once

#include "core/base/text.h"

#include <string>
#include <string_view>

namespace belfry {

bool isUtf8(std::string_view text);   // well-formed: no overlong forms, no surrogates
std::string asUtf8(std::string text); // replaces every invalid byte by '?'

// Throws Error(Usage) unless `text` is one line of UTF-8 of at most 200 bytes. `what` is the subject of the message
// ("The run's name").
void requireOneLine(const Text& what, std::string_view text);

} // namespace belfry

// What the loop tells people in sentences.
#pragma once

#include <cstdint>
#include <exception>
#include <string>

namespace belfry {

std::string shortNumber(double value); // six digits
// A failure of ours or of a library's, and what to try. fitted: images of a tower in the largest step so far, 0: none.
std::string sentenceFor(const std::exception& error, std::int64_t fitted);

} // namespace belfry

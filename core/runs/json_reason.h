// What is wrong with a JSON text, without the library's codes.
#pragma once

#include <exception>
#include <string>

namespace belfry {

// "it is no JSON from byte 12 on", "key 'state' not found"; any other exception's own words without the full stop.
std::string jsonReason(const std::exception& error);

} // namespace belfry

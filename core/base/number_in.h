// Numbers in texts that somebody else wrote, read strictly.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace belfry {

// The whole text as a number: without spaces, '+', or a base other than ten, nor a '-' where Number has no sign. None
// for any other text and for a number that Number cannot hold. A floating one may also be "inf" or "nan".
template <typename Number>
std::optional<Number> numberIn(std::string_view text) {
    Number number{};
    const char* const end = text.data() + text.size();
    const auto [stop, code] = std::from_chars(text.data(), end, number);
    return code == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

} // namespace belfry

#include "app/cli/number_options.h"

#include "core/base/error.h"

#include <charconv>
#include <limits>

namespace belfry::cli {
namespace {

template <typename Number>
std::string expected() {
    if constexpr (std::integral<Number>)
        return "a whole number from " + std::to_string(std::numeric_limits<Number>::min()) + " to " +
               std::to_string(std::numeric_limits<Number>::max());
    else
        return "a number such as 0.001 or 1e-3";
}

} // namespace

template <typename Number>
Number numberFrom(const std::string& option, const std::string& text) {
    Number number{};
    const char* end = text.data() + text.size();
    const auto [stop, code] = std::from_chars(text.data(), end, number);
    if (code != std::errc() || stop != end)
        throw Error(ErrorCategory::Usage,
                    Text::tr("%1 is '%2'; expected %3.", option, text.substr(0, 80), expected<Number>()));
    return number;
}

template int numberFrom(const std::string&, const std::string&);
template std::int64_t numberFrom(const std::string&, const std::string&);
template std::uint64_t numberFrom(const std::string&, const std::string&);
template double numberFrom(const std::string&, const std::string&);

} // namespace belfry::cli

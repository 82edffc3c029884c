// Numbers of the command line, read strictly: no octal, no wrapped minus, nothing cut off at the largest number.
#pragma once

#include "core/base/error.h"
#include "core/base/number_in.h"

#include <CLI/CLI.hpp>

#include <cmath>
#include <concepts>
#include <limits>
#include <optional>
#include <string>

namespace belfry::cli {

// The whole of `text` as a number. Throws Error(Usage) with the option's name for anything else.
template <typename Number>
Number numberFrom(const std::string& option, const std::string& text) {
    if (const std::optional<Number> number = numberIn<Number>(text))
        return *number;
    std::string expected = "a number such as 0.001 or 1e-3";
    if constexpr (std::integral<Number>)
        expected = "a whole number from " + std::to_string(std::numeric_limits<Number>::min()) + " to " +
                   std::to_string(std::numeric_limits<Number>::max());
    throw usageError(Text::tr("%1 is '%2'; expected %3.", option, text.substr(0, 80), expected));
}

// `given` must live as long as the parser.
template <typename Number>
CLI::Option* addNumber(CLI::App& app, const std::string& option, std::optional<Number>& given,
                       const std::string& help) {
    return app
        .add_option_function<std::string>(
            option, [&given, option](const std::string& text) { given = numberFrom<Number>(option, text); }, help)
        ->type_name(std::integral<Number> ? "INT" : "FLOAT");
}

// Of CLI11's options. Its own Range takes "nan", which is neither below nor above.
inline CLI::Validator numberFromTo(double least, double most) {
    const auto isNumber = [](const std::string& text) {
        double number = 0;
        const bool none = CLI::detail::lexical_cast(text, number) && std::isnan(number);
        return none ? "'" + text + "' is no number" : std::string();
    };
    return CLI::Range(least, most) & CLI::Validator(isNumber, "");
}

} // namespace belfry::cli

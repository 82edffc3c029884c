// Numbers of the command line, read strictly: no octal, no wrapped minus, nothing cut off at the largest number.
#pragma once

#include <CLI/CLI.hpp>

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>

namespace belfry::cli {

// The whole of `text` as a number. Throws Error(Usage) with the option's name for anything else.
template <typename Number>
Number numberFrom(const std::string& option, const std::string& text);

// `given` must live as long as the parser.
template <typename Number>
CLI::Option* addNumber(CLI::App& app, const std::string& option, std::optional<Number>& given,
                       const std::string& help) {
    return app
        .add_option_function<std::string>(
            option, [&given, option](const std::string& text) { given = numberFrom<Number>(option, text); }, help)
        ->type_name(std::integral<Number> ? "INT" : "FLOAT");
}

extern template int numberFrom(const std::string&, const std::string&);
extern template std::int64_t numberFrom(const std::string&, const std::string&);
extern template std::uint64_t numberFrom(const std::string&, const std::string&);
extern template double numberFrom(const std::string&, const std::string&);

} // namespace belfry::cli

// One sentence for a command line that cannot be understood: what was found, what was expected.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace belfry::cli {

// After app.parse() has thrown `error`: names the nearest command or option for one that is unknown.
std::string usageSentence(const CLI::App& app, const CLI::Error& error);

} // namespace belfry::cli

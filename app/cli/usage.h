// One sentence for a command line that cannot be understood: what was found, what was expected.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace belfry::cli {

// After app.parse() has thrown `error`: names the nearest command or option for one that is unknown.
std::string usageSentence(const CLI::App& app, const CLI::Error& error);

// An option that changes nothing would be believed: throws Error(Usage) for one that was given and is not used. `user`:
// what it is for.
void refuseIdle(bool given, const char* option, bool used, const std::string& user);

} // namespace belfry::cli

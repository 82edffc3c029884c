// The machines that a run is spread over, as a user names them, and words for their shells. Free of torch; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace belfry {

struct Host {
    std::string name; // as ssh has it: of the machine, "user@machine", or an alias of the user's configuration
    int towers = 0;   // on it; 0: not said
    bool operator==(const Host&) const = default;
};

std::vector<std::string> namesOf(const std::vector<Host>& hosts);

// "a,user@b:2". Throws Error(Usage) for what cannot be a host's name, one that is there twice, and no number.
std::vector<Host> hostsFrom(std::string_view list);

// One word for sh, whatever is in it.
std::string quotedForShell(std::string_view word);
std::string quotedForShell(const std::vector<std::string>& words); // with spaces in between

// A command by which the login shell of a user gives its place to sh and this script, whatever is in it and whichever
// shell that is: sh and its family, csh, fish.
std::string forAnyShell(std::string_view script);

} // namespace belfry

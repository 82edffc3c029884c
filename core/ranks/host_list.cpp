#include "core/ranks/host_list.h"

#include "core/base/error.h"
#include "core/base/joined.h"
#include "core/base/number_in.h"

#include <algorithm>

namespace belfry {
namespace {

constexpr std::size_t kShown = 80; // of a user's word, in a sentence

// Not one that ssh would take for an option, nor one that a ProxyCommand of the user's would hand to a shell in parts.
bool isPartOfName(std::string_view part) {
    return !part.empty() && part.front() != '-' &&
           std::ranges::all_of(
               part,
               [](char c) {
                   return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
                          c == '-' || c == '_';
               });
}

bool isName(std::string_view name) {
    const std::size_t at = name.find('@');
    return at == std::string_view::npos ? isPartOfName(name)
                                        : isPartOfName(name.substr(0, at)) && isPartOfName(name.substr(at + 1));
}

Host hostFrom(std::string_view word) {
    const std::size_t colon = word.find(':');
    Host host{.name = std::string(word.substr(0, colon))};
    if (!isName(host.name))
        throw usageError(Text::tr("'%1' is no name of a host; expected names as ssh takes them, with single commas "
                                  "between them, such as a,b or user@a:2,b:2. Put all else into ~/.ssh/config.",
                                  std::string(word.substr(0, kShown))));
    if (colon == std::string_view::npos)
        return host;
    host.towers = numberIn<int>(word.substr(colon + 1)).value_or(0);
    if (host.towers < 1)
        throw usageError(Text::tr("'%1' gives host '%2' no number of towers; expected one from 1, such as %2:2.",
                                  std::string(word.substr(0, kShown)), host.name));
    return host;
}

// As printf's %b reads it.
std::string octal(unsigned char byte) {
    const auto digit = [byte](int place) { return static_cast<char>('0' + (byte >> (3 * place)) % 8); };
    return {'\\', '0', digit(2), digit(1), digit(0)};
}

} // namespace

std::vector<Host> hostsFrom(std::string_view list) {
    std::vector<Host> hosts;
    for (std::size_t begin = 0, end = 0; end != std::string_view::npos; begin = end + 1) {
        end = list.find(',', begin);
        Host host = hostFrom(list.substr(begin, end == std::string_view::npos ? end : end - begin));
        if (std::ranges::find(hosts, host.name, &Host::name) != hosts.end())
            throw usageError(Text::tr("Host '%1' is named twice. Name it once; %1:2 gives it two towers.", host.name));
        hosts.push_back(std::move(host));
    }
    return hosts;
}

std::vector<std::string> namesOf(const std::vector<Host>& hosts) {
    std::vector<std::string> names;
    for (const Host& host : hosts)
        names.push_back(host.name);
    return names;
}

std::string quotedForShell(std::string_view word) {
    std::string quoted = "'";
    for (const char c : word)
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

std::string quotedForShell(const std::vector<std::string>& words) {
    return joined(
        words, " ", [](const std::string& word) { return quotedForShell(word); });
}

// Within quotes csh takes '!' for a word of its history and wants a backslash before the end of a line, and fish takes
// one backslash of two away. So what shells may disagree on is sent as numbers, which sh turns back.
std::string forAnyShell(std::string_view script) {
    std::string sent;
    for (const char c : script)
        if (c >= ' ' && c <= '~' && c != '\'' && c != '\\' && c != '!')
            sent += c;
        else
            sent += octal(static_cast<unsigned char>(c));
    return "exec sh -c 'eval \"$(printf %b \"$1\")\"' sh '" + sent + "'";
}

} // namespace belfry

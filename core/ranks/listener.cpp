#include "core/ranks/listener.h"

#include "core/base/error.h"
#include "core/base/number_in.h"
#include "core/base/system_text.h"
#include "core/ranks/route.h"

#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>
#include <memory>
#include <optional>

namespace belfry {
namespace {

constexpr std::size_t kMaxQuoted = 80;

Error notAnEndpoint(const std::string& text, bool portAlone) {
    const std::string quoted = text.substr(0, kMaxQuoted);
    if (portAlone)
        return usageError(Text::tr("'%1' is no port of this machine; expected ADDRESS:PORT or PORT.", quoted));
    return usageError(Text::tr("'%1' is not HOST:PORT; expected the address that the leader shows.", quoted));
}

Error cannotListen(const Endpoint& wanted, int reason) {
    const std::int64_t port = wanted.port;
    if (reason == EADDRINUSE)
        return usageError(Text::tr("Port %1 of this machine is in use; choose another one.", port));
    if (reason == EACCES)
        return usageError(Text::tr("Port %1 is reserved for the system; choose one above 1023.", port));
    return usageError(Text::tr("Cannot listen at '%1' (%2); expected an address of this machine, or 0.0.0.0 for all of "
                               "them.",
                               wanted.host, systemText(reason)));
}

std::uint16_t boundPort(int socket) {
    sockaddr_storage own{};
    socklen_t size = sizeof own;
    ::getsockname(socket, reinterpret_cast<sockaddr*>(&own), &size);
    return ntohs(own.ss_family == AF_INET6 ? reinterpret_cast<const sockaddr_in6&>(own).sin6_port
                                           : reinterpret_cast<const sockaddr_in&>(own).sin_port);
}

bool isEverywhere(const std::string& host) { return host == kEverywhere || host == "::"; }

} // namespace

std::string Endpoint::text() const {
    const bool colons = host.find(':') != std::string::npos;
    return (colons ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

Endpoint endpointFrom(const std::string& text, const std::string& host, bool anyPort) {
    Endpoint found{.host = host, .port = 0};
    std::string port = text;
    if (const std::size_t colon = text.rfind(':'); colon != std::string::npos) {
        found.host = text.substr(0, colon);
        port = text.substr(colon + 1);
        if (found.host.starts_with('[') && found.host.ends_with(']'))
            found.host = found.host.substr(1, found.host.size() - 2);
        else if (found.host.find(':') != std::string::npos)
            throw notAnEndpoint(text, !host.empty()); // an IPv6 address needs brackets
    }
    const std::optional<std::uint16_t> number = numberIn<std::uint16_t>(port);
    if (found.host.empty() || !number || (*number == 0 && !anyPort))
        throw notAnEndpoint(text, !host.empty());
    found.port = *number;
    return found;
}

Listener listenAt(const Endpoint& wanted) {
    addrinfo hints{}, *found = nullptr;
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
    hints.ai_socktype = SOCK_STREAM;
    if (::getaddrinfo(wanted.host.c_str(), std::to_string(wanted.port).c_str(), &hints, &found) != 0)
        throw cannotListen(wanted, EADDRNOTAVAIL);
    const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> addresses(found, ::freeaddrinfo);
    Listener listener{.socket = FileDescriptor(::socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0)),
                      .bound = wanted,
                      .shown = wanted};
    const int yes = 1; // a leader that starts again need not wait for the last one's connections to be forgotten
    if (!listener.socket.isOpen() ||
        ::setsockopt(listener.socket.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
        ::bind(listener.socket.get(), found->ai_addr, found->ai_addrlen) != 0 ||
        ::listen(listener.socket.get(), SOMAXCONN) != 0) // else another process could bind it as well
        throw cannotListen(wanted, errno);
    listener.bound.port = listener.shown.port = boundPort(listener.socket.get());
    if (isEverywhere(wanted.host)) {
        listener.bound.host = wanted.host == "::" ? "::1" : "127.0.0.1";
        listener.shown.host = thisHost();
    }
    return listener;
}

} // namespace belfry

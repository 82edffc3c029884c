#include "core/ranks/route.h"

#include "core/base/file_descriptor.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <memory>

namespace belfry {

std::string thisHost() {
    std::array<char, 256> name{};
    ::gethostname(name.data(), name.size() - 1);
    return name.data();
}

std::string addressTowards(const std::string& host) {
    addrinfo wanted{}, *found = nullptr;
    wanted.ai_family = AF_INET;
    wanted.ai_socktype = SOCK_DGRAM; // connecting one chooses the way and sends nothing
    constexpr const char* kAnyPort = "9";
    if (::getaddrinfo(host.c_str(), kAnyPort, &wanted, &found) != 0)
        return {};
    const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> addresses(found, ::freeaddrinfo);
    const FileDescriptor socket(::socket(AF_INET, SOCK_DGRAM, 0));
    sockaddr_in own{};
    socklen_t size = sizeof own;
    std::array<char, INET_ADDRSTRLEN> text{};
    if (!socket.isOpen() || ::connect(socket.get(), addresses->ai_addr, addresses->ai_addrlen) != 0 ||
        ::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&own), &size) != 0)
        return {};
    ::inet_ntop(AF_INET, &own.sin_addr, text.data(), text.size());
    return text.data();
}

std::uint16_t freePort() {
    const FileDescriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in own{};
    own.sin_family = AF_INET; // any address, any port
    socklen_t size = sizeof own;
    if (!socket.isOpen() || ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&own), size) != 0 ||
        ::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&own), &size) != 0)
        return 0;
    return ntohs(own.sin_port);
}

bool isIpv4Address(const std::string& host) {
    in_addr parsed{};
    return ::inet_pton(AF_INET, host.c_str(), &parsed) == 1;
}

bool isLoopback(const std::string& address) { return address.starts_with("127."); }

} // namespace belfry

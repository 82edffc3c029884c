#include "core/ranks/route.h"

#include "core/base/file_descriptor.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
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

bool isPublicAddress(const std::string& address) {
    struct Network {
        std::uint32_t first;
        int bits;
    };
    static constexpr std::array kOthers{Network{0x00000000, 8},  Network{0x7f000000, 8},  Network{0x0a000000, 8},
                                        Network{0xac100000, 12}, Network{0xc0a80000, 16}, Network{0x64400000, 10},
                                        Network{0xa9fe0000, 16}};
    in_addr parsed{};
    if (::inet_pton(AF_INET, address.c_str(), &parsed) != 1)
        return false;
    const std::uint32_t number = ntohl(parsed.s_addr);
    return std::ranges::none_of(
        kOthers, [number](const Network& network) { return (number ^ network.first) >> (32 - network.bits) == 0; });
}

} // namespace belfry

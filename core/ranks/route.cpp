#include "core/ranks/route.h"

#include "core/base/file_descriptor.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace belfry {

std::string thisHost() {
    std::array<char, 256> name{};
    ::gethostname(name.data(), name.size() - 1);
    return name.data();
}

namespace {

using Addresses = std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)>;

Addresses addressesOf(const std::string& host, int family) {
    addrinfo wanted{}, *found = nullptr;
    wanted.ai_family = family;
    wanted.ai_socktype = SOCK_DGRAM; // connecting one chooses the way and sends nothing
    constexpr const char* kAnyPort = "9";
    if (::getaddrinfo(host.c_str(), kAnyPort, &wanted, &found) != 0)
        found = nullptr;
    return {found, ::freeaddrinfo};
}

std::string textOf(const sockaddr* address) {
    std::array<char, INET_ADDRSTRLEN> text{};
    ::inet_ntop(AF_INET, &reinterpret_cast<const sockaddr_in*>(address)->sin_addr, text.data(), text.size());
    return text.data();
}

std::vector<std::string> ownAddresses() {
    ifaddrs* found = nullptr;
    if (::getifaddrs(&found) != 0)
        return {};
    const std::unique_ptr<ifaddrs, decltype(&::freeifaddrs)> interfaces(found, ::freeifaddrs);
    std::vector<std::string> addresses;
    for (const ifaddrs* one = interfaces.get(); one != nullptr; one = one->ifa_next)
        if (one->ifa_addr != nullptr && one->ifa_addr->sa_family == AF_INET)
            addresses.push_back(textOf(one->ifa_addr));
    return addresses;
}

} // namespace

std::string addressTowards(const std::string& host) {
    const Addresses addresses = addressesOf(host, AF_INET);
    const FileDescriptor socket(::socket(AF_INET, SOCK_DGRAM, 0));
    sockaddr_in own{};
    socklen_t size = sizeof own;
    if (!addresses || !socket.isOpen() || ::connect(socket.get(), addresses->ai_addr, addresses->ai_addrlen) != 0 ||
        ::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&own), &size) != 0)
        return {};
    return textOf(reinterpret_cast<const sockaddr*>(&own));
}

bool isKnownHost(const std::string& host) { return addressesOf(host, AF_UNSPEC) != nullptr; }

std::string addressOf(const std::string& host) {
    const Addresses addresses = addressesOf(host, AF_INET);
    return addresses ? textOf(addresses->ai_addr) : std::string();
}

bool hasPublicAddress() { return std::ranges::any_of(ownAddresses(), isPublicAddress); }

bool isOwnAddress(const std::string& address) {
    return isLoopback(address) || std::ranges::count(ownAddresses(), address) > 0;
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

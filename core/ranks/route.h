// Which of this machine's addresses others reach it by, and a port. Free of torch; any thread.
#pragma once

#include <cstdint>
#include <string>

namespace belfry {

std::string thisHost(); // its name

// The IPv4 address that packets to `host` leave from; empty where there is no way to it. Asks the name service and the
// routing table; sends nothing.
std::string addressTowards(const std::string& host);
bool isIpv4Address(const std::string& host); // and no name
// Whether a name service, or the address itself, says where it is. Asks the name service.
bool isKnownHost(const std::string& host);
std::string addressOf(const std::string& host); // its first IPv4 address; empty where it has none. Likewise.
bool isLoopback(const std::string& address);
bool isOwnAddress(const std::string& address); // of this machine; IPv4
// An IPv4 address that strangers may reach: none of this machine, of private networks, of a provider's own (100.64/10),
// or of a link without any server (169.254/16).
bool isPublicAddress(const std::string& address);
bool hasPublicAddress(); // this machine
// One that no program listens on now; 0 where there is none. Another may take it before its user does.
std::uint16_t freePort();

} // namespace belfry

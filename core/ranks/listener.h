// A port of this machine that is taken before anything is served there, on one address alone. Free of torch.
#pragma once

#include "core/base/file_descriptor.h"

#include <cstdint>
#include <string>

namespace belfry {

struct Endpoint {
    std::string host; // a name or an address
    std::uint16_t port = 0;
    std::string text() const; // "host:29600", "[::1]:29600"
    bool operator==(const Endpoint&) const = default;
};
// Where a port alone is listened at: for those who come through a tunnel.
inline constexpr const char* kOwnMachine = "127.0.0.1";
// All of this machine's addresses.
inline constexpr const char* kEverywhere = "0.0.0.0";

// "HOST:PORT", "[ADDRESS]:PORT"; where `host` is given, PORT alone too. Port 0 only where `anyPort` says so. Throws
// Error(Usage) with what was found and expected.
Endpoint endpointFrom(const std::string& text, const std::string& host = {}, bool anyPort = false);

struct Listener {
    FileDescriptor socket; // takes connections, which wait to be served
    Endpoint bound;        // with the port that was found for port 0
    Endpoint shown;        // what others are told: this machine's name where all of its addresses are listened to
};
// Throws Error(Usage): the port is taken or reserved, the address is none of this machine's. Asks the name service.
Listener listenAt(const Endpoint& wanted);

} // namespace belfry

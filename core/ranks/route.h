// Which of this machine's addresses others reach it by. Free of torch; any thread.
#pragma once

#include <string>

namespace belfry {

std::string thisHost(); // its name

// The IPv4 address that packets to `host` leave from; empty where there is no way to it. Asks the name service and the
// routing table; sends nothing.
std::string addressTowards(const std::string& host);
bool isLoopback(const std::string& address);

} // namespace belfry

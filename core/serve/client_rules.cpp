#include "core/serve/client_rules.h"

#include <arpa/inet.h>
#include <openssl/crypto.h>
#include <strings.h>

#include <algorithm>

namespace belfry {
namespace {

// "[::1]:8000" -> "::1"
std::string withoutPort(std::string_view address) {
    if (address.starts_with('[')) {
        const std::size_t end = address.find(']');
        return std::string(address.substr(1, end == std::string_view::npos ? end : end - 1));
    }
    return std::string(address.substr(0, address.rfind(':')));
}

} // namespace

bool namesLoopback(const std::string& host) {
    if (host == "localhost" || host == "::1")
        return true;
    in_addr address{};
    return ::inet_pton(AF_INET, host.c_str(), &address) == 1 && (ntohl(address.s_addr) >> 24) == 127;
}

bool mayAsk(std::string_view host, std::string_view origin, bool onlyLoopback) {
    if (onlyLoopback && !namesLoopback(withoutPort(host)))
        return false;
    if (origin.empty())
        return true;
    const std::size_t scheme = origin.find("://");
    return scheme != std::string_view::npos && origin.substr(scheme + 3) == host;
}

bool bears(std::string_view authorization, std::string_view token) {
    constexpr std::string_view kScheme = "Bearer ";
    return ::strncasecmp(authorization.data(), kScheme.data(), std::min(authorization.size(), kScheme.size())) == 0 &&
           authorization.size() == kScheme.size() + token.size() &&
           CRYPTO_memcmp(authorization.data() + kScheme.size(), token.data(), token.size()) == 0;
}

} // namespace belfry

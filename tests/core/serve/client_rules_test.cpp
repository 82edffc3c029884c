#include "core/serve/client_rules.h"

#include <gtest/gtest.h>

namespace belfry {
namespace {

TEST(ClientRules, OnlyTheLoopbackIsOutOfOthersReach) {
    for (const char* host : {"127.0.0.1", "127.1.2.3", "localhost", "::1"})
        EXPECT_TRUE(namesLoopback(host)) << host;
    for (const char* host :
         {"0.0.0.0", "::", "192.168.1.2", "127.0.0.1.example.org", "127.example.org", "example.org", ""})
        EXPECT_FALSE(namesLoopback(host)) << host;
}

// A page of a stranger, whose name was made to mean 127.0.0.1, or which sends to "localhost".
TEST(ClientRules, PagesOfStrangersMayNotAsk) {
    EXPECT_TRUE(mayAsk("127.0.0.1:8000", "", true)); // curl
    EXPECT_TRUE(mayAsk("[::1]:8000", "", true));
    EXPECT_TRUE(mayAsk("localhost:8000", "http://localhost:8000", true)); // its own page
    EXPECT_FALSE(mayAsk("evil.example:8000", "", true));
    EXPECT_FALSE(mayAsk("", "", true));
    EXPECT_FALSE(mayAsk("localhost:8000", "http://evil.example", true));
    EXPECT_FALSE(mayAsk("localhost:8000", "http://localhost:9000", true));
    EXPECT_FALSE(mayAsk("localhost:8000", "null", true));
    EXPECT_TRUE(mayAsk("studio.example", "https://studio.example", false)); // behind a proxy, with a token
    EXPECT_FALSE(mayAsk("studio.example", "https://evil.example", false));
}

TEST(ClientRules, OnlyTheTokenItselfIsBorne) {
    EXPECT_TRUE(bears("Bearer secret", "secret"));
    EXPECT_TRUE(bears("bearer secret", "secret")); // a scheme has no case (RFC 9110)
    for (const char* header :
         {"", "secret", "Bearer", "Bearer ", "Bearer secre", "Bearer secrets", "Bearer Secret", "Basic secret"})
        EXPECT_FALSE(bears(header, "secret")) << header;
}

} // namespace
} // namespace belfry

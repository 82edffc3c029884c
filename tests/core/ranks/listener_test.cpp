// Addresses as users type them, and ports that are taken.
#include "core/base/error.h"
#include "core/ranks/listener.h"

#include <gtest/gtest.h>

namespace belfry {
namespace {

TEST(Endpoint, IsReadFromText) {
    EXPECT_EQ(endpointFrom("node1:29600"), (Endpoint{"node1", 29600}));
    EXPECT_EQ(endpointFrom("[::1]:29600").text(), "[::1]:29600");
    EXPECT_EQ(endpointFrom("0", "127.0.0.1", true), (Endpoint{"127.0.0.1", 0}));
    for (const char* text : {"", "node1", ":1", "node1:", "node1:0", "node1:65536", "node1:1x", "::1:29600", "29600"})
        EXPECT_THROW(endpointFrom(text), Error) << text;
    const Listener taken = listenAt({.host = "127.0.0.1", .port = 0});
    EXPECT_THROW(listenAt(taken.bound), Error);
    EXPECT_THROW(listenAt({.host = "192.0.2.1", .port = 0}), Error); // no address of this machine (RFC 5737)
}

} // namespace
} // namespace belfry

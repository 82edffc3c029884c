// What other machines say of themselves. A script stands in for ssh.
#include "core/base/error.h"
#include "core/ranks/remote_host.h"
#include "tests/core/ranks/stand_in_ssh.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace belfry {
namespace {

HostDevices devicesSaidBy(const std::string& answer) {
    const StandInSsh ssh("cat \"${0%/*}/answer\"\n");
    ssh.write("answer", answer);
    return devicesOfHost("a", "belfry-cli");
}

TEST(RemoteHost, SaysItsDevices) {
    const HostDevices found = devicesSaidBy("Welcome to a!\n{\n \"devices\": [\n"
                                            "{\"id\": \"cpu\", \"name\": \"CPU\", \"cores\": 4},\n"
                                            "{\"id\": \"cuda:0\", \"name\": \"H100\"},\n"
                                            "{\"id\": \"cuda:1\", \"name\": \"A100\"}]\n}\n");
    EXPECT_EQ(found.cores, 4);
    EXPECT_EQ(found.gpus, 2);
    EXPECT_EQ(found.gpuName, "H100");
}

// Values of other kinds ended in an error of the JSON library's, with its words.
TEST(RemoteHost, ThatSaysAnythingElseIsNamed) {
    for (const char* devices : {"5",
                                "\"cpu\"",
                                "null",
                                "{\"id\": 1}",
                                "[1]",
                                "[null]",
                                "[[]]",
                                "[\"cpu\"]",
                                "[{}]",
                                "[{\"id\": 1, \"name\": \"a\"}]",
                                "[{\"id\": \"cuda:0\"}]",
                                "[{\"id\": \"cuda:0\", \"name\": 1}]",
                                "[{\"id\": \"cpu\", \"name\": \"a\"}]",
                                "[{\"id\": \"cpu\", \"name\": \"a\", \"cores\": \"4\"}]",
                                "[{\"id\": \"cpu\", \"name\": \"a\", \"cores\": 1.5}]",
                                "[{\"id\": \"cpu\", \"name\": \"a\", \"cores\": -1}]",
                                "[{\"id\": \"cpu\", \"name\": \"a\", \"cores\": 1e300}]",
                                "[{\"id\": \"cpu\", \"name\": \"a\", \"cores\": 4294967296}]",
                                "[{\"id\": \"cpu\", \"name\": \"a\", \"cores\": 18446744073709551615}]",
                                "[",
                                "\xff"})
        try {
            devicesSaidBy("{\n\"devices\": " + std::string(devices) + "\n}\n");
            ADD_FAILURE() << devices;
        } catch (const Error& error) {
            EXPECT_EQ(error.category(), ErrorCategory::Device);
            EXPECT_THAT(error.what(), testing::StartsWith("Host 'a' did not say which devices it has")) << devices;
        }
}

} // namespace
} // namespace belfry

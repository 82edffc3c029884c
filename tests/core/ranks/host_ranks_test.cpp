// Ranks on other machines: where they meet, and that none is left. A script stands in for ssh.
#include "core/ranks/host_ranks.h"
#include "tests/core/ranks/stand_in_ssh.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <csignal>

namespace belfry {
namespace {

// Where each host was told its own route, and rank 0 listened on the first one's, the others did not come.
TEST(HostRanks, TellOneAddressWhereAllCanReachIt) {
    struct Case {
        std::vector<std::string> addresses, told;
        std::string listen;
    };
    for (const Case& one :
         {Case{{"10.0.0.1", "10.0.0.1"}, {"10.0.0.1", "10.0.0.1"}, ""},
          Case{{"127.0.0.1", "10.0.0.1"}, {"10.0.0.1", "10.0.0.1"}, ""},
          Case{{"127.0.0.1", "127.0.0.2"}, {"127.0.0.1", "127.0.0.1"}, ""},
          Case{{"127.0.0.1", "10.0.0.1", "192.168.0.1"}, {"10.0.0.1", "10.0.0.1", "192.168.0.1"}, "0.0.0.0"}}) {
        const MeetingPlace place = meetingPlaceOf(one.addresses);
        EXPECT_EQ(place.told, one.told);
        EXPECT_EQ(place.listen, one.listen);
    }
}

// Over a script that says "ready" once it is, and writes its number into a file of its host's name.
class HostRanksTest : public testing::Test {
protected:
    HostRanksTest() { std::signal(SIGPIPE, SIG_IGN); }

    static std::string scriptThat(const std::string& goesOn) {
        return "for word; do [ \"$word\" != -G ] || exec echo hostname 127.0.0.1; done\n"
               "while [ \"$1\" != -- ]; do shift; done\n"
               "here=${0%/*}\n" +
               goesOn;
    }
    std::unique_ptr<HostRanks> startedOnTwo() {
        auto ranks = std::make_unique<HostRanks>(hostsFrom("a,b"),
                                                 HostRanks::Order{.program = "none", .command = {}, .input = "{}"},
                                                 HostRanks::Sinks{.line =
                                                                      [this](const std::string&, const std::string&) {
                                                                          ready_ += 1;
                                                                          ready_.notify_all();
                                                                      },
                                                                  .ended = [](const HostRanks::End&) {}});
        for (int ready = 0; ready < 2; ready = ready_)
            ready_.wait(ready);
        ranks->met();
        return ranks;
    }

private:
    std::atomic<int> ready_ = 0;
};

// A failed run left ranks that go on to the end of the program, and each was then waited for in turn.
TEST_F(HostRanksTest, AreGoneAfterTheRun) {
    const StandInSsh ssh(scriptThat("echo $$ > \"$here/$2\"; echo ready; exec cat > /dev/null\n"));
    const auto ranks = startedOnTwo();
    ranks->finish(std::chrono::milliseconds(0));
    for (const char* host : {"a", "b"})
        EXPECT_NE(::kill(std::stoi(ssh.read(host)), 0), 0) << host;
}

// Each had five seconds and five more, one after the other.
TEST_F(HostRanksTest, ThatDoNotEndAreEndedAtTheSameTime) {
    const StandInSsh ssh(
        scriptThat("trap 'kill -0 $(cat \"$here/a\" \"$here/b\") || echo alone >> \"$here/log\"' TERM\n"
                   "echo $$ > \"$here/$2\"; until [ -s \"$here/a\" ] && [ -s \"$here/b\" ]; do sleep 0.1; done\n"
                   "echo ready; exec > /dev/null 2>&1; while :; do sleep 1; done\n"));
    startedOnTwo().reset();
    for (const char* host : {"a", "b"})
        EXPECT_NE(::kill(std::stoi(ssh.read(host)), 0), 0) << host;
    EXPECT_EQ(ssh.read("log"), "");
}

} // namespace
} // namespace belfry

// Names of hosts, words for their shells, and other programs.
#include "core/base/child_process.h"
#include "core/base/error.h"
#include "core/ranks/host_list.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>

namespace belfry {
namespace {

constexpr std::chrono::minutes kLong(4);

TEST(HostList, HasNamesAndTowers) {
    EXPECT_EQ(hostsFrom("a"), (std::vector<Host>{{"a", 0}}));
    EXPECT_EQ(hostsFrom("a:2,user@b-1.x_y:12"), (std::vector<Host>{{"a", 2}, {"user@b-1.x_y", 12}}));
}

TEST(HostList, RefusesWhatSshOrAShellWouldTakeForMore) {
    for (const char* list : {"", ",", "a,", "-x", "a,-oProxyCommand=x", "u@-b", "-u@b", "@b", "a@", "a b", "a;b", "$a",
                             "a\nb", "a/b", "a@b@c", "::1"})
        EXPECT_THROW(hostsFrom(list), Error) << list;
    for (const char* list : {"a:", "a:0", "a:-1", "a:2x", "a:99999999999", "a:1:2"})
        EXPECT_THROW(hostsFrom(list), Error) << list;
    EXPECT_THROW(hostsFrom("a,b,a:2"), Error);
}

std::string said(const std::vector<std::string>& command, std::string_view told = {}) {
    ChildProcess process(command);
    EXPECT_TRUE(process.tell(told));
    process.endInput();
    std::string output;
    while (process.next(output, kLong) == ChildProcess::News::Output) {
    }
    EXPECT_EQ(process.status(), 0);
    return output;
}

TEST(HostList, QuotesForAShell) {
    for (const std::string word : {"", "a b", "it's", "$HOME `id` \"x\" \\ ! * ~ ; & | # \n \t", "''", "-n"})
        EXPECT_EQ(said({"sh", "-c", "printf '%s|' " + quotedForShell({word, "end"})}), word + "|end|");
}

std::string allBytes() {
    std::string all;
    for (int byte = 1; byte < 256; ++byte)
        all += static_cast<char>(byte);
    return all;
}

// Shells disagree on '!', on line ends, and on a backslash before another or before a quote: csh and fish gave the
// program on a host other words, or none.
TEST(HostList, SendsAScriptThroughAnyShell) {
    for (const std::string& word : {allBytes(), allBytes() + '\n', std::string("it's a\\\\b \\' !! \\")}) {
        const std::string command = forAnyShell("printf '%s|' " + quotedForShell({word, "end"}));
        EXPECT_THAT(command, testing::MatchesRegex("exec sh -c '[^'\\!\n]+' sh '([^'\\!\n]|\\\\0[0-7]{3})+'"));
        for (const char c : command)
            EXPECT_TRUE(c >= ' ' && c <= '~') << int{c};
        EXPECT_EQ(said({"sh", "-c", command}), word + "|end|");
    }
}

TEST(ChildProcess, IsToldAndSays) {
    EXPECT_EQ(said({"cat"}, "some words"), "some words");
    EXPECT_EQ(said({"sh", "-c", "echo out; echo error >&2"}), "out\nerror\n");
}

TEST(ChildProcess, SaysHowItEnded) {
    std::string output;
    ChildProcess failed({"sh", "-c", "exit 3"});
    EXPECT_EQ(failed.next(output, kLong), ChildProcess::News::Ended);
    EXPECT_EQ(failed.status(), 3);
    ChildProcess waiting({"cat"});
    EXPECT_EQ(waiting.next(output, std::chrono::milliseconds(1)), ChildProcess::News::None);
    waiting.signal(SIGTERM);
    EXPECT_EQ(waiting.next(output, kLong), ChildProcess::News::Ended);
    EXPECT_EQ(waiting.status(), 128 + SIGTERM);
    EXPECT_THROW(ChildProcess({"no-program-of-this-name"}), Error);
}

// The programs hold back signals for a thread of theirs; others that they start must be free to get them.
TEST(ChildProcess, InheritsNoBlockedSignal) {
    sigset_t blocked{}, before{};
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &blocked, &before);
    EXPECT_THAT(said({"grep", "SigBlk", "/proc/self/status"}), testing::HasSubstr("0000000000000000"));
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

// A supervisor may start the programs so. Every status was then read as 0: a rank that failed had ended well.
TEST(ChildProcess, SaysHowItEndedWhereChildrenWereIgnored) {
    const auto before = std::signal(SIGCHLD, SIG_IGN);
    std::string output;
    ChildProcess failed({"sh", "-c", "exit 3"});
    EXPECT_EQ(failed.next(output, kLong), ChildProcess::News::Ended);
    EXPECT_EQ(failed.status(), 3);
    std::signal(SIGCHLD, before);
}

TEST(ChildProcess, DoesNotTakeAnUnknownStatusForSuccess) {
    std::string output;
    ChildProcess forgotten({"cat"});
    const auto before = std::signal(SIGCHLD, SIG_IGN);
    forgotten.endInput();
    EXPECT_EQ(forgotten.next(output, kLong), ChildProcess::News::Ended);
    EXPECT_EQ(forgotten.status(), ChildProcess::kUnknownStatus);
    std::signal(SIGCHLD, before);
}

// ssh held a run's database and the sockets of its meeting, as long as it went on itself.
TEST(ChildProcess, InheritsNoFile) {
    constexpr int kBeyondOthers = 500;
    const int file = ::fcntl(STDERR_FILENO, F_DUPFD, kBeyondOthers); // not closed by exec
    ASSERT_GE(file, kBeyondOthers);
    EXPECT_EQ(said({"sh", "-c", "test -e /proc/$$/fd/" + std::to_string(file) + "; echo $?"}), "1\n");
    ::close(file);
}

// Ctrl-C at the terminal is for the programs alone, which then end the others in order.
TEST(ChildProcess, IsInASessionOfItsOwn) {
    const std::string session = said({"cut", "-d", " ", "-f", "6", "/proc/self/stat"});
    EXPECT_NE(session, std::to_string(::getsid(0)) + "\n");
}

// A child of its own may go on with the output open.
TEST(ChildProcess, WaitsForNobodyElseWithItsOutput) {
    ChildProcess leaving({"sh", "-c", "exec 3<&0; cat <&3 & exit 0"});
    std::string output;
    EXPECT_EQ(leaving.next(output, kLong), ChildProcess::News::Ended);
    leaving.endInput(); // for the other
}

} // namespace
} // namespace belfry

#include "core/runs/process_identity.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

namespace belfry {
namespace {

TEST(ProcessIdentity, RecognisesRunningProcesses) {
    EXPECT_EQ(livenessOf(thisProcess()), Liveness::Alive);
    const pid_t child = ::fork();
    if (child == 0) {
        ::pause();
        ::_exit(0);
    }
    const ProcessIdentity identity = identityOf(child);
    EXPECT_NE(identity.startTicks, 0U);
    EXPECT_EQ(livenessOf(identity), Liveness::Alive);
    ::kill(child, SIGKILL);
    siginfo_t info{};
    ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT); // dead, but still in the table
    EXPECT_EQ(livenessOf(identity), Liveness::Gone);
    ::waitpid(child, nullptr, 0);
    EXPECT_EQ(livenessOf(identity), Liveness::Gone);
}

TEST(ProcessIdentity, DetectsReusedPidsAndReboots) {
    ProcessIdentity other = thisProcess();
    other.startTicks += 1;
    EXPECT_EQ(livenessOf(other), Liveness::Gone);
    other = thisProcess();
    other.boot = "another";
    EXPECT_EQ(livenessOf(other), Liveness::Gone);
    other.host = "elsewhere";
    EXPECT_EQ(livenessOf(other), Liveness::Unknown);
    EXPECT_EQ(livenessOf({thisProcess().host, thisProcess().boot, -1, 0}), Liveness::Gone);
}

TEST(ProcessIdentity, RoundTripsAsJson) { EXPECT_EQ(processIdentityFromJson(toJson(thisProcess())), thisProcess()); }

} // namespace
} // namespace belfry

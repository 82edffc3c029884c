// Which rank a process is, from variables that a test sets: never from those of the machine.
#include "core/base/error.h"
#include "core/ranks/launch.h"
#include "core/ranks/route.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace belfry {
namespace {

using Variables = std::map<std::string, std::string>;

std::optional<Launch> launchOf(const Variables& variables) {
    return launchFrom([&](const char* name) -> std::optional<std::string> {
        const auto found = variables.find(name);
        return found == variables.end() ? std::nullopt : std::optional(found->second);
    });
}

std::string refusal(const Variables& variables) {
    try {
        launchOf(variables);
    } catch (const Error& error) {
        EXPECT_EQ(error.category(), ErrorCategory::Usage);
        return error.what();
    }
    return "none";
}

const Variables kPlain{{"RANK", "1"}, {"WORLD_SIZE", "3"}, {"MASTER_ADDR", "a"}, {"MASTER_PORT", "29500"}};

Variables with(Variables variables, const Variables& others) {
    for (const auto& [name, value] : others)
        variables[name] = value;
    return variables;
}
Variables without(Variables variables, const std::string& name) {
    variables.erase(name);
    return variables;
}

TEST(Launch, IsNoneWithoutALauncher) {
    EXPECT_FALSE(launchOf({}));
    EXPECT_FALSE(launchOf({{"MASTER_ADDR", "a"}, {"LOCAL_RANK", "0"}}));
    // A batch script of Slurm's has these without being a rank.
    EXPECT_FALSE(launchOf({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "4"}, {"SLURM_JOB_ID", "7"}}));
}

TEST(Launch, IsWhatPlainVariablesSay) {
    const auto launch = launchOf(with(kPlain, {{"LOCAL_RANK", "1"}, {"LOCAL_WORLD_SIZE", "2"}}));
    ASSERT_TRUE(launch);
    EXPECT_EQ(launch->rank, 1);
    EXPECT_EQ(launch->ranks, 3);
    EXPECT_EQ(launch->localRank, 1);
    EXPECT_EQ(launch->localRanks, 2);
    EXPECT_EQ(launch->address, "a");
    EXPECT_EQ(launch->port, 29500);
    EXPECT_FALSE(launch->agentStore);
}

TEST(Launch, IsTorchruns) {
    const auto launch = launchOf(with(kPlain, {{"TORCHELASTIC_RUN_ID", "job"},
                                               {"TORCHELASTIC_RESTART_COUNT", "2"},
                                               {"TORCHELASTIC_USE_AGENT_STORE", "True"}}));
    ASSERT_TRUE(launch);
    EXPECT_EQ(launch->launcher, "torchrun");
    EXPECT_TRUE(launch->agentStore);
    EXPECT_EQ(launch->attempt, "2");
    EXPECT_EQ(launch->job, "torchrun job");
}

TEST(Launch, IsSlurms) {
    const Variables slurm{{"SLURM_STEP_ID", "0"},        {"SLURM_PROCID", "5"},
                          {"SLURM_STEP_NUM_TASKS", "6"}, {"SLURM_LOCALID", "1"},
                          {"SLURM_JOB_ID", "123456"},    {"SLURM_STEP_TASKS_PER_NODE", "2(x2),1"},
                          {"SLURM_RESTART_COUNT", "1"},  {"SLURM_STEP_NODELIST", "node[03-05,9],x"}};
    const auto launch = launchOf(slurm);
    ASSERT_TRUE(launch);
    EXPECT_EQ(launch->launcher, "srun");
    EXPECT_EQ(launch->rank, 5);
    EXPECT_EQ(launch->localRanks, 2);
    EXPECT_EQ(launch->address, "node03");
    EXPECT_EQ(launch->port, 15000 + 3456);
    EXPECT_EQ(launch->attempt, "1");
    EXPECT_EQ(launchOf(with(slurm, {{"MASTER_ADDR", "b"}, {"MASTER_PORT", "99"}}))->port, 99);
}

TEST(Launch, IsMpiruns) {
    const Variables master{{"MASTER_ADDR", "a"}, {"MASTER_PORT", "1"}};
    const auto open = launchOf(with(master, {{"OMPI_COMM_WORLD_RANK", "2"},
                                             {"OMPI_COMM_WORLD_SIZE", "4"},
                                             {"OMPI_COMM_WORLD_LOCAL_RANK", "0"},
                                             {"OMPI_COMM_WORLD_LOCAL_SIZE", "2"}})),
               other = launchOf(with(master, {{"PMI_RANK", "3"}, {"PMI_SIZE", "4"}}));
    ASSERT_TRUE(open && other);
    EXPECT_EQ(open->launcher, "mpirun");
    EXPECT_EQ(open->rank, 2);
    EXPECT_EQ(open->localRanks, 2);
    EXPECT_EQ(other->rank, 3);
    EXPECT_EQ(other->localRank, 0);
}

// On one machine it needs nothing that the user would have to set.
TEST(Launch, IsMpirunsWithoutMore) {
    const Variables here{{"OMPI_COMM_WORLD_RANK", "1"},
                         {"OMPI_COMM_WORLD_SIZE", "4"},
                         {"OMPI_COMM_WORLD_LOCAL_SIZE", "4"},
                         {"PMIX_NAMESPACE", "1172897793"}};
    const auto launch = launchOf(here), sibling = launchOf(with(here, {{"OMPI_COMM_WORLD_RANK", "3"}})),
               other = launchOf(with(here, {{"PMIX_NAMESPACE", "prterun-host-71@1"}}));
    EXPECT_EQ(launch->address, "127.0.0.1");
    EXPECT_GE(launch->port, 15000);
    EXPECT_LT(launch->port, 25000);
    EXPECT_EQ(sibling->port, launch->port);
    EXPECT_NE(other->port, launch->port);
    EXPECT_THAT(refusal(with(here, {{"OMPI_COMM_WORLD_LOCAL_SIZE", "2"}})), testing::StartsWith("MASTER_ADDR"));
    EXPECT_THAT(refusal(without(here, "PMIX_NAMESPACE")), testing::StartsWith("MASTER_PORT"));
}

// Variables of two launchers at once: those of the one that starts ranks last, all of them.
TEST(Launch, MixesNoLaunchers) {
    const Variables helper{{"SLURM_STEP_ID", "0"}, {"SLURM_PROCID", "7"}, {"SLURM_STEP_NUM_TASKS", "8"}};
    EXPECT_EQ(launchOf(with(kPlain, helper))->rank, 1);
    // Open MPI on two of Slurm's nodes: a step of srun's has started the helper that has started the rank.
    EXPECT_EQ(launchOf(with({{"OMPI_COMM_WORLD_RANK", "2"},
                             {"OMPI_COMM_WORLD_SIZE", "4"},
                             {"MASTER_ADDR", "a"},
                             {"MASTER_PORT", "1"}},
                            helper))
                  ->rank,
              2);
}

TEST(Launch, RefusesWhatCannotBe) {
    EXPECT_EQ(refusal(with(kPlain, {{"RANK", "3"}})),
              "RANK is '3'; expected a number from 0 to 2. Whoever starts one rank of several sets it.");
    EXPECT_EQ(refusal(with(kPlain, {{"RANK", ""}})),
              "RANK is ''; expected a number from 0 to 2. Whoever starts one rank of several sets it.");
    for (const char* size : {"", "0", "-1", "2x", "99999999999999999999", "1e3", " 2"})
        EXPECT_THAT(refusal(with(kPlain, {{"WORLD_SIZE", size}})), testing::StartsWith("WORLD_SIZE is '")) << size;
    EXPECT_THAT(refusal(without(kPlain, "WORLD_SIZE")), testing::StartsWith("WORLD_SIZE is not set;"));
    EXPECT_THAT(refusal(without(kPlain, "MASTER_ADDR")), testing::StartsWith("MASTER_ADDR is not set;"));
    EXPECT_THAT(refusal(without(kPlain, "MASTER_PORT")), testing::StartsWith("MASTER_PORT is not set;"));
    for (const char* port : {"0", "65536", "http"})
        EXPECT_THAT(refusal(with(kPlain, {{"MASTER_PORT", port}})), testing::StartsWith("MASTER_PORT is '")) << port;
    EXPECT_THAT(refusal(with(kPlain, {{"LOCAL_RANK", "3"}})), testing::StartsWith("LOCAL_RANK is '3'"));
}

// Each of the processes trained alone, without a word.
TEST(Launch, RefusesANumberOfRanksWithoutARank) {
    EXPECT_EQ(refusal(without(kPlain, "RANK")),
              "RANK is not set; expected a number from 0 to 2. Whoever starts one rank of several sets it.");
    EXPECT_THAT(refusal({{"WORLD_SIZE", "two"}}), testing::StartsWith("WORLD_SIZE is 'two'"));
    EXPECT_FALSE(launchOf({{"WORLD_SIZE", "1"}}));
    // A batch script that sets it for its steps is no rank.
    EXPECT_FALSE(launchOf({{"WORLD_SIZE", "4"}, {"SLURM_JOB_ID", "7"}, {"SLURM_PROCID", "0"}}));
}

// A sentence about ranks that did not come named all of them.
TEST(Launch, RefusesMoreRanksThanAnybodyHas) {
    EXPECT_EQ(launchOf(with(kPlain, {{"WORLD_SIZE", "4096"}}))->ranks, 4096);
    EXPECT_EQ(refusal(with(kPlain, {{"WORLD_SIZE", "4097"}})),
              "WORLD_SIZE is '4097'; expected a number from 1 to 4096. Whoever starts one rank of several sets it.");
}

TEST(Launch, FindsTheFirstHostOfAList) {
    EXPECT_EQ(firstOfHosts("a"), "a");
    EXPECT_EQ(firstOfHosts("a,b[1-2]"), "a");
    EXPECT_EQ(firstOfHosts("b[01-02]"), "b01");
    EXPECT_EQ(firstOfHosts("b[7],c"), "b7");
    EXPECT_EQ(firstOfHosts("b["), "b");
    EXPECT_EQ(firstOfHosts(""), "");
}

TEST(Route, KnowsPublicAddresses) {
    for (const char* address : {"8.8.8.8", "1.0.0.1", "172.15.255.255", "172.32.0.1", "192.167.0.1", "192.169.0.1",
                                "100.63.0.1", "100.128.0.1", "169.253.0.1", "11.0.0.1", "128.0.0.1", "203.0.113.7"})
        EXPECT_TRUE(isPublicAddress(address)) << address;
    for (const char* address :
         {"127.0.0.1", "127.255.0.9", "10.77.0.1", "172.16.0.1", "172.31.255.254", "192.168.1.1", "100.64.0.1",
          "100.127.0.1", "169.254.10.10", "0.0.0.0", "", "localhost", "host.example", "8.8.8", "::1"})
        EXPECT_FALSE(isPublicAddress(address)) << address;
}

// For what one process does, which needs no more than to know that there are others.
TEST(Launch, IsKnownAlsoWhereNobodyIsToBeMet) {
    const auto known = [](const Variables& variables) {
        const auto launched = launchedAs([&](const char* name) -> std::optional<std::string> {
            const auto found = variables.find(name);
            return found == variables.end() ? std::nullopt : std::optional(found->second);
        });
        return launched ? launched->launcher + " " + std::to_string(launched->ranks) : "none";
    };
    EXPECT_EQ(known({}), "none");
    EXPECT_EQ(known({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "4"}, {"SLURM_JOB_ID", "7"}}), "none");
    EXPECT_EQ(known({{"RANK", "0"}, {"WORLD_SIZE", "3"}}), "RANK 3");
    EXPECT_EQ(known({{"RANK", "0"}, {"WORLD_SIZE", "1"}}), "RANK 1");
    for (const Variables& half : {Variables{{"RANK", "0"}, {"WORLD_SIZE", "two"}},
                                  Variables{{"RANK", "0"}, {"WORLD_SIZE", ""}}, Variables{{"WORLD_SIZE", "2"}}})
        EXPECT_THROW(known(half), Error);
    EXPECT_EQ(known({{"OMPI_COMM_WORLD_RANK", "0"}, {"OMPI_COMM_WORLD_SIZE", "1"}}), "mpirun 1");
}

} // namespace
} // namespace belfry

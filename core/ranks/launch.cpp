#include "core/ranks/launch.h"

#include "core/base/error.h"
#include "core/base/number_in.h"
#include "core/base/text_hash.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>

namespace belfry {
namespace {

// sign: set for every rank that the launcher starts, and for nobody else.
struct Launcher {
    const char *name, *sign, *rank, *ranks, *localRank, *localRanks;
};
constexpr std::array kLaunchers{
    Launcher{"torchrun", "TORCHELASTIC_RUN_ID", "RANK", "WORLD_SIZE", "LOCAL_RANK", "LOCAL_WORLD_SIZE"},
    Launcher{"RANK", "RANK", "RANK", "WORLD_SIZE", "LOCAL_RANK", "LOCAL_WORLD_SIZE"},
    // Before srun, by which it starts its own helper on each of Slurm's nodes: that one's variables are in the ranks
    // too.
    Launcher{"mpirun", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE",
             "OMPI_COMM_WORLD_LOCAL_RANK", "OMPI_COMM_WORLD_LOCAL_SIZE"},
    // A batch script has the job's variables; only a step has ranks.
    Launcher{"srun", "SLURM_STEP_ID", "SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "SLURM_LOCALID",
             "SLURM_STEP_TASKS_PER_NODE"},
    Launcher{"mpirun", "PMI_RANK", "PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID", "MPI_LOCALNRANKS"},
};

class Variables {
public:
    explicit Variables(const Environment& value) : value_(value) {}

    bool has(const char* name) const { return value_(name).has_value(); }
    std::string text(const char* name) const { return value_(name).value_or(std::string()); }

    // A whole number from `least` to `most`.
    int number(const char* name, int least, int most) const {
        const std::optional<std::string> text = value_(name);
        if (!text)
            throw usageError(Text::tr("%1 is not set; expected a number from %2 to %3. Whoever starts one rank of "
                                      "several sets it.",
                                      std::string(name), std::int64_t{least}, std::int64_t{most}));
        const std::optional<int> number = numberIn<int>(*text);
        if (!number || *number < least || *number > most)
            throw usageError(Text::tr("%1 is '%2'; expected a number from %3 to %4. Whoever starts one rank of several "
                                      "sets it.",
                                      std::string(name), *text, std::int64_t{least}, std::int64_t{most}));
        return *number;
    }
    int number(const char* name, int least, int most, int otherwise) const {
        return has(name) ? number(name, least, most) : otherwise;
    }

private:
    const Environment& value_;
};

auto launcherIn(const Variables& variables) {
    return std::ranges::find_if(
        kLaunchers, [&](const Launcher& launcher) { return variables.has(launcher.sign); });
}

constexpr int kMostRanks = 4096;                       // more is a slip: all of them would be waited for, and named
constexpr const char* kJobOfMpirun = "PMIX_NAMESPACE"; // Open MPI from 4 on

// Slurm's "4(x2),3": that of the own node is not told apart, and the largest is enough to divide cores by.
int tasksPerNode(const std::string& list) {
    int most = 1, number = 0;
    bool repeats = false; // within "(x2)"
    for (const char c : list + ',') {
        if (c >= '0' && c <= '9') {
            number = std::min(10 * number + (c - '0'), kMostRanks);
            continue;
        }
        if (!repeats)
            most = std::max(most, number);
        repeats = c == 'x';
        number = 0;
    }
    return most;
}

// The same for all ranks of a job, another for another job.
std::uint16_t portOfJob(std::uint64_t job) {
    constexpr std::uint64_t kFirst = 15000, kPorts = 10000;
    return static_cast<std::uint16_t>(kFirst + job % kPorts);
}

std::uint16_t portFrom(const Variables& variables, const Launch& launch) {
    if (launch.launcher == "srun" && !variables.has("MASTER_PORT"))
        return portOfJob(
            static_cast<std::uint64_t>(variables.number("SLURM_JOB_ID", 0, std::numeric_limits<int>::max())));
    if (launch.launcher == "mpirun" && !variables.has("MASTER_PORT") && variables.has(kJobOfMpirun))
        return portOfJob(fnv1a(variables.text(kJobOfMpirun)));
    return static_cast<std::uint16_t>(variables.number("MASTER_PORT", 1, 65535));
}

// A number of several ranks without this one's: each would train alone, and write its own run. A batch script of
// Slurm's may set it for the steps that it starts.
void refuseHalfALaunch(const Variables& variables) {
    if (!variables.has("WORLD_SIZE") || variables.has("SLURM_JOB_ID"))
        return;
    if (const int ranks = variables.number("WORLD_SIZE", 1, kMostRanks); ranks > 1)
        variables.number("RANK", 0, ranks - 1); // which is not set
}

void findMaster(const Variables& variables, Launch& launch) {
    launch.address = variables.text("MASTER_ADDR");
    if (launch.address.empty() && launch.launcher == "srun")
        launch.address = firstOfHosts(variables.text("SLURM_STEP_NODELIST"));
    if (launch.address.empty() && launch.launcher == "mpirun" && launch.localRanks == launch.ranks)
        launch.address = "127.0.0.1"; // it does not say where rank 0 is, unless all are here
    if (launch.address.empty())
        throw usageError(Text::tr("MASTER_ADDR is not set; expected the name or address of the machine of rank 0. "
                                  "Set it alike on all ranks."));
    launch.port = portFrom(variables, launch);
}

} // namespace

std::optional<std::string> processEnvironment(const char* name) {
    const char* value = std::getenv(name);
    return value ? std::optional<std::string>(value) : std::nullopt;
}

std::string firstOfHosts(const std::string& list) {
    const std::size_t bracket = list.find('['), comma = list.find(',');
    if (bracket == std::string::npos || comma < bracket)
        return list.substr(0, comma);
    const std::size_t end = list.find_first_of("-,]", bracket);
    return list.substr(0, bracket) + list.substr(bracket + 1, end == std::string::npos ? end : end - bracket - 1);
}

std::optional<Launched> launchedAs(const Environment& value) {
    const Variables variables(value);
    const auto found = launcherIn(variables);
    if (found == kLaunchers.end()) {
        refuseHalfALaunch(variables);
        return {};
    }
    return Launched{.launcher = found->name, .ranks = variables.number(found->ranks, 1, kMostRanks)};
}

std::optional<Launch> launchFrom(const Environment& value) {
    const Variables variables(value);
    const auto found = launcherIn(variables);
    if (found == kLaunchers.end()) {
        refuseHalfALaunch(variables);
        return {};
    }
    Launch launch{.launcher = found->name};
    const bool slurm = launch.launcher == "srun";
    launch.ranks = variables.number(found->ranks, 1, kMostRanks);
    launch.rank = variables.number(found->rank, 0, launch.ranks - 1);
    launch.localRanks = slurm ? tasksPerNode(variables.text(found->localRanks))
                              : variables.number(found->localRanks, 1, launch.ranks, 1);
    launch.localRank = variables.number(found->localRank, 0, launch.ranks - 1, 0);
    if (launch.ranks > 1)
        findMaster(variables, launch);
    launch.agentStore = variables.text("TORCHELASTIC_USE_AGENT_STORE") == "True";
    launch.attempt = variables.text(slurm ? "SLURM_RESTART_COUNT" : "TORCHELASTIC_RESTART_COUNT");
    launch.job = slurm ? variables.text("SLURM_JOB_ID") : variables.text("TORCHELASTIC_RUN_ID");
    if (launch.job == "none") // torchrun's when nobody names it: the same agent starts all attempts
        launch.job += " of process " + std::to_string(::getppid());
    if (!launch.job.empty())
        launch.job = launch.launcher + " " + launch.job;
    return launch;
}

} // namespace belfry

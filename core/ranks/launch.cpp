#include "core/ranks/launch.h"

#include "core/base/error.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
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
    // A batch script has the job's variables; only a step has ranks.
    Launcher{"srun", "SLURM_STEP_ID", "SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "SLURM_LOCALID",
             "SLURM_STEP_TASKS_PER_NODE"},
    Launcher{"mpirun", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE",
             "OMPI_COMM_WORLD_LOCAL_RANK", "OMPI_COMM_WORLD_LOCAL_SIZE"},
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
        int number = 0;
        const char* const end = text->data() + text->size();
        const auto [at, error] = std::from_chars(text->data(), end, number);
        if (text->empty() || error != std::errc() || at != end || number < least || number > most)
            throw usageError(Text::tr("%1 is '%2'; expected a number from %3 to %4. Unset it to train alone.",
                                      std::string(name), *text, std::int64_t{least}, std::int64_t{most}));
        return number;
    }
    int number(const char* name, int least, int most, int otherwise) const {
        return has(name) ? number(name, least, most) : otherwise;
    }

private:
    const Environment& value_;
};

constexpr int kMostRanks = 1 << 16;

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

void findMaster(const Variables& variables, bool slurm, Launch& launch) {
    launch.address = variables.text("MASTER_ADDR");
    if (launch.address.empty() && slurm)
        launch.address = firstOfHosts(variables.text("SLURM_STEP_NODELIST"));
    if (launch.address.empty())
        throw usageError(Text::tr("MASTER_ADDR is not set; expected the name or address of the machine of rank 0."));
    if (slurm && !variables.has("MASTER_PORT")) { // the same for all ranks of a job, another for another job
        constexpr int kFirst = 15000, kPorts = 10000;
        launch.port = static_cast<std::uint16_t>(
            kFirst + variables.number("SLURM_JOB_ID", 0, std::numeric_limits<int>::max()) % kPorts);
        return;
    }
    launch.port = static_cast<std::uint16_t>(variables.number("MASTER_PORT", 1, 65535));
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

std::optional<Launch> launchFrom(const Environment& value) {
    const Variables variables(value);
    const auto* const found =
        std::ranges::find_if(kLaunchers, [&](const Launcher& launcher) { return variables.has(launcher.sign); });
    if (found == kLaunchers.end())
        return {};
    Launch launch{.launcher = found->name};
    const bool slurm = launch.launcher == "srun";
    launch.ranks = variables.number(found->ranks, 1, kMostRanks);
    launch.rank = variables.number(found->rank, 0, launch.ranks - 1);
    launch.localRanks = slurm ? tasksPerNode(variables.text(found->localRanks))
                              : variables.number(found->localRanks, 1, launch.ranks, 1);
    launch.localRank = variables.number(found->localRank, 0, launch.ranks - 1, 0);
    findMaster(variables, slurm, launch);
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

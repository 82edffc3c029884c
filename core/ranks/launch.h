// Which of several processes ("ranks") this one is, as whoever started it says in the environment: torchrun, Slurm's
// srun, mpirun, a Kubernetes PyTorchJob, or a user who sets the variables. Free of torch; any thread.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace belfry {

struct Launch {
    std::string launcher;              // "torchrun", "srun", "mpirun"; "RANK" where only the variables are known
    int rank = 0, ranks = 1;           // of all machines
    int localRank = 0, localRanks = 1; // of this one
    std::string address;               // where rank 0, or the launcher's agent, can be reached
    std::uint16_t port = 0;
    std::string listen;      // where rank 0 listens; empty: at `address`
    bool agentStore = false; // the launcher's agent has the store of keys already; else rank 0 opens it
    std::string attempt;     // another one each time that the launcher starts all ranks anew
    std::string job;         // the same in all attempts; empty: the launcher names none
    bool startedAnew() const { return !attempt.empty() && attempt != "0"; }
};

// value(NAME), none where it is not set.
using Environment = std::function<std::optional<std::string>(const char* name)>;
std::optional<std::string> processEnvironment(const char* name);

// None: nobody started several ranks, and the program is alone. All variables are those of one launcher: a batch script
// has some of Slurm's without being a rank. Throws Error(Usage) for a variable that is empty, missing or no such
// number, with its name, what was found, and what was expected; and for WORLD_SIZE of several without RANK.
std::optional<Launch> launchFrom(const Environment& value);

// The same where nobody is to be met: nothing that the others need is required.
struct Launched {
    std::string launcher; // as Launch::launcher
    int ranks = 1;
};
std::optional<Launched> launchedAs(const Environment& value);

// The first host of Slurm's list, such as "node[03-05,9],x": "node03". Empty for an empty list.
std::string firstOfHosts(const std::string& list);

} // namespace belfry

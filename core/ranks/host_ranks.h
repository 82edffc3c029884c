// The other ranks of a run: one on each of several machines, started by ssh from this process, which is rank 0.
// Whatever ends this process ends them. Free of torch.
#pragma once

#include "core/ranks/host_list.h"
#include "core/ranks/launch.h"
#include "core/ranks/remote_host.h"

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace belfry {

// The option by which such a rank is told that its first line of input is its task, and that it ends with its input.
inline constexpr const char* kHeldByInput = "--held-by-input";

// Path of belfry-cli, which the hosts have at the same place: the program beside the one that runs, or itself.
std::string commandLineProgram();

class HostRanks {
public:
    struct Order {
        std::string program;              // path of belfry-cli there
        std::vector<std::string> command; // its arguments, kHeldByInput among them
        std::string input;                // the line that it reads first, without its end
    };
    struct End {
        std::string host;
        int status = 0;
        bool unmet = false;   // before met(): it would be waited for
        std::string lastLine; // that it said
    };
    struct Sinks { // called on threads of the ranks' own, until this object is gone
        std::function<void(const std::string& host, const std::string& line)> line;
        // Of a rank that nobody asked to end, and that does not say why by itself.
        std::function<void(const End& end)> ended;
    };
    // Starts them. The address by which they find this process is MASTER_ADDR and MASTER_PORT where those are set, for
    // who knows better, as in front of a tunnel. Throws Error(Usage) where there is no way back from a host, Error(Io)
    // where ssh cannot be started.
    HostRanks(const std::vector<Host>& hosts, const Order& order, Sinks sinks);
    ~HostRanks();
    HostRanks(const HostRanks&) = delete;
    HostRanks& operator=(const HostRanks&) = delete;

    const Launch& launch() const { return launch_; } // this process's
    void met();                                      // from now on they tell of a loss by themselves
    void askToEnd();                                 // does not wait
    void finish();                                   // the run is over: waits until they have gone, for some seconds

private:
    void start(const Order& order, const Host& host);
    void ended(std::size_t place, const std::string& host, int status);

    enum class Stage { Meeting, Running, Over };
    Sinks sinks_;
    Launch launch_;
    std::mutex mutex_;
    std::condition_variable changed_;
    Stage stage_ = Stage::Meeting;
    std::vector<std::string> lastLines_;             // by rank, from rank 1 on
    std::vector<std::unique_ptr<RemoteRank>> ranks_; // the last: their threads use the others
};

// "The rank on host 'a' ended with status 132: Illegal instruction."
Text endOfHostRank(const HostRanks::End& end);

} // namespace belfry

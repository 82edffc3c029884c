// The other ranks of a run: one on each of several machines, started by ssh from this process, which is rank 0.
// Whatever ends this process ends them. Free of torch.
#pragma once

#include "core/ranks/host_list.h"
#include "core/ranks/launch.h"
#include "core/ranks/remote_host.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

namespace belfry {

// The option by which such a rank is told that its first line of input is its task, and that it ends with its input.
inline constexpr const char* kHeldByInput = "--held-by-input";

// Path of belfry-cli, which the hosts have at the same place: the program beside the one that runs, or itself.
std::string commandLineProgram();

// Where rank 0 listens (as Launch has it), and by which address each rank finds it. addresses: by which each host
// reaches this machine. One for all where that can be: this machine's own ranks reach it by any of its addresses. Else
// rank 0 listens at all.
struct MeetingPlace {
    std::string listen;
    std::vector<std::string> told;
};
MeetingPlace meetingPlaceOf(std::vector<std::string> addresses);

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
    // who knows better, as in front of a tunnel; else ssh is asked, for up to 10 seconds or until a stop. Throws
    // Error(Usage) where there is no way back from a host, Error(Io) where ssh cannot be started; no rank is left then.
    HostRanks(const std::vector<Host>& hosts, const Order& order, Sinks sinks, const std::stop_token& stop = {});
    ~HostRanks(); // ends them
    HostRanks(const HostRanks&) = delete;
    HostRanks& operator=(const HostRanks&) = delete;

    const Launch& launch() const { return launch_; } // this process's
    void met();                                      // from now on they tell of a loss by themselves
    void askToEnd();                                 // does not wait
    // The run is over. Waits that long for the ranks to end by themselves, then ends all that are left, within six
    // seconds more: by the end of their input, then by that of ssh. No process is left here then.
    void finish(std::chrono::milliseconds patience);
    static constexpr std::chrono::seconds kToEnd{10};   // after a run that has ended well
    static constexpr std::chrono::seconds kToSayWhy{2}; // after a failure: those that are there are about to

private:
    bool waitForAll(std::chrono::milliseconds limit);
    void start(const Order& order, const Host& host, const std::string& address);
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

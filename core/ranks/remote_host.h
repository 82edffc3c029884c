// Another machine, by the user's own ssh and its keys: whether the program is there, the way back from it, and one rank
// on it, which ends with this process, however that ends. Nothing listens there. Free of torch.
#pragma once

#include "core/base/child_process.h"
#include "core/base/text.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace belfry {

// What keeps each of the hosts (ssh's names for them) from running the program: a sentence, empty where nothing does.
// Asks all at once. Blocks as long as the slowest takes, at most 30 seconds; a stop ends it at once, with any
// sentences. Throws Error(Io) where there is no ssh.
std::vector<Text> problemsOfHosts(const std::vector<std::string>& hosts, const std::string& program,
                                  const std::string& version, const std::stop_token& stop = {});

// What towers can run on there, as `devices --json` of the program says.
struct HostDevices {
    int gpus = 0;
    std::string gpuName; // of the first
    int cores = 0;
};
// Blocks likewise. Throws Error(Device) with a sentence where the host does not say it.
HostDevices devicesOfHost(const std::string& host, const std::string& program, const std::stop_token& stop = {});

// The address by which each of the hosts reaches this machine; empty where there is no IPv4 route. Asks ssh, for all at
// once, what machine the name stands for, and then the name service. Blocks as long as these take, ssh at most 10
// seconds; a stop ends ssh's part at once, with any addresses. Throws Error(Io) where there is no ssh.
std::vector<std::string> addressesForHosts(const std::vector<std::string>& hosts, const std::stop_token& stop = {});

class RemoteRank {
public:
    struct Order {
        std::string host;                   // ssh's name for it
        std::string folder;                 // to work in, where it is there too; else the user's home
        std::vector<std::string> variables; // "RANK=1"
        std::vector<std::string> command;   // the program and its arguments
        std::string input;                  // what it reads first; the end of its input tells it to end
    };
    // Called on a thread of the rank's own.
    struct Sinks {
        std::function<void(std::string line)> line; // of its standard output and error
        std::function<void(int status)> ended;      // once, before which nobody asked it to
    };
    // Throws Error(Io) where ssh cannot be started.
    RemoteRank(const Order& order, Sinks sinks);
    ~RemoteRank(); // ends its input and kills ssh: who leaves it time has asked it before, and waited
    RemoteRank(const RemoteRank&) = delete;
    RemoteRank& operator=(const RemoteRank&) = delete;

    bool waitForEnd(std::chrono::milliseconds limit); // false: it goes on
    void askToEnd();                                  // by the end of its input; does not wait
    void signal(int number) { ssh_.signal(number); }  // to ssh and all that it has started

private:
    void follow();

    ChildProcess ssh_;
    Sinks sinks_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool asked_ = false, ended_ = false;
    std::thread thread_; // the last: it uses the others
};

} // namespace belfry

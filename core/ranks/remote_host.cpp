#include "core/ranks/remote_host.h"

#include "core/base/deadline.h"
#include "core/base/error.h"
#include "core/ranks/host_list.h"
#include "core/ranks/route.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <sstream>

namespace belfry {
namespace {

using std::chrono::milliseconds;

// Never a question, no connection that stays or listens behind the run, and one that is dead is noticed. All else is
// the user's own configuration.
std::vector<std::string> sshTo(const std::string& host, const std::string& command) {
    return {"ssh",  "-T",
            "-o",   "BatchMode=yes",
            "-o",   "ConnectTimeout=10",
            "-o",   "ControlMaster=no",
            "-o",   "ClearAllForwardings=yes",
            "-o",   "ServerAliveInterval=15",
            "-o",   "ServerAliveCountMax=4",
            "--",   host,
            command};
}

std::vector<std::string> linesOf(const std::string& output) {
    std::vector<std::string> lines;
    std::istringstream stream(output);
    for (std::string line; std::getline(stream, line);) {
        line.erase(line.find_last_not_of(" \r\t") + 1);
        if (!line.empty())
            lines.push_back(line);
    }
    return lines;
}

struct Answer {
    bool ended = false;
    int status = 0;
    std::vector<std::string> lines;
    std::string last() const { // for the end of a sentence
        constexpr std::size_t kLongest = 200;
        std::string line = lines.empty() ? std::string() : lines.back().substr(0, kLongest);
        return line.ends_with('.') ? line.substr(0, line.size() - 1) : line;
    }
    bool says(const char* part) const {
        return std::ranges::any_of(
            lines, [&](const auto& line) { return line.find(part) != std::string::npos; });
    }
};

Answer answerOf(ChildProcess& process, const Deadline& deadline, const std::stop_token& stop = {}) {
    const std::stop_callback end(stop, [&process] { process.signal(SIGKILL); });
    std::string output;
    for (;;) {
        const ChildProcess::News news = process.next(output, deadline.left());
        if (news == ChildProcess::News::Ended)
            return {true, process.status(), linesOf(output)};
        if (news == ChildProcess::News::None)
            return {false, 0, linesOf(output)};
    }
}

constexpr std::chrono::seconds kAnswerLimit(30);
constexpr int kConnectionFailed = 255; // ssh's own status, if no program's
constexpr int kNotExecutable = 126, kNotFound = 127;

Text connectionProblem(const std::string& host, const Answer& answer) {
    if (answer.says("Could not resolve hostname"))
        return Text::tr("Host '%1' is unknown: no name service and no ~/.ssh/config has it.", host);
    if (answer.says("Host key verification failed"))
        return Text::tr("Host '%1' shows a key that this user has not accepted yet, or another than before. Connect "
                        "once by hand, with ssh %1, and compare it.",
                        host);
    if (answer.says("Permission denied"))
        return Text::tr("Host '%1' refuses this user's keys (%2). Install one with ssh-copy-id, so that ssh %1 asks "
                        "nothing.",
                        host, answer.last());
    return Text::tr("Host '%1' cannot be reached by ssh: %2.", host, answer.last());
}

Text problemIn(const Answer& answer, const std::string& host, const std::string& program, const std::string& version) {
    if (!answer.ended)
        return Text::tr("Host '%1' accepted the connection but did not answer within half a minute.", host);
    if (answer.status == kConnectionFailed)
        return connectionProblem(host, answer);
    if (answer.status == kNotFound || answer.status == kNotExecutable)
        return Text::tr("Host '%1' has no program %2. Install Belfry there, or give the path that it has "
                        "there (--remote-program).",
                        host, program);
    if (answer.status != 0)
        return Text::tr("Host '%1' could not start %2, which ended with status %3: %4.", host, program,
                        std::int64_t{answer.status}, answer.last());
    if (std::ranges::find(answer.lines, version) == answer.lines.end())
        return Text::tr("Host '%1' has version '%2' of Belfry, and this is '%3'. Install the same there.", host,
                        answer.last(), version);
    return {};
}

// The machine that ssh connects to for this name; by the name itself where ssh does not say it.
std::string machineIn(const Answer& answer, const std::string& host) {
    const std::string key = "hostname ";
    std::string machine = host.substr(host.find('@') + 1); // all of it where there is none
    for (const std::string& line : answer.lines)
        if (answer.status == 0 && line.starts_with(key))
            machine = line.substr(key.size());
    return machine;
}

// Nulls where there is no value of this kind.
const std::string* textIn(const nlohmann::json& object, const char* key) {
    const auto found = object.find(key);
    return found == object.end() ? nullptr : found->get_ptr<const std::string*>();
}

const std::int64_t* integerIn(const nlohmann::json& object, const char* key) {
    const auto found = object.find(key);
    return found == object.end() ? nullptr : found->get_ptr<const std::int64_t*>();
}

// None where it is no report of `devices --json`: another machine may answer anything.
std::optional<HostDevices> devicesIn(const nlohmann::json& report) {
    const auto list = report.find("devices");
    if (list == report.end() || !list->is_array())
        return {};
    HostDevices found;
    for (const nlohmann::json& device : *list) {
        const std::string* id = textIn(device, "id");
        const std::string* name = textIn(device, "name");
        if (!id || !name)
            return {};
        if (*id != "cpu") {
            if (found.gpus++ == 0)
                found.gpuName = *name;
            continue;
        }
        const std::int64_t* cores = integerIn(device, "cores");
        if (!cores || *cores < 0 || *cores > std::numeric_limits<int>::max())
            return {};
        found.cores = static_cast<int>(*cores);
    }
    return found;
}

std::string programCommand(const std::vector<std::string>& words) {
    return forAnyShell("exec " + quotedForShell(words));
}

std::string rankCommand(const RemoteRank::Order& order) {
    return forAnyShell("cd " + quotedForShell(order.folder) + " 2>/dev/null; export " +
                       quotedForShell(order.variables) + "; exec " + quotedForShell(order.command));
}

} // namespace

std::vector<Text> problemsOfHosts(const std::vector<std::string>& hosts, const std::string& program,
                                  const std::string& version, const std::stop_token& stop) {
    const Deadline deadline(kAnswerLimit);
    std::vector<std::unique_ptr<ChildProcess>> asked;
    for (const std::string& host : hosts) {
        asked.push_back(std::make_unique<ChildProcess>(sshTo(host, programCommand({program, "--version"}))));
        asked.back()->endInput();
    }
    std::vector<Text> problems;
    for (std::size_t host = 0; host < hosts.size(); ++host)
        problems.push_back(problemIn(answerOf(*asked[host], deadline, stop), hosts[host], program, version));
    return problems;
}

HostDevices devicesOfHost(const std::string& host, const std::string& program, const std::stop_token& stop) {
    ChildProcess ssh(sshTo(host, programCommand({program, "devices", "--json"})));
    ssh.endInput();
    const Answer answer = answerOf(ssh, Deadline(kAnswerLimit), stop);
    // What a shell's start says there stands before it.
    const auto begin = std::ranges::find(answer.lines, "{");
    const std::string json = std::accumulate(begin, answer.lines.end(), std::string());
    const nlohmann::json report = nlohmann::json::parse(json, nullptr, false);
    const std::optional<HostDevices> found = devicesIn(report);
    if (!answer.ended || answer.status != 0 || !found)
        throw Error(ErrorCategory::Device,
                    Text::tr("Host '%1' did not say which devices it has: '%2'. Run %3 devices there.", host,
                             answer.last(), program));
    return *found;
}

std::vector<std::string> addressesForHosts(const std::vector<std::string>& hosts, const std::stop_token& stop) {
    constexpr std::chrono::seconds kLimit(10); // it only reads the configuration
    const Deadline deadline(kLimit);
    std::vector<std::unique_ptr<ChildProcess>> asked;
    for (const std::string& host : hosts) {
        asked.push_back(std::make_unique<ChildProcess>(std::vector<std::string>{"ssh", "-G", "--", host}));
        asked.back()->endInput();
    }
    std::vector<std::string> addresses;
    for (std::size_t host = 0; host < hosts.size(); ++host)
        addresses.push_back(addressTowards(machineIn(answerOf(*asked[host], deadline, stop), hosts[host])));
    return addresses;
}

RemoteRank::RemoteRank(const Order& order, Sinks sinks)
    : ssh_(sshTo(order.host, rankCommand(order))), sinks_(std::move(sinks)) {
    ssh_.tell(order.input); // where it does not arrive, ssh has ended, and says why
    thread_ = std::thread([this] { follow(); });
}

RemoteRank::~RemoteRank() {
    askToEnd();
    ssh_.signal(SIGKILL);
    thread_.join();
}

void RemoteRank::askToEnd() {
    const std::lock_guard lock(mutex_);
    asked_ = true;
    ssh_.endInput();
}

bool RemoteRank::waitForEnd(milliseconds limit) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, limit, [this] { return ended_; });
}

void RemoteRank::follow() {
    constexpr std::chrono::hours kLong(1);
    std::string output;
    for (ChildProcess::News news{}; news != ChildProcess::News::Ended;) {
        news = ssh_.next(output, kLong);
        for (std::size_t end = 0; (end = output.find('\n')) != std::string::npos; output.erase(0, end + 1))
            sinks_.line(output.substr(0, end - (end > 0 && output[end - 1] == '\r' ? 1 : 0))); // ssh's own have it
    }
    if (!output.empty())
        sinks_.line(output);
    bool asked = false;
    {
        const std::lock_guard lock(mutex_);
        ended_ = true;
        asked = asked_;
        changed_.notify_all();
    }
    if (!asked)
        sinks_.ended(ssh_.status());
}

} // namespace belfry

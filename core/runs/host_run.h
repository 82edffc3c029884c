// This process, rank 0, and one rank on each of several machines: checked, started, met and prepared. Free of torch;
// one thread, but for what says otherwise.
#pragma once

#include "core/ranks/host_ranks.h"
#include "core/train/prepare.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace belfry {

// The other machines of a run.
struct RunHosts {
    std::vector<Host> hosts;                  // towers 0: one for each of its devices
    std::string program;                      // path of belfry-cli there; "": as here
    std::vector<std::string> devices{"auto"}; // of each, as a plan has them
    RankLimits limits = {};
    std::string programThere() const { return program.empty() ? commandLineProgram() : program; }
    bool operator==(const RunHosts&) const = default;
};

// own: this machine's, 0: one for each of its devices.
RankTowers towersOn(int own, const std::vector<Host>& hosts);

class HostRun {
public:
    struct Sinks {                                                         // any thread, until this object is gone
        std::function<void(const Text& phase)> phase = [](const Text&) {}; // "Waiting for hosts a, b…"
        std::function<void(const std::string& host, const std::string& line)> line = [](const auto&, const auto&) {};
        std::function<void(const HostRanks::End& end)> ended = [](const auto&) {}; // as HostRanks tells it
    };
    // Until the session has begun, a stop ends whatever waits, mostly within half a second.
    HostRun(RunHosts hosts, Sinks sinks, std::stop_token stop);
    ~HostRun(); // ends the ranks, if they go on

    // Throws Error(Usage) with a sentence for each host that cannot take part.
    void check();
    // Starts the ranks, with these arguments of belfry-cli and the line that they read first, and meets them. Once,
    // within guarded().
    std::shared_ptr<RankGroup> meet(std::vector<std::string> command, const std::string& input, const RankFacts& facts);
    // Work that waits for the others, which a stop ends. Throws as it does, but the sentence of a rank that ended
    // before the meeting where one did: it is better than that nobody came.
    template <typename Work>
    auto guarded(const Work& work) {
        const std::stop_callback abort(stop_.get_token(), [this] { abortGroup(); });
        try {
            return work();
        } catch (const std::exception&) {
            rethrowCause();
        }
    }

    // Both check the hosts, and meet their ranks, as whom the session then trains. Once. They throw likewise, and
    // Error(Usage) where the plan is not possible over ranks.
    PreparedRun prepare(const Plan& plan, const RankTowers& towers);
    // plan: the run's, with this machine's devices and folder of data. The towers of all ranks stay as many as they
    // were. change: as prepareResume() takes it.
    PreparedRun resume(const Plan& plan, const std::filesystem::path& folder, const std::function<void(Plan&)>& change);
    // The folder of the run that was made of it, for the others' logs. Throws likewise.
    void shareFolder(const std::filesystem::path& folder);
    // The run is over: waits for the ranks to end, not so long after a failure, and ends those that do not.
    void finish(bool failed);

private:
    template <typename Work>
    PreparedRun met(const Plan& plan, const std::filesystem::path& folder, const Work& prepare);
    std::shared_ptr<RankGroup> group();
    void abortGroup();
    void lost(const HostRanks::End& end);
    [[noreturn]] void rethrowCause();

    RunHosts hosts_;
    Sinks sinks_;
    std::stop_source stop_; // also by a rank that ended
    std::stop_callback<std::function<void()>> forward_;
    std::mutex mutex_;                 // guards the next two
    std::optional<Text> cause_;        // of a rank that ended before the meeting
    std::weak_ptr<RankGroup> group_;   // once all have met
    std::unique_ptr<HostRanks> ranks_; // the last: its threads use the others
};

} // namespace belfry

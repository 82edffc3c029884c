// A run of this process, rank 0, and one rank on each of several machines: checked, started, met and prepared. Free of
// torch; one thread, but for what says otherwise.
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
    std::vector<Host> hosts; // towers 0: one for each of its devices
    std::string program;     // path of belfry-cli there; "": as here
    std::string programThere() const { return program.empty() ? commandLineProgram() : program; }
    bool operator==(const RunHosts&) const = default;
};

class HostRun {
public:
    struct Sinks {                                    // any thread, until this object is gone
        std::function<void(const Text& phase)> phase; // "Waiting for hosts a, b…"
        std::function<void(const std::string& host, const std::string& line)> line;
    };
    // Until the session has begun, a stop ends whatever waits, mostly within half a second. plan.towers: this
    // machine's. Throws Error(Usage) where the plan is not possible over ranks, or with a sentence for each host that
    // cannot take part; nothing has been started then.
    HostRun(const Plan& plan, const RunHosts& hosts, Sinks sinks, std::stop_token stop);
    ~HostRun(); // ends the ranks, if they go on

    // Both start the ranks and meet them, as whom the session then trains; they throw with the sentence of whoever
    // failed. Once.
    PreparedRun prepare();
    // towers: of all ranks, as they were. change: as prepareResume() takes it.
    PreparedRun resume(const std::filesystem::path& folder, const std::function<void(Plan&)>& change);
    // The folder of the run that was made of it, for the others' logs. Throws likewise.
    void shareFolder(const std::filesystem::path& folder);
    // The run is over: waits for the ranks to end, not so long after a failure, and ends those that do not.
    void finish(bool failed);

private:
    template <typename Work>
    auto guarded(const Work& work);
    void start();
    std::shared_ptr<RankGroup> meet();
    std::shared_ptr<RankGroup> group();
    void lost(const HostRanks::End& end);
    [[noreturn]] void rethrowCause();

    Plan plan_;
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

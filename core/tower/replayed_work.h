// The life of work that is captured once and replayed from then on, as a step and an update on CUDA are: some ordinary
// runs, the capture, replays that are compared with the ordinary run, replays. Whatever goes wrong on the way gives it
// up for good: then every run is an ordinary one. One thread at a time; internal to the engine (ATen).
#pragma once

#include "core/tower/cuda_steps.h"
#include "core/tower/device_graph.h"

#include <c10/util/Exception.h>

#include <cstdint>
#include <exception>
#include <memory>
#include <utility>

namespace belfry {

template <typename Captured>
class ReplayedWork {
public:
    // The last capture; null: there is none, or it was given up.
    Captured* captured() const { return captured_.get(); }

    // For a run that captured() does not serve. After kStepsBeforeCapture ordinary runs, in which libraries choose
    // their algorithms and make their workspaces, calls capture(), which returns a std::unique_ptr<Captured>; the one
    // before lives until then. False: the run is an ordinary one.
    template <typename Capture>
    bool captureWhenDue(const Capture& capture) {
        if (!problem_.empty() || ordinaryRuns_++ < kStepsBeforeCapture)
            return false;
        try {
            captured_ = capture();
        } catch (const std::exception& error) {
            giveUp(captureProblem(error));
        }
        return captured_ != nullptr;
    }
    void restartCount() { ordinaryRuns_ = 0; } // the ordinary runs so far were of other work
    void restart() {                           // and so were the replays that were compared
        ordinaryRuns_ = 0;
        probes_ = kReplaysProbed;
    }

    // The first replays are compared with the ordinary run, on other data each time.
    bool isProbed() const { return probes_ > 0; }
    // One of them: compare() makes what is missing of both and says whether they agree. Gives up where they do not, or
    // where it throws.
    template <typename Compare>
    void probe(const Compare& compare, const Text& difference, const Text& noMemory) {
        --probes_;
        try {
            if (!compare())
                giveUp(difference);
        } catch (const c10::OutOfMemoryError&) {
            giveUp(noMemory);
        } catch (const std::exception& error) {
            giveUp(captureProblem(error));
        }
    }

    void giveUp(Text problem) {
        problem_ = std::move(problem);
        captured_.reset();
    }
    // Why nothing is replayed any more; empty when nothing went wrong.
    const Text& problem() const { return problem_; }

    void countReplay() { ++replays_; }
    std::int64_t replays() const { return replays_; }

private:
    std::unique_ptr<Captured> captured_;
    int ordinaryRuns_ = 0;
    int probes_ = kReplaysProbed; // to be made
    std::int64_t replays_ = 0;
    Text problem_;
};

} // namespace belfry

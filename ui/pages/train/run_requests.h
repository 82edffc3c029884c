// Requests to a run: passed to its session at once or, while the run is still being prepared and has none, kept in
// order until there is one. GUI thread only.
#pragma once

#include "ui/bridge/run_controller.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace belfry {

class RunRequests {
public:
    explicit RunRequests(RunController& controller) : controller_(controller) {} // must outlive it

    // Neither while a run is in progress.
    void start(const Plan& plan, bool paused);
    void resumeRun(const std::filesystem::path& folder, const std::function<void(Plan&)>& change);
    void startBranch(std::shared_ptr<PreparedBranch> branch);
    // Any method of the controller for a run in progress.
    template <typename... Values>
    void ask(void (RunController::*verb)(Values...), std::type_identity_t<Values>... values) {
        send([=](RunController& run) { (run.*verb)(values...); });
    }

    // Between start() and one of the following: pass() when the session has begun, forget() when the plan was refused.
    bool isPreparing() const { return kept_.has_value(); }
    void pass();
    void forget() { kept_.reset(); }

private:
    using Request = std::function<void(RunController&)>;
    void send(Request request);

    RunController& controller_;
    std::optional<std::vector<Request>> kept_;
};

} // namespace belfry

#include "ui/pages/train/run_requests.h"

#include <utility>

namespace belfry {

RunRequests::RunRequests(RunController& controller) : controller_(controller) {}

void RunRequests::start(const Plan& plan, bool paused) {
    if (controller_.isActive())
        return;
    kept_.emplace();
    controller_.start(plan, paused);
}

void RunRequests::resumeRun(const std::filesystem::path& folder) {
    if (controller_.isActive())
        return;
    kept_.emplace();
    controller_.resumeRun(folder);
}

void RunRequests::pause() {
    ask([](RunController& run) { run.pause(); });
}

void RunRequests::resume() {
    ask([](RunController& run) { run.resume(); });
}

void RunRequests::stepOnce() {
    ask([](RunController& run) { run.stepOnce(); });
}

void RunRequests::stop(StopKind kind) {
    ask([kind](RunController& run) { run.stop(kind); });
}

void RunRequests::setLearningRate(double rate) {
    ask([rate](RunController& run) { run.setLearningRate(rate); });
}

void RunRequests::setEpochs(std::int64_t epochs) {
    ask([epochs](RunController& run) { run.setEpochs(epochs); });
}

void RunRequests::setCheckpointEvery(std::int64_t steps) {
    ask([steps](RunController& run) { run.setCheckpointEvery(steps); });
}

void RunRequests::pass() {
    const auto kept = std::exchange(kept_, std::nullopt);
    if (!kept)
        return;
    for (const Request& request : *kept)
        request(controller_);
}

void RunRequests::forget() {
    kept_.reset();
}

void RunRequests::ask(Request request) {
    if (kept_)
        kept_->push_back(std::move(request));
    else if (controller_.isActive())
        request(controller_);
}

} // namespace belfry

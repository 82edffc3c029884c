#include "ui/pages/train/run_requests.h"

#include <utility>

namespace belfry {

void RunRequests::start(const Plan& plan, bool paused) {
    kept_.emplace();
    controller_.start(plan, paused);
}

void RunRequests::resumeRun(const std::filesystem::path& folder, const std::function<void(Plan&)>& change) {
    kept_.emplace();
    controller_.resumeRun(folder, change);
}

void RunRequests::startBranch(std::shared_ptr<PreparedBranch> branch) {
    kept_.emplace();
    controller_.startBranch(std::move(branch));
}

void RunRequests::pass() {
    const auto kept = std::exchange(kept_, std::nullopt);
    if (!kept)
        return;
    for (const Request& request : *kept)
        request(controller_);
}

void RunRequests::send(Request request) {
    if (kept_)
        kept_->push_back(std::move(request));
    else if (controller_.isActive())
        request(controller_);
}

} // namespace belfry

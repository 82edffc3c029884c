#include "ui/bridge/scaling_job.h"

namespace belfry {

void ScalingJob::start(const Plan& plan, const ScalingSettings& settings) {
    if (active_)
        return;
    active_ = true;
    stop_ = {};
    using Finding = std::shared_ptr<const ScalingFinding>;
    background_.run<Finding>(
        [this, plan, settings, stop = stop_.get_token()] {
            const auto show = [this](const ScalingFinding& known) {
                background_.post(
                    [this, finding = std::make_shared<const ScalingFinding>(known)] { Q_EMIT progressed(finding); });
            };
            return std::make_shared<const ScalingFinding>(measureScaling(plan, settings, show, stop));
        },
        [this](const Finding& finding) {
            active_ = false;
            Q_EMIT ended(finding);
        },
        [this](const Text& sentence) {
            active_ = false;
            Q_EMIT failed(sentence);
        });
}

} // namespace belfry

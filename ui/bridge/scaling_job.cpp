#include "ui/bridge/scaling_job.h"

#include "core/base/error.h"

namespace belfry {

ScalingJob::ScalingJob(QObject* parent) : QObject(parent) {}

ScalingJob::~ScalingJob() {
    stop();
    if (worker_.joinable())
        worker_.join();
}

template <typename Answer>
void ScalingJob::post(Answer answer) {
    QMetaObject::invokeMethod(this, std::move(answer), Qt::QueuedConnection);
}

void ScalingJob::start(const Plan& plan, const ScalingSettings& settings) {
    if (active_)
        return;
    active_ = true;
    worker_ = std::jthread([this, plan, settings](const std::stop_token& stop) { work(plan, settings, stop); });
}

void ScalingJob::stop() {
    worker_.request_stop();
}

void ScalingJob::work(const Plan& plan, const ScalingSettings& settings, const std::stop_token& stop) {
    try {
        const auto show = [this](const ScalingFinding& known) {
            post([this, finding = std::make_shared<const ScalingFinding>(known)] { Q_EMIT progressed(finding); });
        };
        const auto finding = std::make_shared<const ScalingFinding>(measureScaling(plan, settings, show, stop));
        post([this, finding] {
            active_ = false;
            Q_EMIT ended(finding);
        });
    } catch (const std::exception& error) {
        post([this, sentence = messageOf(error)] {
            active_ = false;
            Q_EMIT failed(sentence);
        });
    }
}

} // namespace belfry

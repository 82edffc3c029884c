// Measures scaling on a thread of its own. GUI thread only.
#pragma once

#include "core/study/scaling.h"
#include "ui/foundation/background.h"

#include <QObject>
#include <memory>

namespace belfry {

class ScalingJob : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    ~ScalingJob() override { stop(); } // and waits for the step

    // Nothing while one is at work.
    void start(const Plan& plan, const ScalingSettings& settings);
    void stop() { stop_.request_stop(); } // ended() follows
    bool isActive() const { return active_; }

Q_SIGNALS:
    void progressed(const std::shared_ptr<const belfry::ScalingFinding>& finding);
    void ended(const std::shared_ptr<const belfry::ScalingFinding>& finding);
    void failed(const belfry::Text& sentence);

private:
    bool active_ = false;
    std::stop_source stop_;
    Background background_; // Declared last: destroyed first, while its jobs may still run.
};

} // namespace belfry

// Measures scaling on a thread of its own. GUI thread only.
#pragma once

#include "core/study/scaling.h"

#include <QObject>
#include <QString>
#include <memory>
#include <thread>

namespace belfry {

class ScalingJob : public QObject {
    Q_OBJECT
public:
    explicit ScalingJob(QObject* parent = nullptr);
    ~ScalingJob() override; // stops and waits for the step

    // Nothing while one is at work.
    void start(const Plan& plan, const ScalingSettings& settings);
    void stop(); // ended() follows
    bool isActive() const { return active_; }

Q_SIGNALS:
    void progressed(const std::shared_ptr<const belfry::ScalingFinding>& finding);
    void ended(const std::shared_ptr<const belfry::ScalingFinding>& finding);
    void failed(const belfry::Text& sentence);

private:
    void work(const Plan& plan, const ScalingSettings& settings, const std::stop_token& stop);
    template <typename Answer>
    void post(Answer answer); // on the GUI thread

    bool active_ = false;
    std::jthread worker_;
};

} // namespace belfry

#include "core/study/pilot.h"

#include "core/base/stopwatch.h"
#include "core/data/stores.h"

#include <algorithm>

namespace belfry {
namespace {

class PilotObserver : public Observer {
public:
    explicit PilotObserver(const PilotOptions& options) : options_(options) {}

    void onEvent(const Event& event) override {
        if (const auto* started = std::get_if<Started>(&event)) {
            pilot.totalSteps = started->totalSteps;
            pilot.exchange = started->plan.exchange;
        }
        if (const auto* step = std::get_if<StepDone>(&event))
            count(*step);
        if (const auto* finished = std::get_if<Finished>(&event)) {
            pilot.failed = finished->state == RunState::Failed;
            pilot.reason = finished->reason;
        }
    }

    Session* session = nullptr;
    Pilot pilot;

private:
    void count(const StepDone& step) {
        pilot.steps = step.step;
        if (step.step > options_.warmUp) {
            ++pilot.timed;
            pilot.milliseconds += step.milliseconds;
        }
        const bool proceed = !options_.watch || options_.watch(step);
        const bool late = options_.seconds > 0 && clock_.seconds() >= options_.seconds;
        if (!proceed || late || step.step >= options_.steps)
            session->requestStop(StopKind::Abort);
    }

    const PilotOptions& options_;
    const Stopwatch clock_;
};

// An epoch may end within a pilot: one image is evaluated then, not thousands.
std::shared_ptr<const DataSet> withoutEvaluation(const DataSet& data) {
    auto cut = std::make_shared<DataSet>(data);
    for (auto* split : {&cut->validation, &cut->test})
        *split = rangeStore(*split, 0, std::min<std::int64_t>(1, (*split)->size()), data.shape.bytes());
    return cut;
}

} // namespace

Plan timingPlan(Plan plan) {
    plan.schedule = "constant";
    plan.learningRate = 1e-12;
    plan.warmupSteps = 0;
    plan.warmupEpochs = 0;
    plan.patience = 0;
    plan.accumulate = 1;
    plan.unfreezeEpochs = 0; // all layers are trained in the end
    return plan;
}

double Pilot::imagesPerSecond(const Plan& plan) const {
    return milliseconds > 0 ? 1000.0 * static_cast<double>(timed * plan.imagesPerUpdate()) / milliseconds : 0.0;
}

Pilot runPilot(PreparedRun prepared, const PilotOptions& options, std::stop_token stop) {
    prepared.data = withoutEvaluation(*prepared.data);
    PilotObserver observer(options);
    Session session(std::move(prepared), observer, nullptr, {.lowPriority = options.lowPriority});
    observer.session = &session;
    const std::stop_callback onStop(stop, [&session] { session.requestStop(StopKind::Abort); });
    session.start();
    session.wait();
    return observer.pilot;
}

} // namespace belfry

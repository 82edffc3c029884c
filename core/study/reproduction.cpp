#include "core/study/reproduction.h"

#include "core/base/error.h"
#include "core/base/stopwatch.h"
#include "core/study/pilot.h"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>

namespace belfry {
namespace {

[[gnu::format(printf, 1, 2)]] std::string text(const char* format, ...) {
    char buffer[200];
    std::va_list values;
    va_start(values, format);
    std::vsnprintf(buffer, sizeof buffer, format, values);
    va_end(values);
    return buffer;
}

// Remembers the end, and hands everything on.
class Follower : public Observer {
public:
    explicit Follower(Observer* next) : next_(next) {}
    void onEvent(const Event& event) override {
        if (const auto* finished = std::get_if<Finished>(&event))
            result = *finished;
        if (next_)
            next_->onEvent(event);
    }
    Finished result;

private:
    Observer* next_;
};

std::string settings(const Plan& plan) {
    std::string all = text("%d x %lld images, %s %g %s, %s, %s feed, %s, seed %llu", plan.towers,
                           static_cast<long long>(plan.imagesPerStep() / plan.towers), plan.optimizer.c_str(),
                           plan.learningRate, plan.schedule.c_str(), plan.precision.c_str(), plan.feed.c_str(),
                           plan.normalisation.c_str(), static_cast<unsigned long long>(plan.seed));
    if (plan.warmupEpochs > 0)
        all += text(", warm-up over %g epoch%s", plan.warmupEpochs, plan.warmupEpochs == 1 ? "" : "s");
    if (plan.averageDecay > 0)
        all += text(", weights averaged with %g", plan.averageDecay);
    if (plan.swaFrom > 0)
        all += text(", epochs averaged from %g of the run", plan.swaFrom);
    if (plan.augmentation != "none")
        all += ", augmentation " + plan.augmentation;
    if (plan.testViews != "1")
        all += ", test views " + plan.testViews;
    return all;
}

std::string devices(const std::vector<TowerPlacement>& placement) {
    std::string names;
    int threads = 0; // of all towers on the CPU
    for (const TowerPlacement& tower : placement) {
        threads += tower.threads;
        if (names.find(tower.deviceName) == std::string::npos)
            names += (names.empty() ? "" : ", ") + tower.deviceName;
    }
    return threads > 0 ? names + ", threads: " + std::to_string(threads) : names;
}

std::string measured(const Reproduction& r) {
    if (r.result.state == RunState::Failed)
        return "failed: " + r.result.reason.english();
    if (r.result.test.images == 0)
        return "stopped before the test";
    return text("%.2f %% (%lld of %lld)", 100.0 * r.result.test.accuracy(),
                static_cast<long long>(r.result.test.correct), static_cast<long long>(r.result.test.images));
}

std::string done(const Reproduction& r) {
    const double share =
        100.0 * static_cast<double>(r.steps) / static_cast<double>(std::max<std::int64_t>(1, r.totalSteps));
    const std::string part = r.steps == r.totalSteps ? "all" : text("%.2g %%", share);
    return text("%lld of %lld steps (%s)", static_cast<long long>(r.steps), static_cast<long long>(r.totalSteps),
                part.c_str());
}

} // namespace

std::int64_t stepsWithin(double seconds, double imagesPerSecond, std::int64_t imagesPerStep, std::int64_t totalSteps) {
    const double fit = std::floor(seconds * imagesPerSecond / static_cast<double>(imagesPerStep));
    return fit >= static_cast<double>(totalSteps) ? totalSteps
                                                  : std::max<std::int64_t>(1, static_cast<std::int64_t>(fit));
}

Reproduction reproduce(Preset preset, double budgetSeconds, const std::function<RunRecording(const Plan&)>& record,
                       std::stop_token stop) {
    Reproduction made{.preset = std::move(preset)};
    try {
        PreparedRun prepared = prepareRun(made.preset.plan);
        made.dataRemark = prepared.data->remark;
        made.placement = prepared.placement;
        made.preset.plan.feed = prepared.plan.feed; // resolved
        const Stopwatch watch;
        const Pilot pilot = runPilot(prepared, {.seconds = budgetSeconds}, stop);
        made.totalSteps = pilot.totalSteps;
        if (stop.stop_requested()) {
            made.result.state = RunState::Stopped;
            return made;
        }
        made.steps = pilot.totalSteps;
        if (budgetSeconds > 0)
            made.steps = stepsWithin(budgetSeconds - watch.seconds(), pilot.imagesPerSecond(prepared.plan),
                                     prepared.plan.imagesPerUpdate(), made.totalSteps);
        if (made.steps < made.totalSteps)
            prepared.plan.steps = made.steps;
        const RunRecording keeper = record(prepared.plan);
        Follower follower(keeper.observer);
        Session session(prepared, follower, keeper.sink, {.runFolder = keeper.folder});
        const std::stop_callback onStop(stop, [&] { session.requestStop(StopKind::AfterStep); });
        session.start();
        session.wait();
        made.result = follower.result;
        made.steps = follower.result.steps;
    } catch (const Error& error) {
        made.problem = error.message();
    }
    return made;
}

std::string reproductionHead() {
    return "| preset | published | measured on the test set | done | settings | time, images/s | on | what it is |\n"
           "|---|---|---|---|---|---|---|---|\n";
}

std::string reproductionRow(const Reproduction& r) {
    const std::string first = "| `" + r.preset.name + "` | " + r.preset.published + " | ";
    const std::string last = " | " + r.preset.summary.english() + " |\n";
    if (!r.problem.empty())
        return first + "not run: " + r.problem.english() + " | | | | " + last;
    return first + measured(r) + (r.dataRemark.empty() ? "" : " " + r.dataRemark.english()) + " | " + done(r) + " | " +
           settings(r.preset.plan) + text(" | %.0f s, %.0f | ", r.result.seconds, r.result.imagesPerSecond) +
           devices(r.placement) + last;
}

} // namespace belfry

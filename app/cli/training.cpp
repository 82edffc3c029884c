#include "app/cli/training.h"

#include "app/cli/command.h"
#include "app/cli/formatting.h"
#include "app/cli/interrupt.h"
#include "app/cli/progress.h"
#include "core/base/error.h"
#include "core/runs/run_log.h"
#include "core/runs/run_pictures.h"
#include "core/runs/version_gain.h"
#include "core/train/observer_thread.h"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <utility>

namespace belfry::cli {
namespace {

// Hands every event to the recorder (when there is one) and to what prints.
class Tee : public Observer {
public:
    Tee(Observer* recorder, Observer& progress) : recorder_(recorder), progress_(progress) {}
    void onEvent(const Event& event) override {
        if (const auto* finished = std::get_if<Finished>(&event)) { // the others may throw
            state = finished->state;
            reason = finished->reason;
        }
        if (recorder_)
            recorder_->onEvent(event);
        progress_.onEvent(event);
    }
    RunState state = RunState::Running; // read after the session's end
    Text reason;

private:
    Observer* recorder_;
    Observer& progress_;
};

// Rank 0 prints and records for all. What happens to another rank alone goes to its own standard error, and into a log
// of its own in the run's folder if it sees that.
class OtherRank : public Observer {
public:
    OtherRank(const RankGroup& ranks, const std::filesystem::path& folder) : name_(ranks.nameOf(ranks.rank())) {
        std::error_code code;
        if (std::filesystem::is_directory(folder, code))
            log_ = std::make_unique<RunLog>(folder / ("log-rank-" + std::to_string(ranks.rank()) + ".txt"));
    }
    void onEvent(const Event& event) override {
        if (const auto* warning = std::get_if<Warning>(&event))
            std::fprintf(stderr, "belfry-cli: rank %s: %s\n", name_.c_str(), oneLine(warning->text.english()).c_str());
        try {
            if (log_)
                log_->write(event, std::chrono::system_clock::now());
        } catch (const Error& error) { // the run goes on without
            std::fprintf(stderr, "belfry-cli: rank %s: %s\n", name_.c_str(), error.what());
            log_.reset();
        }
    }

private:
    std::string name_;
    std::unique_ptr<RunLog> log_;
};

// The run is done and recorded: that another one cannot be read is no failure of it.
void tellGain(const std::filesystem::path& folder) {
    try {
        if (const Text gain = versionGain(folder).sentence; !gain.empty())
            std::printf("%s\n", oneLine(gain.english()).c_str());
    } catch (const Error& error) {
        std::fprintf(stderr, "belfry-cli: %s\n", oneLine(error.what()).c_str());
    }
}

} // namespace

std::function<void(Plan&)> changeBy(nlohmann::json options) {
    return [options = std::move(options)](Plan& plan) { plan = planFromJson(options, std::move(plan)); };
}

int runTraining(const PreparedRun& prepared, const MakeRecorder& makeRecorder, bool json) {
    std::unique_ptr<Observer> progress;
    const std::unique_ptr<RunRecorder> recorder =
        makeRecorder([&progress](Text text) { progress->onEvent(Warning{std::move(text)}); });
    std::filesystem::path folder = recorder ? recorder->files().folder : std::filesystem::path();
    if (recorder)
        recordPictures(folder, *prepared.data);
    if (prepared.seat.group)
        folder = prepared.seat.group->share(folder.string());
    if (prepared.seat.leads())
        progress = makeProgress(outputStyle(json), folder.filename().string());
    else
        progress = std::make_unique<OtherRank>(*prepared.seat.group, folder);
    Tee observer(recorder.get(), *progress);

    ObserverThread events(observer, recorder.get()); // a line of JSON takes longer than a short step has time for
    Session session(prepared, events, events.sink(), {.lowPriority = false, .startPaused = false, .runFolder = folder});
    const Stopper stopper([&session] { session.requestStop(StopKind::AfterStep); });
    session.start();
    session.wait();
    events.rethrow();
    if (observer.state == RunState::Failed) {
        std::fprintf(stderr, "belfry-cli: %s\n", oneLine(observer.reason.english()).c_str());
        return 1;
    }
    if (recorder && !json && observer.state == RunState::Finished && !prepared.plan.dataVersion.empty())
        tellGain(folder);
    const bool stopped = stopper.token().stop_requested() || prepared.seat.group; // by Ctrl-C on another rank
    return stopped && observer.state == RunState::Stopped ? kStoppedByUser : 0;
}

int resumeRun(const std::filesystem::path& folder, const PreparedRun& prepared, bool json) {
    const auto recorder = [&](RunRecorder::WarningSink warn) {
        return prepared.seat.leads() ? std::make_unique<RunRecorder>(folder, std::move(warn), prepared.checkpoint.get())
                                     : nullptr;
    };
    return runTraining(prepared, recorder, json);
}

} // namespace belfry::cli

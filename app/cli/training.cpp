#include "app/cli/training.h"

#include "app/cli/command.h"
#include "app/cli/formatting.h"
#include "app/cli/interrupt.h"
#include "app/cli/progress.h"
#include "core/train/observer_thread.h"

#include <cstdio>

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

struct Silent : Observer {
    void onEvent(const Event&) override {}
};

} // namespace

int runTraining(const PreparedRun& prepared, const MakeRecorder& makeRecorder, bool json) {
    std::unique_ptr<Observer> progress;
    const std::unique_ptr<RunRecorder> recorder =
        makeRecorder([&progress](Text text) { progress->onEvent(Warning{std::move(text)}); });
    const std::filesystem::path folder = recorder ? recorder->files().folder : std::filesystem::path();
    if (prepared.seat.leads())
        progress = makeProgress(outputStyle(json), folder.filename().string());
    else
        progress = std::make_unique<Silent>(); // rank 0 prints for all
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
    return stopper.token().stop_requested() && observer.state == RunState::Stopped ? kStoppedByUser : 0;
}

int resumeRun(const std::filesystem::path& folder, const PreparedRun& prepared, bool json) {
    const auto recorder = [&](RunRecorder::WarningSink warn) {
        return std::make_unique<RunRecorder>(folder, std::move(warn), prepared.checkpoint.get());
    };
    return runTraining(prepared, recorder, json);
}

} // namespace belfry::cli

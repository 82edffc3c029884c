#include "app/cli/training.h"

#include "app/cli/formatting.h"
#include "app/cli/interrupt.h"
#include "app/cli/progress.h"

#include <unistd.h>

#include <atomic>
#include <cstdio>

namespace belfry::cli {
namespace {

// Hands every event to the recorder (when there is one) and to what prints.
class Tee : public Observer {
public:
    Tee(Observer* recorder, Observer& progress) : recorder_(recorder), progress_(progress) {}
    void onEvent(const Event& event) override {
        if (recorder_)
            recorder_->onEvent(event);
        progress_.onEvent(event);
        if (const auto* finished = std::get_if<Finished>(&event)) {
            state = finished->state;
            reason = finished->reason;
        }
    }
    RunState state = RunState::Running; // read after the session's end
    std::string reason;

private:
    Observer* recorder_;
    Observer& progress_;
};

} // namespace

int runTraining(const PreparedRun& prepared, const MakeRecorder& makeRecorder, bool json) {
    const OutputStyle style = json                      ? OutputStyle::Json
                              : ::isatty(STDOUT_FILENO) ? OutputStyle::Bar
                                                        : OutputStyle::Lines;
    std::unique_ptr<Observer> progress;
    const std::unique_ptr<RunRecorder> recorder =
        makeRecorder([&progress](Text text) { progress->onEvent(Warning{std::move(text)}); });
    const std::filesystem::path folder = recorder ? recorder->files().folder : std::filesystem::path();
    progress = makeProgress(style, folder.filename().string());
    Tee observer(recorder.get(), *progress);

    Session session(prepared, observer, recorder.get(),
                    {.lowPriority = false, .startPaused = false, .runFolder = folder});
    std::atomic<bool> interrupted{false};
    const InterruptWatch watch([&](int count) {
        interrupted = true;
        if (count > 2)
            ::_exit(130);                         // the run does not answer: its files are whole at every moment
        session.requestStop(StopKind::AfterStep); // a second one in haste loses nothing
    });
    session.start();
    session.wait();
    if (observer.state == RunState::Failed) {
        std::fprintf(stderr, "belfry-cli: %s\n", oneLine(observer.reason).c_str());
        return 1;
    }
    return interrupted && observer.state == RunState::Stopped ? 130 : 0;
}

} // namespace belfry::cli

#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/plan_options.h"
#include "app/cli/progress.h"
#include "app/cli/text.h"
#include "app/common/passive_waiting.h"
#include "core/runs/run_recorder.h"
#include "core/train/session.h"

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

int train(const PlanOptions& options, bool json, bool record) {
    holdInterrupts(); // before the GPU's driver starts threads of its own
    const PreparedRun prepared = prepareRun(options.plan());
    const OutputStyle style = json                      ? OutputStyle::Json
                              : ::isatty(STDOUT_FILENO) ? OutputStyle::Bar
                                                        : OutputStyle::Lines;
    std::unique_ptr<Observer> progress;
    std::unique_ptr<RunRecorder> recorder;
    if (record)
        recorder =
            recordNewRun(prepared.plan, [&progress](std::string text) { progress->onEvent(Warning{std::move(text)}); });
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

} // namespace

void addTrain(CLI::App& app, Action& action, char** argv) {
    CLI::App* command = app.add_subcommand("train", "Train a network");
    const PlanOptions options(*command);
    const auto json = std::make_shared<bool>(false);
    const auto unrecorded = std::make_shared<bool>(false);
    command->add_flag("--json", *json, "One JSON object per event (a step's accuracy is measured with dropout on)");
    command->add_flag("--no-record", *unrecorded, "Keep no run folder (for measurements)");
    command->callback([&action, options, json, unrecorded, argv] {
        action = [=] {
            restartWithPassiveWaiting(argv);
            return train(options, *json, !*unrecorded);
        };
    });
}

} // namespace belfry::cli

// A session for the window: its verbs, and its events as signals on the GUI thread. Events arrive in a buffer that a
// timer drains at 10 Hz, whatever the step rate. GUI thread only.
#pragma once

#include "core/runs/host_run.h"
#include "core/train/session.h"
#include "ui/bridge/event_buffer.h"
#include "ui/foundation/background.h"

#include <QObject>
#include <QTimer>
#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace belfry {

class PreparedBranch;

class RunController : public QObject {
    Q_OBJECT
public:
    explicit RunController(QObject* parent = nullptr);
    ~RunController() override; // stops a run in progress after its step and waits until it is saved

    // The other machines of every run that starts from now on; none: it is this process's alone. A branch always is.
    void setHosts(const RunHosts& hosts) { hosts_ = hosts; }
    // Checks the plan and opens the data on a thread of its own, makes the run's folder, then starts. Emits refused()
    // with one sentence or started(). Nothing happens while a run is in progress.
    void start(const Plan& plan, bool paused = false);
    // Resumes a run that stopped or was killed from its newest checkpoint; what was recorded before is emitted again
    // after started(). `change`: as prepareResume() takes it (runs/resume.h). Refuses like start().
    void resumeRun(const std::filesystem::path& folder, const std::function<void(Plan&)>& change = {});
    // Starts a branch (runs/branch.h). Refuses like start(), also while a run is in progress; then nothing of the
    // branch stays.
    void startBranch(std::shared_ptr<PreparedBranch> branch);
    void pause() { command(&Session::pause); }
    void resume() { command(&Session::resume); }
    void stepOnce() { command(&Session::stepOnce); }
    void stop(StopKind kind);
    // A run over hosts that is still being prepared waits for other machines: it is given up, and refused() with an
    // empty sentence. Else nothing happens.
    void abandonPreparation() {
        if (preparation_)
            preparation_->request_stop();
    }
    void setLearningRate(double rate) { command(&Session::setLearningRate, rate); }
    void setEpochs(std::int64_t epochs) { command(&Session::setEpochs, epochs); }
    void setCheckpointEvery(std::int64_t steps) { command(&Session::setCheckpointEvery, steps); }

    // Of the run in progress, or of the last one: 1 where it is this process's alone.
    int ranks() const { return preparation_ ? static_cast<int>(hosts_.hosts.size()) + 1 : 1; }

    // Preparing, running or paused.
    bool isActive() const { return preparingRun_ || state_ == RunState::Running || state_ == RunState::Paused; }
    RunState state() const { return state_; }
    bool isStopping() const { return stopping_; }
    // Newest snapshot of the run in progress (or of the last one); null before the first. Asks for a fresh one.
    std::shared_ptr<const Snapshot> snapshot();

Q_SIGNALS:
    void preparing();
    void refused(const belfry::Text& sentence);    // nothing was started or written; empty: it was given up
    void preparationAt(const belfry::Text& phase); // "Waiting for hosts a, b…"
    void backboneBegan();                          // the run works, long before its first figures
    void hostSaid(const QString& host, const QString& line);
    void started(const belfry::Started& started);
    void stepsDone(const std::vector<belfry::StepDone>& steps); // at 10 Hz, all of them, in order
    void epochDone(const belfry::EpochDone& epoch);
    void distributionsCollected(const belfry::Distributions& distributions);
    void checkpointSaved(const belfry::CheckpointSaved& checkpoint);
    void settingChanged(const belfry::SettingChanged& change);
    void warned(const belfry::Text& text);
    void stateChanged(belfry::RunState state, bool stopping);
    void finished(const belfry::Finished& finished);

private:
    struct HostWord { // of the threads that watch the hosts
        Text phase;
        std::string host, line;
    };
    using HostWords = EventBuffer<HostWord>;
    class Run; // recorder, session and the buffer that they fill
    using MakeRun = std::function<std::shared_ptr<Run>()>;
    using MakeHostRun = std::function<std::unique_ptr<HostRun>()>;
    MakeHostRun hostRunMaker(); // null: no hosts
    void prepare(MakeRun make); // on a thread of its own, then launches or refuses
    void launch(const std::shared_ptr<Run>& run);
    void drain();
    void drainHosts();
    // Steps are handed over together; whatever else comes keeps its place between them.
    void flushSteps();
    void on(const StepDone& step) { steps_.push_back(step); }
    void on(const Started& event) { Q_EMIT started(event); }
    void on(const BackboneProgress& progress);
    void on(const EpochDone& epoch) { Q_EMIT epochDone(epoch); }
    void on(const CheckpointSaved& saved) { Q_EMIT checkpointSaved(saved); }
    void on(const SettingChanged& change) { Q_EMIT settingChanged(change); }
    void on(const Warning& warning) { Q_EMIT warned(warning.text); }
    void on(const StateChanged& change);
    void on(const Distributions& distributions) { Q_EMIT distributionsCollected(distributions); }
    void on(const Finished& end);
    Session* session() const; // of the run in progress, or of the last one; null before the first
    template <typename... Given>
    void command(void (Session::*verb)(Given...), Given... given) {
        if (Session* running = session())
            (running->*verb)(given...);
    }

    RunHosts hosts_;
    std::optional<std::stop_source> preparation_;                          // of a run over hosts
    std::shared_ptr<HostWords> hostWords_ = std::make_shared<HostWords>(); // theirs, too
    std::shared_ptr<Run> run_;
    std::shared_future<void> released_; // of the run that has ended: its folder
    std::vector<StepDone> steps_;       // drained and not yet emitted
    QTimer timer_;
    RunState state_ = RunState::Finished;
    bool stopping_ = false;
    bool preparingRun_ = false;
    Background background_; // Declared last: destroyed first, while its jobs may still run.
};

} // namespace belfry

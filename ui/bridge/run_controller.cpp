#include "ui/bridge/run_controller.h"

#include "core/runs/branch.h"
#include "core/runs/metrics_store.h"
#include "core/runs/resume.h"
#include "core/runs/run_folder.h"
#include "core/runs/run_pictures.h"
#include "core/runs/run_recorder.h"

#include <future>
#include <utility>

namespace belfry {

// Lives as long as its curves and weights may be asked for. Filled on the session's thread, emptied on the GUI thread.
class RunController::Run : public Observer {
public:
    // Blocks for the disk; throws Error with one sentence, and then nothing is left behind but a data set in memory.
    Run(const Plan& plan, bool paused) {
        PreparedRun prepared = prepareRun(plan);
        recorder_ = recordNewRun(prepared.plan, warning());
        prepareSession(std::move(prepared), paused);
    }
    Run(const std::filesystem::path& folder, PreparedRun prepared) {
        recorder_ = std::make_unique<RunRecorder>(folder, warning(), prepared.checkpoint.get());
        prepareSession(std::move(prepared), false);
    }
    // Over hosts. The others wait for the folder before they train.
    Run(std::unique_ptr<HostRun> hosts, const Plan& plan, const RankTowers& towers, bool paused)
        : hosts_(std::move(hosts)) {
        PreparedRun prepared = hosts_->prepare(plan, towers);
        recorder_ = recordNewRun(prepared.plan, warning());
        prepareSession(std::move(prepared), paused);
        hosts_->shareFolder(recorder_->files().folder);
    }
    Run(std::unique_ptr<HostRun> hosts, const std::filesystem::path& folder, const std::function<void(Plan&)>& change)
        : hosts_(std::move(hosts)) {
        PreparedRun prepared = hosts_->resume(readPlanFile(RunFiles(folder).plan), folder, change);
        recorder_ = std::make_unique<RunRecorder>(folder, warning(), prepared.checkpoint.get());
        prepareSession(std::move(prepared), false);
        hosts_->shareFolder(folder);
    }

    void onEvent(const Event& event) override {
        recorder_->onEvent(event);
        push(event);
        if (const auto* finished = std::get_if<Finished>(&event))
            failed_ = finished->state == RunState::Failed;
        if (const auto* started = std::get_if<Started>(&event); started && started->step > 0)
            pushHistory();
    }

    std::vector<Event> take() { return events_.take(); }

    Session& session() { return *session_; }

    // After the last event: everything is written, and the run can be resumed, here or in another program.
    // Blocks for the disk.
    void release() {
        session_->wait();
        recorder_.reset();
        if (hosts_)
            hosts_->finish(failed_);
        hosts_.reset();
    }

private:
    void prepareSession(PreparedRun prepared, bool paused) {
        recordPictures(recorder_->files().folder, *prepared.data);
        const SessionOptions options{
            .lowPriority = true, .startPaused = paused, .runFolder = recorder_->files().folder};
        session_ = std::make_unique<Session>(std::move(prepared), *this, recorder_.get(), options);
    }

    RunRecorder::WarningSink warning() {
        return [this](Text text) { push(Warning{std::move(text)}); };
    }

    // Sends the history until the checkpoint to the charts, each epoch and mark, and what was seen inside, after the
    // step that it followed.
    void pushHistory() {
        const std::filesystem::path& metrics = recorder_->files().metrics;
        try {
            const std::vector<EpochDone> epochs = readEpochs(metrics);
            const std::vector<Mark> marks = readMarks(metrics);
            const std::vector<Distributions> inside = readDistributions(metrics);
            auto epoch = epochs.begin();
            auto mark = marks.begin();
            auto seen = inside.begin();
            for (StepDone& step : readSteps(metrics)) {
                const std::int64_t number = step.step;
                push(std::move(step));
                for (; epoch != epochs.end() && epoch->step <= number; ++epoch)
                    push(*epoch);
                for (; seen != inside.end() && seen->step <= number; ++seen)
                    push(*seen);
                for (; mark != marks.end() && mark->step <= number; ++mark)
                    push(SettingChanged{.step = mark->step, .text = mark->text, .field = {}});
            }
        } catch (const std::exception& error) {
            push(Warning{messageOf(error)}); // the run continues, with charts that begin here
        }
    }

    void push(Event event) { events_.push(std::move(event)); }

    EventBuffer<Event> events_;
    bool failed_ = false;            // read after the session's end
    std::unique_ptr<HostRun> hosts_; // before the session, which ends first
    std::unique_ptr<RunRecorder> recorder_;
    std::unique_ptr<Session> session_; // last: stops before what it reports to is destroyed
};

RunController::RunController(QObject* parent) : QObject(parent) {
    constexpr int kDrainMilliseconds = 100;
    timer_.setInterval(kDrainMilliseconds);
    connect(&timer_, &QTimer::timeout, this, &RunController::drain);
}

RunController::~RunController() { abandonPreparation(); }

// What it calls is kept by whoever calls it: it outlives this object.
RunController::MakeHostRun RunController::hostRunMaker() {
    preparation_.reset();
    if (hosts_.hosts.empty())
        return {};
    preparation_.emplace();
    hostWords_ = std::make_shared<HostWords>();
    const HostRun::Sinks sinks{
        .phase =
            [words = hostWords_](const Text& phase) {
                words->push({phase, {}, {}});
            },
        .line =
            [words = hostWords_](const std::string& host, const std::string& line) {
                words->push({{}, host, line});
            },
        .ended =
            [words = hostWords_](const HostRanks::End& end) {
                if (!end.unmet) // else it is why the start was refused
                    words->push({{}, end.host, endOfHostRank(end).english()});
            },
    };
    return [hosts = hosts_, sinks, stop = preparation_->get_token()] {
        return std::make_unique<HostRun>(hosts, sinks, stop);
    };
}

void RunController::start(const Plan& plan, bool paused) {
    if (isActive())
        return;
    if (const MakeHostRun hostRun = hostRunMaker())
        prepare([plan, paused, hostRun, towers = towersOn(plan.towers, hosts_.hosts)] {
            return std::make_shared<Run>(hostRun(), plan, towers, paused);
        });
    else
        prepare([plan, paused] { return std::make_shared<Run>(plan, paused); });
}

void RunController::resumeRun(const std::filesystem::path& folder, const std::function<void(Plan&)>& change) {
    if (isActive())
        return;
    if (const MakeHostRun hostRun = hostRunMaker())
        prepare([folder, change, hostRun] { return std::make_shared<Run>(hostRun(), folder, change); });
    else
        prepare([folder, change] { return std::make_shared<Run>(folder, prepareResume(folder, change)); });
}

void RunController::startBranch(std::shared_ptr<PreparedBranch> branch) {
    if (isActive())
        return;
    preparation_.reset();
    prepare([branch = std::move(branch)] {
        auto run = std::make_shared<Run>(branch->folder(), std::move(branch->run));
        branch->begin();
        return run;
    });
}

void RunController::prepare(MakeRun make) {
    preparingRun_ = true;
    timer_.start(); // for what hosts say
    Q_EMIT preparing();
    background_.run<std::shared_ptr<Run>>(
        [make = std::move(make), released = released_] {
            if (released.valid())
                released.wait(); // the run to be resumed may be that one
            return make();
        },
        [this](const std::shared_ptr<Run>& run) { launch(run); },
        [this](const Text& sentence) {
            preparingRun_ = false;
            timer_.stop();
            drainHosts();
            Q_EMIT refused(preparation_ && preparation_->stop_requested() ? Text() : sentence);
        });
}

void RunController::launch(const std::shared_ptr<Run>& run) {
    preparingRun_ = false;
    run_ = run;
    state_ = RunState::Running;
    stopping_ = false;
    steps_.clear();
    run_->session().start();
    timer_.start();
    Q_EMIT stateChanged(state_, stopping_);
}

Session* RunController::session() const { return run_ ? &run_->session() : nullptr; }

void RunController::stop(StopKind kind) {
    if (!run_ || !isActive())
        return;
    run_->session().requestStop(kind);
    stopping_ = true; // on screen at once; the session answers within a step
    Q_EMIT stateChanged(state_, stopping_);
}

std::shared_ptr<const Snapshot> RunController::snapshot() { return run_ ? run_->session().snapshot() : nullptr; }

void RunController::drainHosts() {
    for (const HostWord& word : hostWords_->take())
        if (!word.phase.empty())
            Q_EMIT preparationAt(word.phase);
        else
            Q_EMIT hostSaid(QString::fromStdString(word.host), QString::fromStdString(word.line));
}

void RunController::drain() {
    drainHosts();
    if (preparingRun_)
        return; // another one's events
    for (const Event& event : run_->take()) {
        if (!std::holds_alternative<StepDone>(event))
            flushSteps();
        std::visit([this](const auto& one) { on(one); }, event);
    }
    flushSteps();
}

void RunController::flushSteps() {
    if (!steps_.empty())
        Q_EMIT stepsDone(std::exchange(steps_, {}));
}

void RunController::on(const BackboneProgress& progress) {
    Q_EMIT backboneBegan();
    Q_EMIT preparationAt(
        progress.done < progress.images
            ? Text::tr("The backbone has looked at %1 of %2 images…", progress.done, progress.images)
            : Text::tr("The backbone has looked at all %1 images. The last layer is being fitted…", progress.images));
}

void RunController::on(const StateChanged& change) {
    state_ = change.state;
    Q_EMIT stateChanged(state_, stopping_);
}

void RunController::on(const Finished& end) {
    timer_.stop();
    released_ = std::async(std::launch::async, [run = run_] { run->release(); }).share();
    state_ = end.state;
    stopping_ = false;
    Q_EMIT stateChanged(state_, stopping_);
    Q_EMIT finished(end);
}

} // namespace belfry

#include "core/search/trial_trainer.h"

#include "core/base/joined.h"
#include "core/data/stores.h"
#include "core/device/devices.h"
#include "core/runs/run_pictures.h"
#include "core/runs/run_recorder.h"
#include "core/search/memory_budget.h"

#include <map>
#include <mutex>
#include <optional>
#include <set>

namespace belfry {
namespace {

// Collects the result of one session. Session thread; read after the session's end.
class TrialObserver : public Observer {
public:
    TrialObserver(const std::function<void(const EpochDone&)>& onEpoch, Observer* recorder)
        : onEpoch_(onEpoch), recorder_(recorder) {}

    void onEvent(const Event& event) override {
        if (recorder_)
            recorder_->onEvent(event);
        if (const auto* started = std::get_if<Started>(&event)) {
            result.parameters = started->parameters;
            result.device = joined(started->plan.devices, ",");
        }
        if (const auto* epoch = std::get_if<EpochDone>(&event); epoch && epoch->epoch > 0) {
            result.curve.push_back(static_cast<float>(epoch->validation.accuracy()));
            onEpoch_(*epoch);
        }
        if (const auto* finished = std::get_if<Finished>(&event))
            result.finished = *finished;
    }

    TrialResult result;

private:
    const std::function<void(const EpochDone&)>& onEpoch_;
    Observer* recorder_;
};

BytesOnDevices memoryOf(const PreparedRun& run) {
    BytesOnDevices needed;
    for (const TowerPlacement& tower : run.placement)
        needed[tower.device] += static_cast<double>(tower.memoryBytes);
    return needed;
}

BytesOnDevices freeMemory() {
    BytesOnDevices free;
    for (const DeviceInfo& device : listDevices().devices)
        if (device.memoryTotal >= 0 && device.memoryUsed >= 0)
            free[device.id] = static_cast<double>(device.memoryTotal - device.memoryUsed);
    return free;
}

class SessionTrainer : public TrialTrainer {
public:
    SessionTrainer(Layout layout, const Plan& common, std::shared_ptr<const DataSet> data, std::filesystem::path runs,
                   bool lowPriority)
        : layout_(std::move(layout)), runs_(std::move(runs)), lowPriority_(lowPriority) {
        auto hidden = std::make_shared<DataSet>(*data);
        hidden->test = rangeStore(data->test, 0, 0, data->shape.bytes());
        untested_ = std::move(hidden);
        tested_[common.trainImages] = std::move(data);
    }

    TrialResult train(const TrialJob& job, const std::function<void(const EpochDone&)>& onEpoch,
                      std::stop_token stop) override {
        PreparedRun run;
        const auto estimate = [&] {
            run = prepareTrial(placedPlan(job.plan, layout_, job.slot), layout_,
                               job.test ? testedData(job.plan) : untested_);
            return memoryOf(run);
        };
        const std::optional<MemoryBudget::Reservation> place = budget_.reserve(estimate, stop);
        if (!place) { // cancelled before its turn came
            TrialResult result;
            result.finished.state = RunState::Stopped;
            return result;
        }
        std::unique_ptr<RunRecorder> recorder = job.test ? recordNewRun(run.plan, {}, runs_) : nullptr;
        if (recorder)
            recordPictures(recorder->files().folder, *run.data);
        TrialObserver observer(onEpoch, recorder.get());
        Session session(std::move(run), observer, recorder.get(),
                        {.lowPriority = lowPriority_,
                         .startPaused = false,
                         .runFolder = recorder ? recorder->files().folder : std::filesystem::path()});
        const PausableSession pausable(*this, session);
        // A cancelled trial is trained again from the start; a winner's weights so far are worth keeping.
        const std::stop_callback onStop(
            stop, [&session, &job] { session.requestStop(job.test ? StopKind::AfterStep : StopKind::Abort); });
        session.start();
        session.wait();
        return observer.result;
    }

    void setPaused(bool paused) override {
        const std::lock_guard lock(mutex_);
        paused_ = paused;
        for (Session* session : sessions_)
            applyPause(*session);
    }

    Text deviceProblem(int slot) override {
        for (const std::string& device : devicesOf(layout_, slot))
            if (Text problem = belfry::deviceProblem(device); !problem.empty())
                return problem;
        return {};
    }

private:
    // A session that can be paused with all others.
    class PausableSession {
    public:
        PausableSession(SessionTrainer& trainer, Session& session) : trainer_(trainer), session_(session) {
            const std::lock_guard lock(trainer_.mutex_);
            trainer_.sessions_.insert(&session_);
            trainer_.applyPause(session_);
        }
        ~PausableSession() {
            const std::lock_guard lock(trainer_.mutex_);
            trainer_.sessions_.erase(&session_);
        }
        PausableSession(const PausableSession&) = delete;
        PausableSession& operator=(const PausableSession&) = delete;

    private:
        SessionTrainer& trainer_;
        Session& session_;
    };

    std::shared_ptr<const DataSet> testedData(const Plan& plan) {
        const std::lock_guard lock(opening_);
        std::shared_ptr<const DataSet>& data = tested_[plan.trainImages];
        if (!data)
            data = openData(plan);
        return data;
    }

    void applyPause(Session& session) const { paused_ ? session.pause() : session.resume(); }

    const Layout layout_;
    std::shared_ptr<const DataSet> untested_; // without test images
    const std::filesystem::path runs_;
    const bool lowPriority_;
    MemoryBudget budget_{freeMemory};
    std::mutex opening_;                                            // guards the next one
    std::map<std::int64_t, std::shared_ptr<const DataSet>> tested_; // by number of training images
    std::mutex mutex_;                                              // guards what follows
    std::set<Session*> sessions_;
    bool paused_ = false;
};

} // namespace

std::shared_ptr<TrialTrainer> makeSessionTrainer(const Layout& layout, const Plan& common,
                                                 std::shared_ptr<const DataSet> data, std::filesystem::path runs,
                                                 bool lowPriority) {
    return std::make_shared<SessionTrainer>(layout, common, std::move(data), std::move(runs), lowPriority);
}

} // namespace belfry

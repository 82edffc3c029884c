#include "core/search/search.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/runs/run_folder.h"
#include "core/runs/run_record.h"
#include "core/search/journal.h"
#include "core/search/progress_estimator.h"
#include "core/search/search_log.h"
#include "core/search/search_recorder.h"
#include "core/search/strategy_log.h"
#include "core/search/training_queues.h"
#include "core/search/work_clock.h"
#include "core/search/worker_pool.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <functional>
#include <iterator>
#include <mutex>
#include <thread>
#include <utility>

namespace belfry {

struct Search::Impl {
    static constexpr std::size_t kTop = 5; // of the networks that are reported at the end

    Impl(const std::filesystem::path& folder, SearchObserver& watcher, SearchOptions chosen)
        : files(absolutePath(folder)), lock(lockSearch(files)), observer(watcher), options(std::move(chosen)),
          record(readSearch(files.folder)), contents(readJournal(files.trials, record.plan.space)), plan(record.plan),
          recorder(files, contents.bytes, [this](const Text& text) { notify(SearchWarning{text}); }), log(files.log),
          strategyLog(plan, contents.trials), trials(strategyLog, contents), winnerRuns(plan, contents, record.winners),
          clock(record.state.seconds, plan.budgetMinutes, options.clock) {
        requireOpen(record);
        state.started = record.state.started;
        state.layout = record.state.layout;
        estimator.begin(strategyLog, clock.seconds());
    }

    // Called on the search's thread, except where noted.

    void run() {
        SearchEnded ended;
        clock.start();
        try {
            begin();
            if (!stopped())
                trainTrials();
            if (pool && !stopped())
                pool->releaseHelpers(Text::tr("The trials of the search have ended."));
            if (!stopped() && failedDevice.empty())
                trainWinners();
            Ending end = endingOf(strategyLog, winnerRuns, failedDevice, budgetExhausted);
            ended.state = std::move(end.state);
            ended.reason = std::move(end.reason);
        } catch (const std::exception& error) {
            ended.state = "failed";
            ended.reason = messageOf(error);
        }
        if (stopped()) { // also while the data was opened, whatever came of that
            ended.state = "stopped";
            ended.reason = {};
        }
        if (pool)
            pool->closeHelpers();
        ended.progress = progress();
        if (ended.state == "finished")
            ended.progress.secondsLeft = 0;
        ended.top = strategyLog.best(kTop);
        ended.winners = winnerRuns.runs();
        state.state = ended.state;
        state.reason = ended.reason;
        state.ended = secondsSince1970();
        saveState();
        notifyLast(ended);
        const std::lock_guard guard(mutex);
        over = true;
        changed.notify_all();
    }

    void begin() {
        SearchStarted started{.plan = plan, .folder = files.folder};
        state.process = thisProcess();
        saveState();
        if (!options.trainer) {
            data = openData(plan.space.plan);
            if (!data->remark.empty())
                started.remarks.push_back(data->remark);
        }
        if (!state.layout)
            fixLayout(started);
        else if (data)
            checkDevices(*state.layout, plan.space, data);
        if (!state.layout)
            return;
        startPool(options.trainer
                      ? options.trainer
                      : makeSessionTrainer(*state.layout, plan.space.plan, data,
                                           options.runs.empty() ? runsRoot() : options.runs, options.lowPriority));
        saveState();
        generationsReported = strategyLog.generations().size();
        estimator.begin(strategyLog, clock.seconds());
        started.layout = *state.layout;
        std::ranges::move(startRemarks(plan, *state.layout, contents), std::back_inserter(started.remarks));
        started.progress = progress();
        for (const auto& [id, trial] : strategyLog.ended())
            started.trials.push_back(trial);
        started.generations = strategyLog.generations();
        notify(started);
        if (options.helpers)
            openHelpers();
    }

    void openHelpers() {
        const std::lock_guard guard(mutex); // others pause it
        pool->open(*options.helpers,
                   {.search = files.folder.filename().string(),
                    .facts = factsOf(options.helpers->version, data.get()),
                    .plan = plan.space.plan,
                    .layout = *state.layout},
                   deviceName(state.layout->devices.front()), [this](const HelperNews& news) { notify(news); });
        pool->setPaused(paused);
    }

    // Not while it is paused, as others use the devices then. Nothing is fixed when the search is stopped in
    // mid-measurement.
    void fixLayout(SearchStarted& started) {
        waitWhilePaused();
        if (stopped())
            return;
        const std::stop_token stop = stopSource.get_token();
        MeasuredLayout measured = options.measure   ? options.measure(stop)
                                  : options.trainer ? MeasuredLayout{cpuLayout(std::max(1, plan.parallel), 1), {}}
                                                    : chooseLayout(plan, data, options.lowPriority, stop);
        if (stopped())
            return;
        state.layout = measured.layout;
        started.measured = std::move(measured.trials);
    }

    // One part of a search: its trials, or its winners.
    struct Stage {
        std::function<std::optional<Work>()> next;
        std::function<void(const WorkDone&)> done;
        bool budgeted = false;
    };

    void trainTrials() {
        const bool left = train({.next = [this] { return nextTrial(); },
                                 .done = [this](const WorkDone& done) { endTrial(done); },
                                 .budgeted = true});
        budgetExhausted = clock.budgetIsOver() && (left || trials.more());
    }

    void trainWinners() {
        winnerRuns.open(strategyLog.best(static_cast<std::size_t>(plan.winners)));
        train({.next = [this] { return nextWinner(); }, .done = [this](const WorkDone& done) { endWinner(done); }});
    }

    // Keeps the pool busy until there is nothing left, or the search shall end. Whether work that had been asked for is
    // left.
    bool train(const Stage& stage) {
        bool left = false;
        std::optional<Work> waiting; // for a place, or for the pool to be idle
        std::deque<Work> givenBack;  // by helpers: before any other
        bool alone = false;          // the training in progress must train alone
        for (;;) {
            const bool enough = stopped() || !failedDevice.empty() || (stage.budgeted && clock.budgetIsOver());
            if (enough)
                pool->cancel();
            while (!enough && !isPaused() && !pool->full()) {
                if (!waiting && !givenBack.empty()) {
                    waiting = std::move(givenBack.front());
                    givenBack.pop_front();
                }
                if (!waiting)
                    waiting = stage.next();
                if (!waiting || !pool->hasPlaceFor(*waiting) || (!pool->idle() && (alone || trainsAlone(*waiting))))
                    break;
                alone = trainsAlone(*waiting);
                begin(*std::exchange(waiting, std::nullopt));
            }
            if (pool->idle() && (!isPaused() || stopped()))
                return left || waiting || !givenBack.empty();
            for (const WorkDone& ended : pool->await(stage.budgeted && !enough ? clock.budgetLeft() : std::nullopt)) {
                left = left || ended.cancelled();
                if (ended.cancelled() || ended.givenBack)
                    write(cancelledJson(ended.work));
                if (ended.givenBack)
                    givenBack.push_back(ended.work);
                else if (!ended.deviceProblem.empty())
                    endWithDevice(ended);
                else if (!ended.cancelled())
                    stage.done(ended);
            }
        }
    }

    // Every other training on it would fail as well, and be recorded as if its network had.
    void endWithDevice(const WorkDone& done) {
        failedDevice = done.deviceProblem;
        write(deviceFailedJson(done.work));
    }

    void begin(Work work) {
        work.away = pool->sendsAway(work);
        write(startedJson(work));
        if (data)
            work.trial.parameters = parametersOf(work.job.plan, *data);
        if (const WinnerRun& winner = work.winner; winner.trial > 0)
            notify(WinnerStarted{winner.trial, winner.seed, winner.rank});
        else
            notify(TrialStarted{work.trial, clock.seconds()});
        pool->begin(std::move(work));
    }

    std::optional<Work> nextTrial() {
        while (std::optional<Trial> trial = trials.next())
            if (trial->state == TrialState::Failed)
                keep(*trial);
            else
                return trialWork(plan, std::move(*trial));
        return std::nullopt;
    }

    std::optional<Work> nextWinner() {
        while (std::optional<Work> work = winnerRuns.next())
            if (work->winner.reason.empty())
                return work;
            else
                endWinner({*work, {}, work->winner.reason});
        return std::nullopt;
    }

    void endTrial(const WorkDone& done) {
        Trial trial = trialOf(done);
        if (trial.state == TrialState::Waiting) {
            write(retriedJson(trainingOf(done.work), {trial.failures, trial.divergences}));
            notify(TrialRetried{trial});
            trials.again(std::move(trial));
            return;
        }
        keep(trial);
    }

    void keep(const Trial& trial) {
        write(trialJson(trial, plan.space));
        strategyLog.end(trial);
        saveState();
        notify(TrialEnded{trial, progress()});
        for (; generationsReported < strategyLog.generations().size(); ++generationsReported)
            notify(GenerationEnded{strategyLog.generations()[generationsReported], plan.genetic.generations});
    }

    void endWinner(const WorkDone& done) {
        const std::optional<WinnerRun> run = winnerRuns.end(done);
        if (!run) {
            const WinnerRun& winner = done.work.winner;
            write(retriedJson(trainingOf(done.work), {{done.problem}, 0}));
            notify(SearchWarning{Text::tr("Winner %1, seed %2 failed: %3 It is tried once more.", winner.rank,
                                          std::to_string(winner.seed), done.problem)});
            return;
        }
        write(winnerJson(*run));
        saveState();
        notify(WinnerEnded{*run});
    }

    SearchProgress progress() { return estimator.progress(strategyLog, clock.seconds()); }

    void write(const nlohmann::json& line) { recorder.write(line); }
    void saveState() { recorder.saveState(clock.seconds()); }

    void notifyLast(const SearchEnded& ended) {
        const std::lock_guard last(notifying);
        {
            const std::lock_guard guard(mutex);
            ending = true;
        }
        notify(ended);
    }

    void notify(const SearchEvent& event) {
        const std::lock_guard guard(notifying);
        log.write(event, plan);
        observer.onEvent(event);
    }

    // Any thread.

    bool stopped() const { return stopSource.stop_requested(); }
    bool isPaused() {
        const std::lock_guard guard(mutex);
        return paused;
    }

    void waitWhilePaused() {
        std::unique_lock guard(mutex);
        changed.wait(guard, [this] { return !paused || stopped(); });
    }

    void setPaused(bool now) {
        const std::lock_guard order(notifying); // nothing is reported after the end
        SearchPaused event{.paused = now, .progress = {}};
        {
            const std::lock_guard guard(mutex);
            if (paused == now || ending || stopped())
                return;
            paused = now;
            clock.setPaused(now);
            event.progress = estimator.later(clock.seconds());
            changed.notify_all();
            if (pool) {
                pool->setPaused(now);
                pool->wake();
            }
        }
        notify(event);
    }

    void stop() {
        stopSource.request_stop();
        const std::lock_guard guard(mutex);
        changed.notify_all();
        if (pool)
            pool->wake();
    }

    void startPool(std::shared_ptr<TrialTrainer> trainer) {
        auto made = std::make_unique<WorkerPool>(
            state.layout->trials, std::move(trainer),
            [this](const Work& work, const EpochDone& epoch) { notify(epochOf(work, epoch)); });
        const std::lock_guard guard(mutex);
        pool = std::move(made);
        pool->setPaused(paused);
    }

    const SearchFiles files;
    const RunLock lock;
    SearchObserver& observer;
    const SearchOptions options;
    const SearchRecord record; // as it was when it was opened
    const JournalContents contents;
    const SearchPlan plan;
    SearchRecorder recorder;
    SearchState& state = recorder.state;
    std::recursive_mutex notifying; // guards log and calls to the observer, who may pause the search
    SearchLog log;
    StrategyLog strategyLog;
    TrialQueue trials;
    WinnerRuns winnerRuns;
    ProgressEstimator estimator{plan};
    std::shared_ptr<const DataSet> data; // null with a trainer that is given
    std::size_t generationsReported = 0;
    bool budgetExhausted = false;
    Text failedDevice; // why it no longer works

    std::stop_source stopSource;
    WorkClock clock;
    std::mutex mutex; // guards what follows
    std::condition_variable changed;
    std::unique_ptr<WorkerPool> pool; // made once, by the search's thread
    bool paused = false;
    bool begun = false, ending = false, over = false;
    std::thread thread;
};

Search::Search(const std::filesystem::path& folder, SearchObserver& observer, SearchOptions options)
    : impl_(std::make_unique<Impl>(folder, observer, std::move(options))) {}

Search::~Search() {
    stop();
    if (impl_->thread.joinable())
        impl_->thread.join();
}

void Search::start() {
    const std::lock_guard guard(impl_->mutex);
    if (!std::exchange(impl_->begun, true))
        impl_->thread = std::thread([impl = impl_.get()] { impl->run(); });
}

void Search::pause() { impl_->setPaused(true); }

void Search::resume() { impl_->setPaused(false); }

void Search::stop() { impl_->stop(); }

void Search::wait() {
    std::unique_lock guard(impl_->mutex);
    impl_->changed.wait(guard, [this] { return !impl_->begun || impl_->over; });
}

} // namespace belfry

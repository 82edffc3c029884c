#include "core/runs/run_recorder.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/runs/event_file.h"
#include "core/runs/metrics_store.h"
#include "core/runs/resume.h"
#include "core/runs/run_list.h"
#include "core/runs/run_lock.h"
#include "core/runs/run_log.h"
#include "core/runs/run_record.h"
#include "core/runs/weights_file.h"

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace belfry {
namespace {

using SystemTime = std::chrono::system_clock::time_point;

constexpr auto kCommitInterval = std::chrono::milliseconds(500);
constexpr std::size_t kMaxQueued = 100'000; // events; a hanging disk must not fill the memory

struct TimedEvent {
    SystemTime time;
    Event event;
};

bool isUrgent(const Event& event) {
    return std::holds_alternative<EpochDone>(event) || std::holds_alternative<Finished>(event);
}

// The files of the recording. Used only by the recorder's thread.
class Recording {
public:
    Recording(const RunFiles& files, const Snapshot* checkpoint)
        : files_(files), metrics_(std::in_place, files.metrics), log_(std::in_place, files.log),
          record_(rewindRun(files, *metrics_, checkpoint)) {}

    // Returns the reason if recording fails now, else "".
    Text write(const std::vector<TimedEvent>& events) {
        Text failure;
        const auto tried = [&](const auto& work) {
            try {
                work();
            } catch (const std::exception& error) {
                failure = failure.empty() ? messageOf(error) : failure;
            }
        };
        tried([&] { writeMetrics(events); });
        tried([&] { writeLog(events); });
        tried([&] { writeEventFile(events); });
        tried([&] { writeRecord(events); });
        if (failure.empty() || failed_)
            return {};
        failed_ = true;
        metrics_.reset();
        log_.reset();
        eventFile_.reset();
        return failure;
    }

    void close() {
        if (record_.state == "running") {
            record_.state = "interrupted";
            record_.reason = Text::tr("Belfry was closed before the run finished.");
            record_.ended = secondsSince1970();
            recordIsNewer_ = true;
        }
        if (recordIsNewer_)
            writeRunRecord(files_.record, record_);
    }

private:
    void writeMetrics(const std::vector<TimedEvent>& events) {
        if (!metrics_)
            return;
        bool finished = false;
        for (const TimedEvent& timed : events) {
            if (const auto* step = std::get_if<StepDone>(&timed.event))
                metrics_->add(*step);
            else if (const auto* epoch = std::get_if<EpochDone>(&timed.event))
                metrics_->add(*epoch);
            else if (const auto* change = std::get_if<SettingChanged>(&timed.event))
                metrics_->add(Mark{change->step, change->text});
            else if (const auto* distributions = std::get_if<Distributions>(&timed.event))
                metrics_->add(*distributions);
            finished = finished || std::holds_alternative<Finished>(timed.event);
        }
        metrics_->commit();
        if (finished)
            metrics_->finish();
    }

    void writeLog(const std::vector<TimedEvent>& events) {
        if (!log_)
            return;
        for (const TimedEvent& timed : events)
            log_->write(timed.event, timed.time);
        log_->flush();
    }

    // Created when the Started event says that it is enabled.
    void writeEventFile(const std::vector<TimedEvent>& events) {
        for (const TimedEvent& timed : events) {
            const auto* started = std::get_if<Started>(&timed.event);
            if (started && started->plan.tensorboard && !failed_)
                eventFile_.emplace(files_.tensorboard, *started, timed.time);
            if (eventFile_)
                eventFile_->write(timed.event, timed.time);
        }
        if (eventFile_)
            eventFile_->flush();
    }

    void writeRecord(const std::vector<TimedEvent>& events) {
        for (const TimedEvent& timed : events) {
            if (const auto* started = std::get_if<Started>(&timed.event)) {
                writePlanFile(files_.plan, started->plan);
                record_.hardware = hardwareOf(*started);
                recordIsNewer_ = true;
            }
            const auto* epoch = std::get_if<EpochDone>(&timed.event);
            const auto* finished = std::get_if<Finished>(&timed.event);
            if (epoch)
                apply(record_, *epoch);
            if (finished)
                apply(record_, *finished);
            recordIsNewer_ = recordIsNewer_ || epoch || finished;
        }
        if (recordIsNewer_)
            writeRunRecord(files_.record, record_);
        recordIsNewer_ = false;
    }

    const RunFiles& files_;
    std::optional<MetricsWriter> metrics_; // empty once recording has failed
    std::optional<RunLog> log_;
    std::optional<EventFile> eventFile_; // if the plan enables TensorBoard
    RunRecord record_;
    bool recordIsNewer_ = false; // than the file
    bool failed_ = false;
};

} // namespace

struct RunRecorder::Impl {
    Impl(const std::filesystem::path& folder, WarningSink sink, const Snapshot* checkpoint)
        : files(folder), onWarning(std::move(sink)), runLock(files.lock), recording(files, checkpoint),
          thread([this] { loop(); }) {}
    ~Impl() {
        {
            const std::lock_guard lock(mutex);
            ending = true;
            wake.notify_all();
        }
        thread.join();
    }

    void put(const Event& event) {
        const std::lock_guard lock(mutex);
        if (queue.size() >= kMaxQueued && !isUrgent(event)) {
            if (warning.empty())
                warning = Text::tr(
                    "The disk does not keep up: %1 events wait to be written to '%2', newer ones are not recorded.",
                    kMaxQueued, files.folder.string());
            return;
        }
        queue.push_back({std::chrono::system_clock::now(), event});
        urgent = urgent || isUrgent(event);
        if (urgent || queue.size() == 1)
            wake.notify_all();
    }

    void flush() {
        std::unique_lock lock(mutex);
        urgent = true;
        wake.notify_all();
        idle.wait(lock, [this] { return queue.empty() && !writing; });
    }

    void warnOnce() {
        Text text;
        {
            const std::lock_guard lock(mutex);
            if (warning.empty() || warning == reported)
                return;
            text = reported = warning; // a slow disk may also fill up later: another warning
        }
        if (onWarning)
            onWarning(text);
    }

    void loop() {
        std::unique_lock lock(mutex);
        for (;;) {
            wake.wait(
                lock, [this] { return ending || !queue.empty(); });
            wake.wait_for(lock, kCommitInterval, [this] { return ending || urgent; });
            const std::vector<TimedEvent> events = std::exchange(queue, {});
            urgent = false;
            writing = true;
            lock.unlock();
            const Text failure = recording.write(events);
            lock.lock();
            if (!failure.empty())
                warning = Text::tr("The run is no longer recorded, but continues. %1", failure);
            writing = false;
            idle.notify_all();
            if (ending && queue.empty())
                break;
        }
        closeQuietly();
    }

    // If it cannot be written, the previous one remains, and the message names it.
    void saveCheckpoint(const std::filesystem::path& path, const Snapshot& snapshot,
                        const std::map<std::string, std::string>& extra) const {
        try {
            saveSnapshot(path, snapshot, extra);
        } catch (const Error& error) {
            const std::vector<std::filesystem::path> kept = runWeights(files.folder).checkpoints;
            if (kept.empty())
                throw;
            throw Error(error.category(), Text::tr("%1 The newest checkpoint is that of step %2.", messageOf(error),
                                                   kept.back().stem().string().substr(std::string("step-").size())));
        }
    }

    void removeOldCheckpoints() {
        const std::vector<std::filesystem::path> all = runWeights(files.folder).checkpoints;
        std::error_code ignored; // a failure to remove is harmless
        for (std::size_t i = 0; checkpointsKept > 0 && i + static_cast<std::size_t>(checkpointsKept) < all.size(); ++i)
            if (all[i] != wayBack)
                std::filesystem::remove(all[i], ignored);
    }

    void closeQuietly() {
        try {
            recording.close();
        } catch (const std::exception&) {
            // run.json keeps "running"; the run is listed as interrupted, as its lock is free.
        }
    }

    RunFiles files;
    WarningSink onWarning;
    RunLock runLock;
    Recording recording;           // used by the recorder's thread
    int checkpointsKept = 0;       // used by onEvent() and save(); 0: all
    bool removedUnused = false;    // used by onEvent(): the folder goes with a recorder that got no event
    std::filesystem::path wayBack; // likewise: the checkpoint from which the learning rate was changed last

    std::mutex mutex; // guards the members below
    std::condition_variable wake, idle;
    std::vector<TimedEvent> queue;
    Text warning;
    Text reported; // the last warning reported
    bool urgent = false;
    bool writing = false;
    bool ending = false;

    std::thread thread; // last: it uses the other members
};

RunRecorder::RunRecorder(const std::filesystem::path& folder, WarningSink onWarning, const Snapshot* checkpoint)
    : impl_(std::make_unique<Impl>(folder, std::move(onWarning), checkpoint)) {}

RunRecorder::~RunRecorder() {
    const std::filesystem::path unused = impl_->removedUnused ? impl_->files.folder : std::filesystem::path();
    impl_.reset();
    std::error_code ignored;
    if (!unused.empty())
        std::filesystem::remove_all(unused, ignored);
}

void RunRecorder::onEvent(const Event& event) {
    impl_->removedUnused = false;
    impl_->put(event);
    if (const auto* started = std::get_if<Started>(&event))
        impl_->checkpointsKept = started->plan.checkpointsKept;
    const auto* change = std::get_if<SettingChanged>(&event);
    if (change && change->field == "learning_rate")
        impl_->wayBack = impl_->files.checkpoint(change->step);
    if (std::holds_alternative<Finished>(event))
        impl_->flush();
    impl_->warnOnce();
}

std::filesystem::path RunRecorder::save(const Snapshot& snapshot, CheckpointKind kind) {
    const std::map<std::string, std::string> extra{{"run", impl_->files.folder.filename().string()},
                                                   {"belfry", BELFRY_VERSION}};
    if (kind != CheckpointKind::Regular) {
        const std::filesystem::path& path = kind == CheckpointKind::Final ? impl_->files.final : impl_->files.best;
        saveSnapshot(path, snapshot, extra);
        return path;
    }
    const std::filesystem::path path = impl_->files.checkpoint(snapshot.step);
    impl_->flush(); // a run resumed from here has the metrics up to here
    impl_->saveCheckpoint(path, snapshot, extra);
    impl_->removeOldCheckpoints();
    return path;
}

void RunRecorder::flush() { impl_->flush(); }

const RunFiles& RunRecorder::files() const { return impl_->files; }

std::unique_ptr<RunRecorder> recordNewRun(const Plan& plan, RunRecorder::WarningSink onWarning,
                                          const std::filesystem::path& root) {
    const std::filesystem::path folder = createRun(plan, root);
    return orRemove(folder, [&] {
        auto recorder = std::make_unique<RunRecorder>(folder, std::move(onWarning));
        recorder->impl_->removedUnused = true;
        return recorder;
    });
}

} // namespace belfry

#include "ui/bridge/download_job.h"

#include "core/base/error.h"

#include <algorithm>
#include <chrono>

namespace belfry {
namespace {

using Clock = std::chrono::steady_clock;

// Bytes of the files that stand before `file` in the plan.
std::uint64_t bytesBefore(const DownloadPlan& plan, const std::string& file) {
    std::uint64_t bytes = 0;
    for (const DownloadFile& other : plan.files) {
        if (other.name == file)
            break;
        bytes += other.bytes;
    }
    return bytes;
}

} // namespace

DownloadJob::DownloadJob(QObject* parent) : QObject(parent) {}

DownloadJob::~DownloadJob() {
    thread_.request_stop();
    if (thread_.joinable())
        thread_.join();
}

void DownloadJob::start(const std::string& name, const DownloadPlan& plan) {
    if (state_ != State::Idle)
        return;
    name_ = name;
    plan_ = plan;
    progress_ = {.done = 0, .total = plan.bytes, .bytesPerSecond = 0, .server = {}};
    run();
}

void DownloadJob::goOn() {
    if (state_ == State::Paused)
        run();
}

void DownloadJob::pause() {
    if (state_ == State::Running) {
        thread_.request_stop();
        setState(State::Pausing);
    }
}

void DownloadJob::cancel() {
    if (state_ == State::Paused) {
        discardData(plan_);
        setState(State::Idle);
    } else if (state_ != State::Idle) {
        thread_.request_stop();
        setState(State::Cancelling);
    }
}

void DownloadJob::run() {
    setState(State::Running);
    // The thread before has said its last word: end() came from it.
    thread_ = std::jthread([this, plan = plan_](const std::stop_token& stop) {
        DownloadOptions options;
        options.stop = stop;
        const auto began = Clock::now();
        auto next = began;
        std::uint64_t first = 0;
        bool any = false;
        options.progress = [&](const DownloadProgress& told) {
            const std::uint64_t done = bytesBefore(plan, told.file) + told.done;
            if (!any) {
                first = done;
                any = true;
            }
            const auto now = Clock::now();
            if (now < next)
                return;
            next = now + std::chrono::milliseconds(100);
            const double seconds = std::chrono::duration<double>(now - began).count();
            const Progress progress{.done = done,
                                    .total = plan.bytes,
                                    .bytesPerSecond =
                                        seconds > 0 && done > first ? static_cast<double>(done - first) / seconds : 0.0,
                                    .server = QString::fromStdString(told.server)};
            QMetaObject::invokeMethod(
                this,
                [this, progress] {
                    progress_ = progress;
                    Q_EMIT changed();
                },
                Qt::QueuedConnection);
        };
        bool whole = false;
        Text problem;
        try {
            whole = downloadData(plan, options);
        } catch (const std::exception& error) {
            problem = messageOf(error);
        }
        QMetaObject::invokeMethod(
            this, [this, whole, problem] { end(whole, problem); }, Qt::QueuedConnection);
    });
}

void DownloadJob::end(bool whole, const Text& problem) {
    const State before = state_;
    if (before == State::Cancelling)
        discardData(plan_);
    if (whole && before != State::Cancelling) {
        setState(State::Idle);
        Q_EMIT finished();
    } else if (!problem.empty() && before != State::Cancelling) {
        setState(State::Idle);
        Q_EMIT failed(problem);
    } else {
        setState(before == State::Pausing ? State::Paused : State::Idle);
    }
}

void DownloadJob::setState(State state) {
    state_ = state;
    Q_EMIT changed();
}

} // namespace belfry

#include "ui/bridge/download_job.h"

#include <chrono>
#include <optional>

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

void DownloadJob::start(const std::string& name, const DownloadPlan& plan) {
    if (state_ != State::Idle)
        return;
    name_ = name;
    plan_ = plan;
    progress_ = {.done = 0, .total = plan.bytes, .bytesPerSecond = 0, .server = {}};
    run();
}

void DownloadJob::resume() {
    if (state_ == State::Paused)
        run();
}

void DownloadJob::pause() {
    if (state_ == State::Running) {
        stop_.request_stop();
        setState(State::Pausing);
    }
}

void DownloadJob::cancel() {
    if (state_ == State::Paused) {
        discardData(plan_);
        setState(State::Idle);
    } else if (state_ != State::Idle) {
        stop_.request_stop();
        setState(State::Cancelling);
    }
}

void DownloadJob::run() {
    setState(State::Running);
    stop_ = {};
    const auto download = [this, plan = plan_, stop = stop_.get_token()] {
        DownloadOptions options;
        options.stop = stop;
        const auto began = Clock::now();
        auto next = began;
        std::optional<std::uint64_t> first;
        options.progress = [&](const DownloadProgress& report) {
            const std::uint64_t done = bytesBefore(plan, report.file) + report.done;
            first = first.value_or(done);
            const auto now = Clock::now();
            if (now < next)
                return;
            next = now + std::chrono::milliseconds(100);
            const double seconds = std::chrono::duration<double>(now - began).count();
            const Progress progress{
                .done = done,
                .total = plan.bytes,
                .bytesPerSecond = seconds > 0 && done > *first ? static_cast<double>(done - *first) / seconds : 0.0,
                .server = QString::fromStdString(report.server)};
            background_.post([this, progress] {
                progress_ = progress;
                Q_EMIT changed();
            });
        };
        return downloadData(plan, options);
    };
    background_.run<bool>(
        download, [this](bool whole) { end(whole, {}); }, [this](const Text& problem) { end(false, problem); });
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

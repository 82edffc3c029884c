#include "ui/foundation/background.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <memory>

namespace belfry {

Background::Background(QObject* parent) : QObject(parent) {
    pool_.setMaxThreadCount(1);
    pool_.setExpiryTimeout(-1); // never expires: libraries keep settings per thread, such as their number of threads
}

void yieldToTraining() { ::setpriority(PRIO_PROCESS, static_cast<id_t>(::syscall(SYS_gettid)), 19); }

void LatestJob::Token::report(std::function<void()> progress) const {
    background_->post([job = job_, id = id_, progress = std::move(progress)] {
        if (job->id_ == id)
            progress();
    });
}

std::function<void(double)> LatestJob::Token::reportParts(std::function<void(double)> progress) const {
    using Clock = std::chrono::steady_clock;
    const auto next = std::make_shared<std::atomic<Clock::rep>>(0);
    return [token = *this, next, progress = std::move(progress)](double part) {
        const Clock::rep now = Clock::now().time_since_epoch().count();
        const Clock::rep later = now + Clock::duration(std::chrono::milliseconds(100)).count();
        Clock::rep due = next->load();
        if (now >= due && next->compare_exchange_strong(due, later)) // else another thread has reported just now
            token.report([progress, part] { progress(part); });
    };
}

void LatestJob::cancel() {
    ++id_;
    running_ = false;
    stop_.request_stop();
}

LatestJob::Token LatestJob::begin() {
    cancel();
    stop_ = {};
    running_ = true;
    Token token;
    token.stop = stop_.get_token();
    token.background_ = &background_;
    token.job_ = this;
    token.id_ = id_;
    return token;
}

bool LatestJob::end(const Token& token) {
    if (token.id_ != id_)
        return false;
    running_ = false;
    return true;
}

} // namespace belfry

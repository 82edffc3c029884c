#include "core/train/stall_watch.h"

#include <algorithm>
#include <utility>

namespace belfry {
namespace {

constexpr double kTimesToGiveUp = 10;

StallWatch::Seconds machineClock() { return std::chrono::steady_clock::now().time_since_epoch(); }

} // namespace

StallWatch::StallWatch(Seconds limit, Listener& listener, Clock clock)
    : limit_(limit), clock_(clock ? std::move(clock) : machineClock), listener_(listener),
      thread_([this](const std::stop_token& stop) { watch(stop); }) {}

StallWatch::Section::Section(StallWatch& watch, Work work, std::int64_t step) : watch_(watch) {
    const std::lock_guard lock(watch_.mutex_);
    watch_.begin_ = watch_.now();
    watch_.work_ = work;
    watch_.step_ = step;
    watch_.state_ = State::Open;
}

StallWatch::Section::~Section() {
    const std::lock_guard lock(watch_.mutex_);
    watch_.state_ = State::Closed;
    watch_.longest() = std::max(watch_.longest(), watch_.now() - watch_.begin_);
}

void StallWatch::Section::progressed() {
    const std::lock_guard lock(watch_.mutex_);
    const Seconds now = watch_.now();
    watch_.longest() = std::max(watch_.longest(), now - watch_.begin_);
    watch_.begin_ = now;
    if (watch_.state_ != State::GivenUp)
        watch_.state_ = State::Open;
}

// Polls, so that steps need not wake it. Once a stall is reported, stopping the run waits for it.
void StallWatch::watch(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    const auto pause = [this] { return limit_ / (state_ == State::Reported ? 60 : 4); };
    while (!ending_.wait_for(lock, stop, pause(), [&stop] { return stop.stop_requested(); }))
        check();
}

Text StallWatch::work() const {
    switch (work_) {
    case Work::StartOfTowers:
        return Text::tr("The start of the towers before step %1", step_);
    case Work::StartOfExchange:
        return Text::tr("The start of the exchange before step %1", step_);
    case Work::ReadingWeights:
        return Text::tr("Reading the weights after step %1", step_);
    case Work::Validation:
        return Text::tr("The validation after step %1", step_);
    case Work::Test:
        return Text::tr("The test after step %1", step_);
    case Work::Step:
        break;
    }
    return Text::tr("Step %1", step_);
}

void StallWatch::check() {
    const Seconds taken = now() - begin_;
    const Seconds allowed = timeout(longest());
    if (state_ == State::Open && taken >= allowed) {
        state_ = State::Reported;
        listener_.onStall(work(), longest());
    }
    if (state_ == State::Reported && (taken >= kTimesToGiveUp * allowed || listener_.mayGiveUp())) {
        state_ = State::GivenUp;
        listener_.onGivenUp(work(), taken);
    }
}

} // namespace belfry

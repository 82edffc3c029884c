#include "ui/bridge/plan_queue.h"

#include "core/runs/plan_queue_file.h"
#include "ui/foundation/attempt.h"

#include <algorithm>

namespace belfry {

PlanQueue::PlanQueue(std::filesystem::path file, QObject* parent) : QObject(parent), file_(std::move(file)) {}

void PlanQueue::load() {
    if (attempt([this] { plans_ = readPlanQueue(file_); }, [this](const Text& sentence) { Q_EMIT failed(sentence); }))
        Q_EMIT changed();
}

void PlanQueue::add(const Plan& plan) {
    plans_.push_back(plan);
    keep();
}

void PlanQueue::remove(std::size_t place) {
    if (place < plans_.size()) {
        plans_.erase(plans_.begin() + static_cast<std::ptrdiff_t>(place));
        keep();
    }
}

void PlanQueue::move(std::size_t from, std::size_t to) {
    if (from >= plans_.size() || to >= plans_.size() || from == to)
        return;
    const auto first = plans_.begin() + static_cast<std::ptrdiff_t>(from);
    const auto place = plans_.begin() + static_cast<std::ptrdiff_t>(to);
    from < to ? std::rotate(first, first + 1, place + 1) : std::rotate(place, first, first + 1);
    keep();
}

std::optional<Plan> PlanQueue::takeFirst() {
    if (plans_.empty())
        return std::nullopt;
    Plan plan = plans_.front();
    plans_.erase(plans_.begin());
    keep();
    return plan;
}

void PlanQueue::setRunning(bool running) {
    if (running_ != running) {
        running_ = running;
        Q_EMIT changed();
    }
}

void PlanQueue::keep() {
    attempt([this] { writePlanQueue(file_, plans_); }, [this](const Text& sentence) { Q_EMIT failed(sentence); });
    Q_EMIT changed();
}

} // namespace belfry

#include "core/train/collapse_watch.h"

#include <algorithm>
#include <utility>

namespace belfry {
namespace {

constexpr double kLossRise = 3;         // times its minimum
constexpr double kAccuracyFall = 0.1;   // a low loss may treble by chance: the accuracy has to fall, too
constexpr double kValidationFall = 0.5; // of the best

} // namespace

// Means over windows that lie on one side of a change of the rate alone: else the accuracy that is named after it would
// be partly that of before.
std::optional<Collapse> CollapseWatch::add(const StepDone& step) {
    window_.push_back({static_cast<double>(step.loss), static_cast<double>(step.accuracy)});
    if (window_.size() > kWindow)
        window_.pop_front();
    if (window_.size() < kWindow)
        return {};
    Measured mean;
    for (const Measured& each : window_) {
        mean.loss += each.loss / kWindow;
        mean.accuracy += each.accuracy / kWindow;
    }
    const bool first = best_.loss == 0;
    if (first || mean.loss < best_.loss) {
        best_.loss = mean.loss;
        cause_.reset();
    }
    best_.accuracy = std::max(best_.accuracy, mean.accuracy);
    const bool fell = mean.accuracy < best_.accuracy - kAccuracyFall;
    return judge(fell && mean.loss > kLossRise * best_.loss, !fell, best_.accuracy, mean.accuracy);
}

std::optional<Collapse> CollapseWatch::add(const EpochDone& epoch) {
    if (epoch.validation.images == 0)
        return {};
    const double now = epoch.validation.accuracy();
    bestValidation_ = std::max(bestValidation_, now);
    const bool fell = now <= kValidationFall * bestValidation_;
    return judge(fell, false, bestValidation_, now);
}

void CollapseWatch::add(const SettingChanged& change) {
    if (change.field != "learning_rate")
        return;
    window_.clear();
    const auto rise = [](const SettingChanged& each) { return each.after / each.before; };
    if (!collapsed_ && (!cause_ || rise(change) > rise(*cause_)))
        cause_ = change;
}

std::optional<Collapse> CollapseWatch::judge(bool collapsed, bool recovered, double before, double after) {
    if (recovered && std::exchange(collapsed_, false))
        cause_.reset(); // it was named
    if (!collapsed || std::exchange(collapsed_, true))
        return {};
    return Collapse{before, after, cause_};
}

} // namespace belfry

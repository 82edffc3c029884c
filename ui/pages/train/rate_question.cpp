#include "ui/pages/train/rate_question.h"

#include "core/optim/optimizer.h"
#include "ui/foundation/number_entry.h"
#include "ui/foundation/number_text.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/plan_text.h"

#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

constexpr double kUsualFactor = 10; // beyond it hardly any network learns

} // namespace

QString RateQuestion::warning(const Plan& plan, double rate) {
    const auto info = std::ranges::find(optimizers(), plan.optimizer, &OptimizerInfo::name);
    if (info == optimizers().end() || rate <= kUsualFactor * info->defaultRate * (1 + 1e-9)) // 0.01 is 10 times 0.001
        return {};
    return tr("%1 is %2 times the usual rate of %3, %4. At such rates a network usually stops learning.")
        .arg(writeNumber(rate, true), countText(std::llround(rate / info->defaultRate)), fieldText("optimizer", plan),
             writeNumber(info->defaultRate, true));
}

void RateQuestion::ask(const Plan& plan, double rate, const std::function<void()>& use) {
    question_ = [plan, rate] {
        return tr("%1 The run keeps its rate of %2.").arg(warning(plan, rate), writeNumber(plan.learningRate, true));
    };
    banner_.offer(
        question_, [] { return tr("Use it"); }, use);
}

void RateQuestion::withdraw() { banner_.withdraw(question_); }

} // namespace belfry

#include "ui/widgets/header_figures.h"

#include "ui/foundation/keep_translated.h"
#include "ui/foundation/number_text.h"
#include "ui/widgets/figure.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"

#include <QProgressBar>
#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

constexpr int kBarSteps = 10'000;

QString ofTotal(std::int64_t value, std::int64_t total) {
    return QStringLiteral("%1 / %2").arg(countText(value), countText(total));
}

// Three digits that count: 61,812 -> "61,800". More would only flicker.
QString speedText(double imagesPerSecond) {
    if (imagesPerSecond <= 0)
        return {};
    const double unit = std::pow(10.0, std::max(0.0, std::floor(std::log10(imagesPerSecond)) - 2));
    return countText(static_cast<std::int64_t>(std::lround(imagesPerSecond / unit) * unit));
}

} // namespace

HeaderFigures::HeaderFigures(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("headerFigures"));
    const Parts parts(this);
    epoch_ = parts.figure("epochFigure", QT_TR_NOOP("epoch"));
    step_ = parts.figure("stepFigure", QT_TR_NOOP("step"));
    best_ = parts.figure("bestFigure", QT_TR_NOOP("best validation"));
    speed_ = parts.figure("speedFigure", QT_TR_NOOP("images per second"));
    queue_ = parts.figure("queueFigure", QT_TR_NOOP("queue ready"));
    left_ = parts.figure("leftFigure", QT_TR_NOOP("remaining"));
    left_->setAlignment(Qt::AlignRight);
    queue_->hide();
    bar_ = parts.progress("progress", "Progress", kBarSteps);
    bar_->setValue(0);
    parts.help(bar_, QT_TR_NOOP("Progress of the run"));
    constexpr int kBetween = 20; // six figures fit at 1280 pixels, in Spanish too
    auto* row = rowOf(kBetween, {epoch_, step_, best_, speed_, queue_, Placed::stretch(), left_});
    fillWith(this, columnOf(6, {row, bar_}));
    keepTranslated(this, [this] { refresh(); });
}

void HeaderFigures::start(const Started& started) {
    second_.clear();
    stretch_.clear();
    newest_ = {};
    bestAccuracy_ = -1;
    finalSpeed_ = 0;
    stepsPerEpoch_ = std::max<std::int64_t>(1, started.stepsPerEpoch);
    stepLimit_ = started.plan.steps;
    epochs_ = stepLimit_ > 0 ? (stepLimit_ + stepsPerEpoch_ - 1) / stepsPerEpoch_ : started.plan.epochs;
    running_ = true;
    step_->reserve(ofTotal(totalSteps(), totalSteps()));
    epoch_->reserve(ofTotal(epochs_, epochs_));
    speed_->reserve(countText(100'000));
    queue_->reserve(QStringLiteral("100 %"));
    queue_->setVisible(started.plan.feed == "queue");
    refresh();
}

void HeaderFigures::addSteps(const std::vector<StepDone>& steps) {
    for (const StepDone& step : steps) {
        second_.add(step.seconds, step.images, step.step);
        stretch_.add(step.seconds, step.images, step.step);
    }
    if (!steps.empty()) {
        newest_ = steps.back();
        refresh();
    }
}

void HeaderFigures::addEpoch(const EpochDone& epoch) {
    if (epoch.validation.images > 0)
        bestAccuracy_ = std::max(bestAccuracy_, epoch.validation.accuracy());
    refresh();
}

void HeaderFigures::setEpochs(std::int64_t epochs) {
    if (stepLimit_ == 0) { // else the steps decide
        epochs_ = epochs;
        refresh();
    }
}

void HeaderFigures::finish(const Finished& finished) {
    running_ = false;
    finalSpeed_ = finished.imagesPerSecond;
    refresh();
}

void HeaderFigures::refresh() {
    if (epochs_ == 0) // no run yet
        return;
    // The step that ends an epoch belongs to it, not to the next one.
    const auto epoch = std::clamp<std::int64_t>(static_cast<std::int64_t>(std::ceil(newest_.epoch - 1e-9)), 1, epochs_);
    epoch_->setValue(ofTotal(epoch, epochs_));
    step_->setValue(ofTotal(newest_.step, totalSteps()));
    best_->setValue(bestAccuracy_ < 0 ? QString() : percentText(bestAccuracy_));
    speed_->setValue(speedText(running_ ? second_.imagesPerSecond() : finalSpeed_));
    queue_->setValue(newest_.queueFill < 0 ? QString()
                                           : QStringLiteral("%1 %").arg(std::lround(100 * newest_.queueFill)));
    const double perStep = stretch_.secondsPerStep();
    const auto remaining = std::max<std::int64_t>(0, totalSteps() - newest_.step);
    left_->setValue(running_ && perStep > 0 ? durationText(static_cast<double>(remaining) * perStep) : QString());
    const double share = totalSteps() > 0 ? static_cast<double>(newest_.step) / static_cast<double>(totalSteps()) : 0;
    bar_->setValue(static_cast<int>(std::min(share, 1.0) * kBarSteps));
}

} // namespace belfry

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
constexpr int kBetween = 20, kLines = 6; // pixels between figures, and between lines

int widthOf(const std::vector<Figure*>& figures) {
    int width = -kBetween;
    for (const Figure* figure : figures)
        if (!figure->isHidden())
            width += kBetween + figure->sizeHint().width();
    return width;
}

QString ofTotal(std::int64_t value, std::int64_t total) {
    return QStringLiteral("%1 / %2").arg(countText(value), countText(total));
}

constexpr double kLongRun = 36'000; // seconds: the widest time of most runs

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
    upper_ = rowOf(kBetween, {epoch_, step_, best_, speed_, queue_, Placed::stretch(), left_});
    lower_ = rowOf(kBetween, {Placed::stretch()});
    fillWith(this, columnOf(kLines, {upper_, lower_, bar_}));
    keepTranslated(this, [this] { refresh(); });
}

void HeaderFigures::forget() {
    known_ = false;
    for (Figure* figure : {epoch_, step_, best_, speed_, queue_, left_})
        figure->setValue({});
    bar_->setValue(0);
    arrange();
}

void HeaderFigures::start(const Started& started) {
    known_ = true;
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
    best_->reserve(percentText(1));
    left_->reserve(durationText(kLongRun));
    queue_->setVisible(started.plan.feed == "queue");
    refresh();
}

std::array<std::vector<Figure*>, 2> HeaderFigures::lines() const {
    return {std::vector{epoch_, step_, left_}, std::vector{best_, speed_, queue_}};
}

QSize HeaderFigures::minimumSizeHint() const {
    const auto column = [](const Figure* above, const Figure* below) {
        return std::max(above->sizeHint().width(), below->sizeHint().width());
    };
    return {column(epoch_, best_) + column(step_, speed_) + column(left_, queue_) + 2 * kBetween,
            QWidget::minimumSizeHint().height()};
}

// In two lines the figures below stand in the columns of those above.
void HeaderFigures::alignLines(bool two) {
    for (const auto& [above, below] : {std::pair{epoch_, best_}, {step_, speed_}}) {
        const int column = two ? std::max(above->sizeHint().width(), below->sizeHint().width()) : 0;
        above->setMinimumWidth(column);
        below->setMinimumWidth(column);
    }
}

void HeaderFigures::arrange() {
    const auto [first, second] = lines();
    const bool one = widthOf(first) + kBetween + widthOf(second) <= width();
    alignLines(!one);
    if (one == (lower_->indexOf(best_) < 0))
        return;
    QHBoxLayout *from = one ? lower_ : upper_, *to = one ? upper_ : lower_;
    int place = one ? 2 : 0; // after epoch and step
    for (Figure* figure : second) {
        from->removeWidget(figure);
        to->insertWidget(place++, figure);
    }
}

void HeaderFigures::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
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
    if (!known_)
        return arrange();
    // The step that ends an epoch belongs to it, not to the next one. A run from a backbone may have no epoch.
    const std::int64_t first = std::min<std::int64_t>(1, epochs_);
    const auto epoch =
        std::clamp<std::int64_t>(static_cast<std::int64_t>(std::ceil(newest_.epoch - 1e-9)), first, epochs_);
    epoch_->setValue(epochs_ > 0 ? ofTotal(epoch, epochs_) : QString());
    step_->setValue(epochs_ > 0 ? ofTotal(newest_.step, totalSteps()) : QString());
    best_->setValue(bestAccuracy_ < 0 ? QString() : percentText(bestAccuracy_));
    speed_->setValue(speedText(running_ ? second_.imagesPerSecond() : finalSpeed_));
    queue_->setValue(newest_.queueFill < 0 ? QString()
                                           : QStringLiteral("%1 %").arg(std::lround(100 * newest_.queueFill)));
    const double perStep = stretch_.secondsPerStep();
    const auto remaining = std::max<std::int64_t>(0, totalSteps() - newest_.step);
    left_->setValue(running_ && perStep > 0 ? durationText(static_cast<double>(remaining) * perStep) : QString());
    const double share = totalSteps() > 0 ? static_cast<double>(newest_.step) / static_cast<double>(totalSteps()) : 0;
    bar_->setValue(static_cast<int>(std::min(share, 1.0) * kBarSteps));
    arrange();
}

} // namespace belfry

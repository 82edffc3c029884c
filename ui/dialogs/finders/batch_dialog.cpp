#include "ui/dialogs/finders/batch_dialog.h"

#include "ui/foundation/number_entry.h"
#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"

#include <QCheckBox>
#include <QRadioButton>
#include <QVBoxLayout>
#include <algorithm>

namespace belfry {
namespace {

constexpr int kSuggestedColour = 4; // of the series: unlike the curve's

QString speedText(double imagesPerSecond) { return countText(static_cast<std::int64_t>(imagesPerSecond)); }

QRadioButton* radio(const char* name, const QString& text, const QString& help, QWidget* parent) {
    auto* button = new QRadioButton(text, parent);
    button->setObjectName(QLatin1String(name));
    button->setToolTip(help);
    button->setEnabled(false);
    return button;
}

} // namespace

BatchDialog::BatchDialog(const Theme& theme, const Plan& plan, QWidget* parent)
    : FindDialog(theme, QStringLiteral("findBatchDialog"), tr("Find batch"),
                 tr("Increasing batch sizes are timed as long as they are estimated to fit in memory. No run is "
                    "created and nothing is saved."),
                 parent),
      plan_(plan), rate_(new QCheckBox(this)) {
    fastest_ = radio("fastestChoice", tr("Fastest"),
                     tr("The smallest batch within %1 % of the highest speed that leaves at least %2 steps per epoch: "
                        "smaller batches learn more from each image.")
                         .arg(kNearBestPercent)
                         .arg(kLeastSteps),
                     this);
    largest_ = radio("largestChoice", tr("Largest that fits"),
                     tr("For less noisy steps; raise the learning rate along with it."), this);
    fastest_->setAccessibleName(QStringLiteral("Fastest"));
    largest_->setAccessibleName(QStringLiteral("Largest that fits"));
    fastest_->setChecked(true);
    body()->addWidget(fastest_);
    body()->addWidget(largest_);
    rate_->setObjectName(QStringLiteral("rateChoice"));
    rate_->setAccessibleName(QStringLiteral("Learning rate with it"));
    rate_->setToolTip(
        tr("A step over more images has less noise and can be longer: in proportion to the images for SGD "
           "and momentum, to their square root for the others."));
    rate_->setChecked(true);
    rate_->hide();
    body()->addWidget(rate_);
    connect(largest_, &QRadioButton::toggled, this, &BatchDialog::offerRate);
    connect(
        this, &QDialog::accepted, this,
        [this] {
            const bool changes = !rate_->isHidden() && rate_->isChecked();
            Q_EMIT chosen(batch(), changes ? std::optional(rateForBatch(plan_, batch())) : std::nullopt);
        });
    begin([this, plan](const std::stop_token& stop) {
        // The last call knows what the others could not: how large a batch fits untried.
        const BatchFinding found = findBatch(
            plan, {.lowPriority = true},
            [this](const BatchFinding& finding) { post([this, finding] { take(finding); }); }, stop);
        post([this, found] { take(found); });
    });
}

CurvePicture BatchDialog::pictureOf(const BatchFinding& finding) {
    CurvePicture picture;
    picture.logX = picture.fromZero = true;
    picture.xFormat = picture.yFormat = YFormat::Count;
    picture.xTitle = tr("images per tower");
    Curve speed;
    speed.dots = true;
    for (const BatchTrial& trial : finding.trials)
        if (trial.problem.empty())
            speed.points.emplace_back(static_cast<double>(trial.batch), trial.imagesPerSecond);
    std::ranges::sort(speed.points, {}, &QPointF::x);
    picture.curves = {std::move(speed)};
    const auto suggested = std::ranges::find(finding.trials, finding.fastest, &BatchTrial::batch);
    if (suggested != finding.trials.end()) {
        const auto batch = static_cast<double>(suggested->batch);
        Curve point{
            .points = {{batch, suggested->imagesPerSecond}}, .colour = kSuggestedColour, .spread = {}, .name = {}};
        point.dots = true;
        picture.curves.push_back(std::move(point));
        picture.marks.push_back({batch, tr("suggested"), false});
    }
    return picture;
}

void BatchDialog::take(const BatchFinding& finding) {
    finding_ = finding;
    plot()->setPicture(pictureOf(finding));
    if (finding.trials.empty())
        return;
    const BatchTrial& last = finding.trials.back();
    const QString batch = translated(Text::plural("%n images per tower", "%n image per tower", last.batch));
    display(last.problem.empty() ? tr("%1: %2 images per second, about %3")
                                       .arg(batch, speedText(last.imagesPerSecond), bytesText(last.memory))
                                 : tr("%1: %2").arg(batch, translated(last.problem)));
}

std::int64_t BatchDialog::batch() const { return largest_->isChecked() ? finding_.largest : finding_.fastest; }

QString BatchDialog::stepsText(std::int64_t batch) const {
    const std::int64_t images = std::max<std::int64_t>(batch * plan_.towers, 1);
    return translated(
        Text::plural("%n steps per epoch", "%n step per epoch", (finding_.trainImages + images - 1) / images));
}

// The rate that goes with the chosen batch, where that is not the plan's.
void BatchDialog::offerRate() {
    const double rate = batch() > 0 ? rateForBatch(plan_, batch()) : plan_.learningRate;
    rate_->setText(tr("With the learning rate %1 that goes with it, instead of %2")
                       .arg(writeNumber(rate, true), writeNumber(plan_.learningRate, true)));
    rate_->setVisible(rate != plan_.learningRate);
}

QString BatchDialog::fastestText(const BatchTrial& trial) const {
    const std::string speed = speedText(trial.imagesPerSecond).toStdString();
    const std::string steps = stepsText(trial.batch).toStdString();
    if (!finding_.nearlyFastest)
        return translated(Text::plural("Fastest: %n images per tower, %1 images per second, %2",
                                       "Fastest: %n image per tower, %1 images per second, %2", trial.batch, speed,
                                       steps));
    return translated(Text::plural("Smallest within %1 % of the fastest: %n images per tower, %2 images per second, %3",
                                   "Smallest within %1 % of the fastest: %n image per tower, %2 images per second, %3",
                                   trial.batch, kNearBestPercent, speed, steps));
}

void BatchDialog::finish() {
    const auto trial = std::ranges::find(finding_.trials, finding_.fastest, &BatchTrial::batch);
    if (trial != finding_.trials.end()) {
        fastest_->setText(fastestText(*trial));
        fastest_->setEnabled(true);
    }
    const std::string steps = stepsText(finding_.largest).toStdString();
    largest_->setText(
        finding_.largestTried
            ? translated(Text::plural("Largest that fits: %n images per tower, %1",
                                      "Largest that fits: %n image per tower, %1", finding_.largest, steps))
            : translated(Text::plural("Largest estimated to fit: %n images per tower, %1",
                                      "Largest estimated to fit: %n image per tower, %1", finding_.largest, steps)));
    largest_->setEnabled(finding_.largest > 0);
    largest_->setChecked(!fastest_->isEnabled());
    const QString towers = translated(Text::plural("On %n towers", "On %n tower", plan_.towers));
    display(finding_.capped ? tr("%1. Larger batches were faster, but leave fewer than %2 steps per epoch.")
                                  .arg(towers, countText(kLeastSteps))
                            : towers);
    offerRate();
    setApplicable(fastest_->isEnabled() || largest_->isEnabled());
}

} // namespace belfry

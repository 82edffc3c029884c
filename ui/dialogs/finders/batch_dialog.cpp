#include "ui/dialogs/finders/batch_dialog.h"

#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"

#include <QRadioButton>
#include <QVBoxLayout>
#include <algorithm>

namespace belfry {
namespace {

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
      towers_(plan.towers) {
    fastest_ = radio(
        "fastestChoice", tr("Fastest"),
        tr("The smallest batch within 3 % of the highest speed: smaller batches learn more from each image."), this);
    largest_ = radio("largestChoice", tr("Largest that fits"),
                     tr("For less noisy steps; raise the learning rate along with it."), this);
    fastest_->setAccessibleName(QStringLiteral("Fastest"));
    largest_->setAccessibleName(QStringLiteral("Largest that fits"));
    fastest_->setChecked(true);
    body()->addWidget(fastest_);
    body()->addWidget(largest_);
    connect(
        this, &QDialog::accepted, this,
        [this] { Q_EMIT chosen(largest_->isChecked() ? finding_.largest : finding_.fastest); });
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
    if (finding.fastest > 0)
        picture.marks.push_back({static_cast<double>(finding.fastest), tr("fastest"), false});
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

void BatchDialog::finish() {
    const auto trial = std::ranges::find(finding_.trials, finding_.fastest, &BatchTrial::batch);
    if (trial != finding_.trials.end()) {
        fastest_->setText(translated(Text::plural("Fastest: %n images per tower, %1 images per second",
                                                  "Fastest: %n image per tower, %1 images per second", trial->batch,
                                                  speedText(trial->imagesPerSecond).toStdString())));
        fastest_->setEnabled(true);
    }
    largest_->setText(finding_.largestTried
                          ? translated(Text::plural("Largest that fits: %n images per tower",
                                                    "Largest that fits: %n image per tower", finding_.largest))
                          : translated(Text::plural("Largest estimated to fit: %n images per tower",
                                                    "Largest estimated to fit: %n image per tower", finding_.largest)));
    largest_->setEnabled(finding_.largest > 0);
    largest_->setChecked(!fastest_->isEnabled());
    display(translated(Text::plural("On %n towers", "On %n tower", towers_)));
    setApplicable(fastest_->isEnabled() || largest_->isEnabled());
}

} // namespace belfry

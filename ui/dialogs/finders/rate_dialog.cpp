#include "ui/dialogs/finders/rate_dialog.h"

#include "ui/widgets/layouts.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/parts.h"

#include <QLabel>
#include <QLocale>

namespace belfry {
namespace {

constexpr int kFieldWidth = 140;

QString rateText(double rate) { return QLocale().toString(rate, 'g', 2); }

} // namespace

RateDialog::RateDialog(const Theme& theme, const Plan& plan, QWidget* parent)
    : FindDialog(theme, QStringLiteral("findRateDialog"), tr("Find rate"),
                 tr("Starting from the plan's initial weights, the rate rises with each batch until the loss diverges. "
                    "No run is created and nothing is saved."),
                 parent) {
    const Parts parts(this);
    rate_ = parts.field(
        new RateBox(this), "Learning rate", "foundRateField",
        QT_TR_NOOP("Where the loss falls fastest, at least a factor of ten below divergence. Apply uses it."));
    rate_->setFixedWidth(kFieldWidth);
    rate_->setEnabled(false);
    body()->addLayout(rowOf(8, {parts.caption(QT_TR_NOOP("Learning rate"), rate_), rate_, Placed::stretch()}));
    connect(this, &QDialog::accepted, this, [this] { Q_EMIT chosen(rate_->number()); });
    connect(
        rate_, &NumberField::changed, this,
        [this] {
            if (!rate_->isEnabled())
                return; // nothing has been found yet
            setProblem(rate_->problem());
            setApplicable(rate_->problem().empty());
        });
    begin([this, plan](const std::stop_token& stop) {
        findRate(
            plan, {.lowPriority = true},
            [this](const RateFinding& finding) { post([this, finding] { take(finding); }); }, stop);
    });
}

CurvePicture RateDialog::pictureOf(const RateFinding& finding) {
    CurvePicture picture;
    picture.logX = picture.logY = true;
    picture.xTitle = tr("learning rate");
    Curve each{.points = {}, .colour = 0, .faint = true}, smoothed;
    for (const RateTrial& trial : finding.trials) {
        each.points.emplace_back(trial.rate, trial.loss);
        smoothed.points.emplace_back(trial.rate, trial.smoothed);
    }
    picture.curves = {std::move(each), std::move(smoothed)};
    if (finding.suggestion)
        picture.marks.push_back({*finding.suggestion, tr("suggestion %1").arg(rateText(*finding.suggestion)), false});
    if (finding.diverged)
        picture.marks.push_back({*finding.diverged, tr("diverges"), true});
    return picture;
}

void RateDialog::take(const RateFinding& finding) {
    finding_ = finding;
    plot()->setPicture(pictureOf(finding));
    const RateTrial& last = finding.trials.back();
    display(
        tr("Batch %1: rate %2, loss %3")
            .arg(QString::number(finding.trials.size()), rateText(last.rate), QLocale().toString(last.loss, 'g', 3)));
}

void RateDialog::finish() {
    if (!finding_.suggestion) {
        display(tr("No rate lowered the loss: try another network, optimizer or batch."));
        return;
    }
    const QString fastest = tr("The loss falls fastest at %1.").arg(rateText(*finding_.steepest));
    display(finding_.diverged ? tr("%1 It diverges at %2; a tenth of that is %3.")
                                    .arg(fastest, rateText(*finding_.diverged), rateText(*finding_.diverged / 10))
                              : tr("%1 It never diverged.").arg(fastest));
    rate_->setNumber(*finding_.suggestion);
    rate_->setEnabled(true);
    setApplicable(true);
}

} // namespace belfry

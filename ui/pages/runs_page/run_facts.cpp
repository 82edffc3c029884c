#include "ui/pages/runs_page/run_facts.h"

#include "ui/pages/runs_page/run_words.h"
#include "ui/pages/train_page/header_figures.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/text.h"

#include <QGridLayout>
#include <QLabel>
#include <QLocale>
#include <QVBoxLayout>

namespace belfry {
namespace {

QString devicesText(const Plan& plan) {
    QStringList names;
    for (const std::string& name : plan.devices) {
        names << QString::fromStdString(name);
    }
    return names.join(QStringLiteral(", "));
}

} // namespace

RunFacts::RunFacts(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("runFacts"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
}

void RunFacts::addFact(const QString& name, const char* objectName, const QString& value) {
    if (value.isEmpty()) {
        return;
    }
    const int row = rows_->rowCount();
    auto* caption = makeLabel(name, "muted", content_);
    auto* text = new ElidedLabel(value, content_);
    text->setObjectName(QLatin1String(objectName));
    text->setElideMode(Qt::ElideMiddle);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    text->setFocusPolicy(Qt::NoFocus);
    caption->setBuddy(text);
    rows_->addWidget(caption, row, 0);
    rows_->addWidget(text, row, 1);
}

void RunFacts::addFigures(const RunSummary& run) {
    addFact(tr("Best"), "bestFact", accuracyText(run.bestValidation, run.bestEpoch));
    addFact(tr("Last"), "lastFact", accuracyText(run.lastValidation, run.lastEpoch));
    addFact(tr("Test"), "testFact", run.test ? percentText(*run.test, 2) : QString());
    addFact(tr("Steps"), "stepsFact",
            tr("%1, %2 epochs").arg(countText(run.steps), decimalText(run.epochs, run.epochs < 10 ? 2 : 1)));
    addFact(tr("Time"), "timeFact", HeaderFigures::durationText(run.seconds));
    addFact(tr("Images/s"), "speedFact", countText(static_cast<std::int64_t>(run.imagesPerSecond)));
    addFact(tr("Started"), "startedFact", momentText(run.started));
    if (!run.parent.empty()) {
        addFact(tr("Branch of"), "parentFact",
                tr("%1, step %2").arg(QString::fromStdString(run.parent), countText(run.parentStep)));
    }
}

void RunFacts::addPlan(const Plan& plan) {
    addFact(tr("Preset"), "presetFact", QString::fromStdString(plan.preset));
    addFact(tr("Data"), "dataFact", QString::fromStdString(plan.data));
    addFact(tr("Network"), "networkFact", QString::fromStdString(plan.model));
    addFact(tr("Devices"), "devicesFact", devicesText(plan));
    addFact(tr("Towers"), "towersFact", countText(plan.towers));
    addFact(tr("Global batch"), "batchFact", countText(plan.imagesPerStep()));
    addFact(tr("Optimizer"), "optimizerFact", QString::fromStdString(plan.optimizer));
    addFact(tr("Rate"), "rateFact", QLocale().toString(plan.learningRate, 'g', 6));
    addFact(tr("Schedule"), "scheduleFact", QString::fromStdString(plan.schedule));
    addFact(tr("Length"), "lengthFact",
            plan.steps > 0 ? tr("%1 steps").arg(countText(plan.steps)) : tr("%1 epochs").arg(countText(plan.epochs)));
    addFact(tr("Feed"), "feedFact", QString::fromStdString(plan.feed));
    addFact(tr("Exchange"), "exchangeFact", QString::fromStdString(plan.exchange));
    addFact(tr("Precision"), "precisionFact", QString::fromStdString(plan.precision));
    addFact(tr("Seed"), "seedFact", QString::number(plan.seed));
}

void RunFacts::setRun(const RunSummary& run, const std::optional<Plan>& plan) {
    delete content_;
    content_ = new QWidget(this);
    content_->setProperty("transparent", "true");
    auto* column = new QVBoxLayout(content_);
    column->setContentsMargins(0, 0, 8, 0);
    rows_ = new QGridLayout;
    rows_->setHorizontalSpacing(12);
    rows_->setVerticalSpacing(3);
    rows_->setColumnStretch(1, 1);
    addFigures(run);
    if (plan) {
        addPlan(*plan);
    }
    addFact(tr("Folder"), "folderFact", QString::fromStdString(run.folder.string()));
    column->addLayout(rows_);
    column->addStretch();
    layout()->addWidget(content_);
}

} // namespace belfry

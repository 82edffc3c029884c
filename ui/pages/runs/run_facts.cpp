#include "ui/pages/runs/run_facts.h"

#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"
#include "ui/widgets/run_state_text.h"

#include <QLocale>

namespace belfry {

RunFacts::RunFacts(QWidget* parent) : FactList(QStringLiteral("runFacts"), parent) {}

void RunFacts::addFigures(const RunSummary& run) {
    add(tr("Best"), QStringLiteral("bestFact"), accuracyText(run.bestValidation, run.bestEpoch));
    add(tr("Last"), QStringLiteral("lastFact"), accuracyText(run.lastValidation, run.lastEpoch));
    add(tr("Test"), QStringLiteral("testFact"), run.test ? percentText(*run.test, 2) : QString());
    add(tr("Steps"), QStringLiteral("stepsFact"),
        tr("%1, %2 epochs").arg(countText(run.steps), decimalText(run.epochs, run.epochs < 10 ? 2 : 1)));
    add(tr("Time"), QStringLiteral("timeFact"), durationText(run.seconds));
    add(tr("Images/s"), QStringLiteral("speedFact"), countText(static_cast<std::int64_t>(run.imagesPerSecond)));
    add(tr("Started"), QStringLiteral("startedFact"), momentText(run.started));
    if (!run.parent.empty()) {
        add(tr("Branch of"), QStringLiteral("parentFact"),
            tr("%1, step %2").arg(QString::fromStdString(run.parent), countText(run.parentStep)));
    }
}

void RunFacts::addPlan(const Plan& plan) {
    add(tr("Preset"), QStringLiteral("presetFact"), QString::fromStdString(plan.preset));
    add(tr("Data"), QStringLiteral("dataFact"), QString::fromStdString(plan.data));
    add(tr("Network"), QStringLiteral("networkFact"), QString::fromStdString(plan.model));
    add(tr("Devices"), QStringLiteral("devicesFact"), stringsOf(plan.devices).join(QStringLiteral(", ")));
    add(tr("Towers"), QStringLiteral("towersFact"), countText(plan.towers));
    add(tr("Global batch"), QStringLiteral("batchFact"), countText(plan.imagesPerStep()));
    add(tr("Optimizer"), QStringLiteral("optimizerFact"), QString::fromStdString(plan.optimizer));
    add(tr("Rate"), QStringLiteral("rateFact"), QLocale().toString(plan.learningRate, 'g', 6));
    add(tr("Schedule"), QStringLiteral("scheduleFact"), QString::fromStdString(plan.schedule));
    add(tr("Length"), QStringLiteral("lengthFact"),
        plan.steps > 0 ? translated(Text::plural("%n steps", "%n step", plan.steps))
                       : translated(Text::plural("%n epochs", "%n epoch", plan.epochs)));
    add(tr("Feed"), QStringLiteral("feedFact"), QString::fromStdString(plan.feed));
    add(tr("Exchange"), QStringLiteral("exchangeFact"), QString::fromStdString(plan.exchange));
    add(tr("Precision"), QStringLiteral("precisionFact"), QString::fromStdString(plan.precision));
    add(tr("Seed"), QStringLiteral("seedFact"), QString::number(plan.seed));
}

void RunFacts::setRun(const RunSummary& run, const std::optional<Plan>& plan) {
    clear();
    addFigures(run);
    if (plan)
        addPlan(*plan);
    add(tr("Folder"), QStringLiteral("folderFact"), QString::fromStdString(run.folder.string()));
}

} // namespace belfry

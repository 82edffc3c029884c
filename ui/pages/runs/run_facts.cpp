#include "ui/pages/runs/run_facts.h"

#include "core/runs/run_edit.h"
#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"
#include "ui/widgets/plan_text.h"
#include "ui/widgets/run_state_text.h"

namespace belfry {

namespace {

// "108 steps (1 epoch)", "40 steps (0.25 epochs)"
QString trainedText(const RunSummary& run) {
    const auto whole = static_cast<std::int64_t>(run.epochs);
    const QString epochs =
        static_cast<double>(whole) == run.epochs
            ? translated(Text::plural("%n epochs", "%n epoch", whole))
            : RunFacts::tr("%1 epochs", "not a whole number").arg(decimalText(run.epochs, run.epochs < 10 ? 2 : 1));
    return QStringLiteral("%1 (%2)").arg(translated(Text::plural("%n steps", "%n step", run.steps)), epochs);
}

} // namespace

RunFacts::RunFacts(QWidget* parent) : FactList(QStringLiteral("runFacts"), parent) {}

void RunFacts::addFigures(const RunSummary& run) {
    add(tr("Best"), QStringLiteral("bestFact"), accuracyText(run.bestValidation, run.bestEpoch));
    add(tr("Last"), QStringLiteral("lastFact"), accuracyText(run.lastValidation, run.lastEpoch));
    add(tr("Test"), QStringLiteral("testFact"), run.test ? percentText(*run.test, 2) : QString());
    const auto share = [](const std::optional<double>& mean) { return mean ? percentText(*mean, 2) : QString(); };
    add(tr("Balanced accuracy"), QStringLiteral("balancedFact"), share(run.bestMeans.balancedAccuracy));
    add(tr("Macro F1"), QStringLiteral("macroF1Fact"), share(run.bestMeans.macroF1));
    add(tr("Trained"), QStringLiteral("stepsFact"), trainedText(run));
    add(tr("Time"), QStringLiteral("timeFact"), durationText(run.seconds));
    add(tr("Images/s"), QStringLiteral("speedFact"), countText(static_cast<std::int64_t>(run.imagesPerSecond)));
    add(tr("Started"), QStringLiteral("startedFact"), momentText(run.started));
}

void RunFacts::addParent(const RunSummary& run, const RunContents& contents) {
    if (run.parent.empty())
        return;
    const QString id = QString::fromStdString(run.parent);
    if (const auto& parent = contents.parent) {
        const QString title = runTitle(*parent);
        add(tr("Branch of"), QStringLiteral("parentFact"),
            isTrash(parent->folder.parent_path()) ? tr("%1 (in the trash)").arg(title) : title, title + '\n' + id);
    } else if (contents.read) {
        add(tr("Branch of"), QStringLiteral("parentFact"), tr("a run that no longer exists"), id);
    }
    add(tr("Branched at"), QStringLiteral("parentStepFact"), tr("step %1").arg(countText(run.parentStep)));
}

void RunFacts::addPlan(const Plan& plan) {
    const auto addField = [&](const char* field, const char* objectName) {
        const PlanField& row = planField(field);
        add(translated(row.title), QLatin1String(objectName), fieldText(row, plan));
    };
    if (!plan.preset.empty())
        addField("preset", "presetFact");
    addField("data", "dataFact");
    addField("model", "networkFact");
    addField("devices", "devicesFact");
    addField("towers", "towersFact");
    addField("global_batch", "batchFact");
    addField("optimizer", "optimizerFact");
    addField("learning_rate", "rateFact");
    addField("schedule", "scheduleFact");
    addField(plan.steps > 0 ? "steps" : "epochs", "lengthFact");
    addField("feed", "feedFact");
    addField("exchange", "exchangeFact");
    addField("precision", "precisionFact");
    addField("seed", "seedFact");
}

void RunFacts::addChanges(const std::vector<Mark>& changes) {
    for (const Mark& change : changes)
        add(tr("Step %1").arg(countText(change.step)), QStringLiteral("changeFact"), translated(change.text));
}

void RunFacts::setRun(const RunSummary& run, const RunContents& contents, const std::vector<Mark>& changes) {
    clear();
    addFigures(run);
    addParent(run, contents);
    addChanges(changes);
    if (contents.plan)
        addPlan(*contents.plan);
    add(tr("Folder"), QStringLiteral("folderFact"), QString::fromStdString(run.folder.string()));
}

} // namespace belfry

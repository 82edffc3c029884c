#include "ui/pages/train/run_text.h"

#include "core/train/plan.h"
#include "ui/foundation/number_entry.h"
#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"
#include "ui/widgets/device_picker.h"
#include "ui/widgets/plan_text.h"

#include <QCoreApplication>
#include <QStringList>

namespace belfry {
namespace {

struct RunText {
    Q_DECLARE_TR_FUNCTIONS(belfry::RunText)
};

QString towersText(int towers) { return translated(Text::plural("%n towers", "%n tower", towers)); }

QString stoppingText(StopKind kind) {
    switch (kind) {
    case StopKind::AfterStep:
        return RunText::tr("Stopping after this step…");
    case StopKind::AfterEpoch:
        return RunText::tr("Stopping after this epoch…");
    case StopKind::Abort:
        return RunText::tr("Aborting…");
    }
    return {};
}

QString figures(double loss, double accuracy) {
    return RunText::tr("loss %1, accuracy %2").arg(decimalText(loss, 4), percentText(accuracy, 2));
}

QString fromPath(const std::filesystem::path& path) { return QString::fromStdString(path.string()); }

} // namespace

RunStatus endOf(const Finished& finished, RunStatus status) {
    status.kind = finished.state == RunState::Finished  ? RunStatus::Kind::Finished
                  : finished.state == RunState::Stopped ? RunStatus::Kind::Stopped
                                                        : RunStatus::Kind::Failed;
    status.test = finished.test.images > 0 ? finished.test.accuracy() : -1;
    status.bestEpoch = finished.bestEpoch;
    status.step = finished.steps;
    status.sentence = finished.reason;
    status.stopping.reset();
    return status;
}

QString statusText(const RunStatus& status) {
    using Kind = RunStatus::Kind;
    if (status.isActive() && status.stopping)
        return stoppingText(*status.stopping);
    if (status.isStarting())
        return status.phase.empty() ? RunText::tr("Preparing…") : translated(status.phase);
    switch (status.kind) {
    case Kind::Preparing: // it is starting
        break;
    case Kind::Ready:
        return RunText::tr("Ready");
    case Kind::Running:
        return RunText::tr("Running: %1, %2").arg(status.name.text(), towersText(status.towers));
    case Kind::Paused:
        return RunText::tr("Paused: %1, %2").arg(status.name.text(), towersText(status.towers));
    case Kind::Finished:
    case Kind::Stopped: {
        const QString end = status.kind == Kind::Finished
                                ? RunText::tr("Finished")
                                : RunText::tr("Stopped at step %1").arg(countText(status.step));
        return status.test < 0 ? end : RunText::tr("%1: %2").arg(end, testText(status.test, status.bestEpoch));
    }
    case Kind::Failed:
        return RunText::tr("Failed: %1").arg(translated(status.sentence));
    }
    return {};
}

QString testText(double accuracy, std::int64_t bestEpoch) {
    return RunText::tr("test %1 with the best weights (epoch %2)").arg(percentText(accuracy, 2), countText(bestEpoch));
}

QString bestWeightsText(std::int64_t epoch) { return RunText::tr("best weights, epoch %1").arg(countText(epoch)); }

QString endText(const Finished& finished) {
    // Without a step all of it was the start: the last layer of a backbone was fitted.
    const QString time = durationText(finished.steps > 0 ? finished.seconds : finished.startupSeconds),
                  epoch = countText(finished.bestEpoch);
    const QString best = percentText(finished.bestValidation, 2);
    QStringList sentences;
    if (finished.state == RunState::Stopped)
        sentences << RunText::tr("Stopped at step %1 after %2.").arg(countText(finished.steps), time);
    else
        sentences << RunText::tr("Finished in %1.").arg(time);
    if (finished.test.images > 0)
        sentences << RunText::tr("Test %1 with the best weights (epoch %2), validation %3.")
                         .arg(percentText(finished.test.accuracy(), 2), epoch, best);
    else if (finished.validation.images > 0)
        sentences << RunText::tr("Best validation %1 (epoch %2).").arg(best, epoch);
    if (!finished.reason.empty())
        sentences << translated(finished.reason);
    return sentences.join(' ');
}

QString collapseText(const Collapse& collapse) {
    const QString before = percentText(collapse.before, 0), after = percentText(collapse.after, 0);
    if (!collapse.cause)
        return RunText::tr("Accuracy fell from %1 to %2. A lower learning rate may help.").arg(before, after);
    return RunText::tr("Accuracy fell from %1 to %2 after rate %3 → %4.")
        .arg(before, after, writeNumber(collapse.cause->before, false), writeNumber(collapse.cause->after, false));
}

QString logText(const Started& started) {
    QStringList lines{RunText::tr("Started %1: %2, parameters: %3, steps: %4, images per step: %5")
                          .arg(QString::fromStdString(started.plan.name), networkTitle(started.plan.model),
                               countText(started.parameters), countText(started.totalSteps),
                               countText(started.plan.imagesPerUpdate()))};
    for (const TowerPlacement& tower : started.placement) {
        QString place = QStringLiteral("%1 %2").arg(DevicePicker::shortName(tower.device),
                                                    QString::fromStdString(tower.deviceName));
        if (!tower.host.empty())
            place.prepend(QString::fromStdString(tower.host) + QStringLiteral(", "));
        if (!tower.pciBusId.empty())
            place += QStringLiteral(" (%1)").arg(QString::fromStdString(tower.pciBusId));
        lines << RunText::tr("  tower %1 on %2, images per step: %3, about %4 MiB")
                     .arg(QString::number(tower.tower), place, countText(tower.batch),
                          countText(tower.memoryBytes >> 20));
    }
    for (const auto& remark : started.remarks)
        lines << QStringLiteral("  ") + translated(remark);
    if (trainsWithDropout(started.plan))
        lines << RunText::tr("  training loss and accuracy are measured with dropout on");
    lines << RunText::tr("  started in %1 s").arg(decimalText(started.startupSeconds, 2));
    if (!started.runFolder.empty())
        lines << RunText::tr("  recorded in %1").arg(fromPath(started.runFolder));
    return lines.join('\n');
}

QString logText(const StepDone& step) {
    return RunText::tr("Step %1: %2, %3 ms")
        .arg(countText(step.step), figures(step.loss, step.accuracy), decimalText(step.milliseconds, 1));
}

QString logText(const EpochDone& epoch) {
    QString text = epoch.epoch > 0 ? RunText::tr("Epoch %1: training %2")
                                         .arg(countText(epoch.epoch), figures(epoch.trainLoss, epoch.trainAccuracy))
                                   : RunText::tr("Before the first epoch");
    if (epoch.validation.images > 0)
        text += RunText::tr("; validation %1").arg(figures(epoch.validation.loss, epoch.validation.accuracy()));
    return epoch.best ? text + RunText::tr(" (best so far)") : text;
}

QString logText(const CheckpointSaved& checkpoint) {
    return RunText::tr("Saved weights of step %1: %2").arg(countText(checkpoint.step), fromPath(checkpoint.path));
}

QString logText(const Finished& finished) {
    const RunStatus end = endOf(finished);
    QString text = RunText::tr("%1 (steps: %2, time: %3, images per second: %4)")
                       .arg(statusText(end), countText(finished.steps), durationText(finished.seconds),
                            countText(static_cast<std::int64_t>(finished.imagesPerSecond)));
    for (const auto& remark : finished.remarks)
        text += QStringLiteral("\n  ") + translated(remark);
    const bool aborted = end.kind == RunStatus::Kind::Stopped && !end.sentence.empty();
    return aborted ? text + QStringLiteral("\n  ") + translated(end.sentence) : text;
}

} // namespace belfry

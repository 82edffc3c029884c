// Runs that the Train page offers to resume: one that was killed, and one that failed.
#include "core/runs/resume.h"
#include "core/runs/run_list.h"
#include "ui/foundation/number_text.h"
#include "ui/pages/train/train_page.h"
#include "ui/widgets/banner.h"

#include <optional>

namespace belfry {

// A run that was killed is found at the next start; the newest alone is offered, older ones were seen then.
void TrainPage::offerInterruptedRun() {
    background_.run<std::optional<RunSummary>>(
        []() -> std::optional<RunSummary> {
            const std::optional<RunSummary> run = newestRun();
            return run && run->state == "interrupted" ? run : std::nullopt;
        },
        [this](const std::optional<RunSummary>& run) {
            if (!run || controller_.isActive() || banner_->isVisible())
                return;
            const QString id = QString::fromStdString(run->id), name = QString::fromStdString(run->name);
            if (id == declinedRun_)
                return;
            const qint64 step = run->steps;
            banner_->offer(
                [name, step] {
                    return tr("The run “%1” was interrupted at step %2. It can be resumed from its latest checkpoint.")
                        .arg(name, countText(step));
                },
                [] { return tr("Resume the run"); }, [this, folder = run->folder] { resumeRun(folder); },
                [this, id] { Q_EMIT runDeclined(id); });
        },
        [](const Text&) {}); // a folder of runs that cannot be read is reported when something is to be written
}

// Offers the checkpoint beside the sentence of a failure, once one is known to exist.
void TrainPage::offerCheckpoint(const std::filesystem::path& folder, const Text& sentence) {
    if (folder.empty())
        return;
    background_.run<qint64>(
        [folder]() -> qint64 {
            std::vector<Text> remarks; // reported again when the run is resumed
            const std::shared_ptr<const Snapshot> checkpoint = newestCheckpoint(folder, remarks);
            return checkpoint ? checkpoint->step : 0;
        },
        [this, folder, sentence](qint64 step) {
            const bool stillSaid = status_.kind == RunStatus::Kind::Failed && banner_->isVisible();
            if (step == 0 || !stillSaid || status_.sentence != sentence)
                return;
            banner_->offer(
                sentence, [step] { return tr("Resume from step %1").arg(countText(step)); },
                [this, folder] { resumeRun(folder); });
        },
        [](const Text&) {}); // the failure itself has been reported
}

} // namespace belfry

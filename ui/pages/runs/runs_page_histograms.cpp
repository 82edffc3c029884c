// The histograms of the run on the card, in a dialog that follows the selection and a run in progress.
#include "core/runs/metrics_store.h"
#include "core/runs/run_folder.h"
#include "ui/dialogs/histograms_dialog.h"
#include "ui/pages/runs/run_card.h"
#include "ui/pages/runs/runs_page.h"

namespace belfry {
namespace {

QString whyNone(const RunSummary& run) {
    return run.state == "running"
               ? RunsPage::tr("The first epoch has not ended yet: histograms appear at its end.")
               : RunsPage::tr(
                     "The run has no histograms: it ended before its first epoch did, or an earlier version of "
                     "Belfry recorded it. Runs that are trained now have them.");
}

} // namespace

void RunsPage::openHistograms() {
    if (!histograms_)
        histograms_ = new HistogramsDialog(theme_, this);
    inside_.reset(); // read again
    histograms_->show();
    showHistograms();
    histograms_->raise();
    histograms_->activateWindow();
}

void RunsPage::showHistograms() {
    if (!histograms_ || !histograms_->isVisible() || card_->run().folder.empty())
        return;
    const RunSummary& run = card_->run();
    const bool same = inside_ && inside_->folder == run.folder;
    if (same && inside_->lastEpoch == run.lastEpoch && inside_->state == run.state)
        return; // every epoch brings new ones
    if (!same)
        histograms_->setRun(QString::fromStdString(run.name), [] { return tr("Reading the histograms…"); });
    inside_ = run;
    loader_.read<std::vector<Distributions>>(
        [metrics = RunFiles(run.folder).metrics] { return readDistributions(metrics); },
        [this, run](const std::vector<Distributions>& steps) {
            if (inside_ && inside_->folder == run.folder)
                histograms_->setSteps(steps, [run] { return whyNone(run); });
        },
        [this, run](const Text& problem) {
            if (inside_ && inside_->folder == run.folder)
                histograms_->setSteps({}, problem);
        });
}

} // namespace belfry

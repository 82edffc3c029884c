// The part of the Runs page that writes a run's network for other programs (interop/package.h), off the GUI thread.
#include "core/interop/package.h"
#include "core/runs/run_list.h"
#include "core/runs/run_pictures.h"
#include "core/runs/weights_file.h"
#include "core/train/session.h"
#include "ui/pages/runs/run_card.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/save_file.h"

#include <QFileDialog>
#include <QUrl>

namespace belfry {

void RunsPage::exportOf(const std::filesystem::path& run, const QString& name) {
    QFileDialog* dialog = askNewFolder(
        this, {.kind = QStringLiteral("export"), .title = tr("Export the network into a new folder"), .name = name},
        [this, run](const QString& target) { exportRun(run, target.toStdString()); });
    dialog->setLabelText(QFileDialog::Accept, tr("Export"));
}

// The best weights.
void RunsPage::exportRun(const std::filesystem::path& run, const std::filesystem::path& target) {
    card_->setExporting(true);
    background_.run<QString>(
        [run, target] {
            const auto snapshot = loadSnapshot(runWeights(run).preferred());
            exportPackage(target, *snapshot, *picturesFor(run, *snapshot, openData(dataPlan(run, *snapshot))).data);
            return QString::fromStdString(target.string());
        },
        [this](const QString& folder) {
            card_->setExporting(false);
            banner_->offer([folder] { return tr("The network was saved to %1.").arg(folder); },
                           [] { return tr("Open folder"); }, [this, folder] { opener_(QUrl::fromLocalFile(folder)); });
        },
        [this](const Text& sentence) {
            card_->setExporting(false);
            banner_->display(sentence);
        });
}

} // namespace belfry

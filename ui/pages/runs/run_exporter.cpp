#include "ui/pages/runs/run_exporter.h"

#include "core/interop/package.h"
#include "core/runs/run_list.h"
#include "core/runs/run_pictures.h"
#include "core/runs/weights_file.h"
#include "core/train/session.h"
#include "ui/foundation/number_text.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/save_file.h"

#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QUrl>
#include <memory>
#include <utility>

namespace belfry {

RunExporter::RunExporter(QWidget* page, Banner* banner)
    : QObject(page), page_(page), banner_(banner),
      opener_([](const QUrl& folder) { return QDesktopServices::openUrl(folder); }) {}

void RunExporter::ask(const std::filesystem::path& run, const QString& name) {
    if (isExporting()) {
        showProgress();
        return;
    }
    const QString fp32 = QStringLiteral("fp32 (*)");
    const QString both = tr("fp32 and int8 (int8 has about a quarter of the size)") + QStringLiteral(" (*)");
    const auto int8 = std::make_shared<bool>(false);
    QFileDialog* dialog = askNewFolder(page_,
                                       {.kind = QStringLiteral("export"),
                                        .title = tr("Export the network into a new folder"),
                                        .filters = fp32 + QStringLiteral(";;") + both,
                                        .name = name},
                                       [this, run, name, int8](const QString& target) {
                                           write({run, target.toStdString(), name, *int8});
                                       });
    dialog->setOption(QFileDialog::HideNameFilterDetails);
    dialog->setLabelText(QFileDialog::FileType, tr("Precision:"));
    dialog->setLabelText(QFileDialog::Accept, tr("Export"));
    connect(dialog, &QFileDialog::filterSelected, this, [int8, fp32](const QString& chosen) {
        *int8 = !fp32.startsWith(chosen); // which has no pattern
    });
}

void RunExporter::write(const Asked& asked) {
    now_ = asked;
    part_ = 0;
    job_.start<Packaged>(
        [this, asked](const LatestJob::Token& job) {
            yieldToTraining();
            const auto snapshot = loadSnapshot(runWeights(asked.run).preferred());
            const auto pictures = picturesFor(asked.run, *snapshot, openData(dataPlan(asked.run, *snapshot)));
            PackageOptions options{.watch = {.progress = job.reportParts([this](double part) {
                                                 part_ = part;
                                                 banner_->refresh();
                                             }),
                                             .stop = job.stop}};
            if (asked.int8)
                options.int8.emplace();
            return exportPackage(asked.target, *snapshot, *pictures.data, options);
        },
        [this, target = asked.target](const Packaged& packaged) {
            announce(target, packaged);
            Q_EMIT exportingChanged();
        },
        [this](const Text& sentence) {
            banner_->display(sentence);
            Q_EMIT exportingChanged();
        });
    showProgress();
    Q_EMIT exportingChanged();
}

void RunExporter::showProgress() {
    banner_->offer(
        [this] {
            return now_.int8 ? tr("Exporting “%1” as fp32 and int8: %2").arg(now_.name, percentText(part_, 0))
                             : tr("Exporting “%1”…").arg(now_.name);
        },
        [] { return tr("Cancel"); },
        [this] {
            job_.cancel();
            Q_EMIT exportingChanged();
        });
}

void RunExporter::announce(const std::filesystem::path& target, const Packaged& packaged) {
    const QString folder = QString::fromStdString(target.string());
    banner_->offer(
        [folder, int8 = packaged.int8] {
            const QString saved = tr("The network was saved to %1.").arg(QDir::toNativeSeparators(folder));
            if (!int8)
                return saved;
            const Int8Accuracy& accuracy = int8->accuracy;
            return tr("%1 Of %2 test pictures int8 has %3 right, fp32 %4. int8 has %5 of the size.")
                .arg(saved, countText(accuracy.images), percentText(accuracy.int8Accuracy(), 2),
                     percentText(accuracy.floatAccuracy(), 2),
                     percentText(static_cast<double>(int8->bytes) / static_cast<double>(int8->floatBytes), 0));
        },
        [] { return tr("Open folder"); }, [this, folder] { opener_(QUrl::fromLocalFile(folder)); });
}

} // namespace belfry

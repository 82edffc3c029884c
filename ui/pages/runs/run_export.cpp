#include "ui/pages/runs/run_export.h"

#include "core/interop/package.h"
#include "core/runs/run_list.h"
#include "core/runs/weights_file.h"
#include "core/train/session.h"

#include <QDir>
#include <QFileDialog>

namespace belfry {

RunExport::RunExport(QObject* parent) : QObject(parent) {}

QFileDialog* RunExport::ask(const std::filesystem::path& run, const QString& name, QWidget* parent) {
    auto* dialog = new QFileDialog(parent, tr("Export the network into a new folder"), QDir::homePath());
    dialog->setObjectName(QStringLiteral("exportDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setLabelText(QFileDialog::Accept, tr("Export"));
    dialog->setOption(QFileDialog::DontConfirmOverwrite); // nothing is overwritten: a folder that exists is refused
    dialog->selectFile(QString(name).replace('/', '-'));
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, run](const QString& target) { start(run, target.toStdString()); });
    dialog->open();
    return dialog;
}

void RunExport::start(const std::filesystem::path& run, const std::filesystem::path& target) {
    Q_EMIT begun();
    background_.run<QString>(
        [run, target] {
            const auto snapshot = loadSnapshot(runWeights(run).preferred());
            exportPackage(target, *snapshot, *openData(dataPlan(run, *snapshot)));
            return QString::fromStdString(target.string());
        },
        [this](const QString& folder) { Q_EMIT done(folder); },
        [this](const Text& sentence) { Q_EMIT failed(sentence); });
}

} // namespace belfry

#include "ui/dialogs/run_reporter.h"

#include "core/base/files.h"
#include "core/report/run_report.h"
#include "ui/foundation/texts.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/save_file.h"

#include <QDesktopServices>
#include <QDir>
#include <QUrl>
#include <utility>

namespace belfry {

RunReporter::RunReporter(QWidget* page, Banner* banner)
    : QObject(page), page_(page), banner_(banner),
      opener_([](const QUrl& file) { return QDesktopServices::openUrl(file); }) {}

void RunReporter::ask(const std::filesystem::path& run, const QString& name,
                      const std::optional<std::filesystem::path>& weights) {
    askSaveFile(
        page_,
        {.kind = QStringLiteral("report"),
         .title = tr("Save a report of the run"),
         .filters = tr("Report (*.html)"),
         .name = name + QStringLiteral(".html")},
        [this, asked = Asked{run, name, weights}](const QString& file) {
            write(asked, file);
            return false; // it is not written yet
        });
}

void RunReporter::write(const Asked& asked, const QString& file) {
    job_.start<Written>(
        [asked, path = std::filesystem::path(file.toStdString())](const LatestJob::Token& job) {
            yieldToTraining();
            const RunReportData report = gatherReport(asked.run, {.weights = asked.weights}, job.stop);
            if (!job.stop.stop_requested())
                writeFileAtomically(path, runReportHtml(report));
            return Written{report.noEvaluation};
        },
        [this, asked, file](const Written& written) {
            announce(asked.name, file, written.missing);
            Q_EMIT writingChanged();
        },
        [this](const Text& sentence) {
            banner_->display(sentence);
            Q_EMIT writingChanged();
        });
    banner_->offer([name = asked.name] { return tr("Writing a report of “%1”…").arg(name); },
                   [] { return tr("Cancel"); },
                   [this] {
                       job_.cancel();
                       Q_EMIT writingChanged();
                   });
    Q_EMIT writingChanged();
}

void RunReporter::announce(const QString& name, const QString& file, const Text& missing) {
    banner_->offer(
        [name, file, missing] {
            const QString place = tr("The report of “%1” is in %2.").arg(name, QDir::toNativeSeparators(file));
            return missing.empty() ? place : tr("%1 It has no evaluation. %2").arg(place, translated(missing));
        },
        [] { return tr("Open"); }, [this, file] { open(file); });
}

void RunReporter::open(const QString& file) {
    if (!opener_(QUrl::fromLocalFile(file)))
        banner_->display([file] {
            return tr("No program could be opened for the report. Open %1 in a browser.")
                .arg(QDir::toNativeSeparators(file));
        });
}

} // namespace belfry

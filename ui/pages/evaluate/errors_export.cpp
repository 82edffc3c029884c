#include "ui/pages/evaluate/errors_export.h"

#include "core/base/files.h"
#include "core/predict/errors_csv.h"
#include "core/predict/mistakes.h"
#include "ui/widgets/save_file.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QPointer>
#include <QStringList>

namespace belfry {
namespace {

struct EvaluationFiles {
    Q_DECLARE_TR_FUNCTIONS(belfry::EvaluationFiles)
};

// The lists come last, in their order.
QStringList evaluationFilters() {
    return {EvaluationFiles::tr("Confusion matrix (*.png)"), EvaluationFiles::tr("Confusion matrix (*.svg)"),
            EvaluationFiles::tr("Table of counts (*.csv)"),  EvaluationFiles::tr("Report (*.pdf)"),
            EvaluationFiles::tr("Mistakes (*.csv)"),         EvaluationFiles::tr("Confused pairs (*.csv)"),
            EvaluationFiles::tr("Slices (*.csv)"),           EvaluationFiles::tr("Classes over the run (*.csv)")};
}
constexpr qsizetype kFirstList = 4;

std::string errorTable(const EvaluationReport& report, ErrorList list, const KnownErrors& known) {
    const std::vector<std::string>& classes = report.snapshot->classes;
    const auto file = [&report](std::int64_t image) { return fileOf(report, image); };
    switch (list) {
    case ErrorList::Mistakes:
        return mistakesCsv(mistakesOf(report.evaluation), classes, file);
    case ErrorList::Pairs:
        return pairsCsv(confusedPairs(report.evaluation), classes, file);
    case ErrorList::Slices:
        return slicesCsv(known.slices ? *known.slices : slicesOfReport(report), file);
    case ErrorList::Trend:
        break;
    }
    return trendCsv(known.trend ? *known.trend : trendOfReport(report));
}

} // namespace

void askEvaluationFile(QWidget* page,
                       std::function<void(const QString& file, const std::optional<ErrorList>& list)> save) {
    const QStringList filters = evaluationFilters();
    const auto asked = std::make_shared<QPointer<QFileDialog>>();
    *asked = askSaveFile(page,
                         {.kind = QStringLiteral("evaluation"),
                          .title = EvaluationFiles::tr("Save evaluation"),
                          .filters = filters.join(QStringLiteral(";;")),
                          .name = QStringLiteral("evaluation.png")},
                         [asked, filters, save = std::move(save)](const QString& file) {
                             const qsizetype place = filters.indexOf((*asked)->selectedNameFilter());
                             const bool isTable = file.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive);
                             save(file, isTable && place >= kFirstList
                                            ? std::optional(static_cast<ErrorList>(place - kFirstList))
                                            : std::nullopt);
                             return false; // it is not written yet
                         });
}

std::function<void()> errorListWriter(const std::shared_ptr<const EvaluationReport>& report, ErrorList list,
                                      const KnownErrors& known, const QString& file) {
    return [report, list, known, path = std::filesystem::path(file.toStdString())] {
        writeFileAtomically(path, errorTable(*report, list, known));
    };
}

} // namespace belfry

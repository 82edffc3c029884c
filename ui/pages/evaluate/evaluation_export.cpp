#include "ui/pages/evaluate/evaluation_export.h"

#include "core/base/class_figures.h"
#include "core/base/files.h"
#include "core/predict/evaluation_csv.h"
#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"
#include "ui/foundation/theme.h"
#include "ui/pages/evaluate/class_bars.h"
#include "ui/pages/evaluate/confusion_matrix.h"
#include "ui/pages/evaluate/reliability_chart.h"
#include "ui/widgets/picture_file.h"

#include <QCoreApplication>
#include <QPainter>
#include <algorithm>

namespace belfry {
namespace {

constexpr QSize kMatrix(480, 480);
constexpr QSize kReport(760, 1060);  // A4 at 96 dots per inch, without the margins and the heading
constexpr int kLine = 22, kGap = 16; // of the report
constexpr int kBarsHeight = 380;

// Of the charts' own context, so that the report says what the page says.
QString said(const char* text) { return QCoreApplication::translate("belfry::EvaluatePage", text); }

QStringList classNames(const EvaluationReport& report) { return stringsOf(report.snapshot->classes); }

QString figuresText(const EvaluationReport& report) {
    const EvaluationResult& result = report.evaluation.result;
    const auto figure = [](const char* name, const QString& value) {
        return QStringLiteral("%1 %2").arg(said(name), value);
    };
    return QStringList{
        figure(QT_TRANSLATE_NOOP("belfry::EvaluatePage", "accuracy"), percentText(result.accuracy(), 2)),
        figure(QT_TRANSLATE_NOOP("belfry::EvaluatePage", "correct"),
               QStringLiteral("%1 / %2").arg(countText(result.correct), countText(result.images))),
        figure(QT_TRANSLATE_NOOP("belfry::EvaluatePage", "balanced accuracy"),
               percentText(result.means.balancedAccuracy.value_or(0), 2)),
        figure(QT_TRANSLATE_NOOP("belfry::EvaluatePage", "macro F1"), percentText(result.means.macroF1.value_or(0), 2)),
        figure(QT_TRANSLATE_NOOP("belfry::EvaluatePage", "loss"), decimalText(result.loss, 4)),
        figure(QT_TRANSLATE_NOOP("belfry::EvaluatePage", "calibration error"),
               percentText(report.calibration.expectedError, 2)),
        figure(QT_TRANSLATE_NOOP("belfry::EvaluatePage", "step"), countText(report.snapshot->step))}
        .join(QStringLiteral(" · "));
}

void drawTitle(QPainter& painter, const Theme& theme, const QPoint& at, const char* title) {
    painter.setFont(Theme::font(12, QFont::Bold));
    painter.setPen(theme.palette().text);
    painter.drawText(QRect(at, QSize(kReport.width(), kLine)), Qt::AlignLeft | Qt::AlignTop, said(title));
}

// The widget as it would be at that size, smaller where the room is less.
void drawWidget(QPainter& painter, QWidget& widget, const QRect& room, const QSize& size) {
    widget.resize(size);
    painter.save();
    painter.translate(room.topLeft());
    const double scale = std::min(
        {1.0, static_cast<double>(room.width()) / size.width(), static_cast<double>(room.height()) / size.height()});
    painter.scale(scale, scale);
    widget.render(&painter, QPoint(), QRegion(), QWidget::DrawChildren);
    painter.restore();
}

void drawReport(QPainter& painter, const Theme& theme, const EvaluationReport& report) {
    const QStringList names = classNames(report);
    painter.setFont(Theme::font(12));
    painter.setPen(theme.palette().text);
    painter.drawText(QRect(0, 0, kReport.width(), kLine), Qt::AlignLeft | Qt::AlignTop, figuresText(report));
    drawTitle(painter, theme, {0, 2 * kLine}, QT_TRANSLATE_NOOP("belfry::EvaluatePage", "Confusion matrix"));
    ConfusionMatrix matrix(theme);
    matrix.setCounts(names, report.evaluation.result.confusion);
    const int side = kReport.height() - kBarsHeight - 5 * kLine - kGap;
    painter.save();
    painter.translate(0, 3 * kLine);
    matrix.paint(painter, {kReport.width(), side});
    painter.restore();
    const int below = 3 * kLine + side + kGap, half = (kReport.width() - kGap) / 2;
    drawTitle(painter, theme, {0, below}, QT_TRANSLATE_NOOP("belfry::EvaluatePage", "Accuracy by class"));
    drawTitle(painter, theme, {half + kGap, below}, QT_TRANSLATE_NOOP("belfry::EvaluatePage", "Calibration"));
    ClassBars bars(theme);
    bars.setResults(names, figuresByClass(report.evaluation.result.confusion));
    const QRect left(0, below + kLine, half, kBarsHeight - kLine);
    drawWidget(painter, bars, left, {half, bars.sizeHint().height()});
    ReliabilityChart reliability(theme);
    reliability.setCalibration(report.calibration);
    const QSize square(half, std::min(half, left.height()));
    drawWidget(painter, reliability, QRect(QPoint(half + kGap, left.top()), square), square);
}

std::function<QByteArray()> encoder(const EvaluationReport& report, const Theme& theme, const QString& heading,
                                    const QString& file) {
    if (file.endsWith(QLatin1String(".pdf"), Qt::CaseInsensitive)) {
        Theme paper;
        paper.setMode(Theme::Mode::Light);
        return pictureEncoder(paper,
                              {.heading = heading,
                               .content = kReport,
                               .draw = [&](QPainter& painter) { drawReport(painter, paper, report); }},
                              file);
    }
    ConfusionMatrix matrix(theme);
    matrix.setCounts(classNames(report), report.evaluation.result.confusion);
    return pictureEncoder(theme,
                          {.heading = heading,
                           .headingLines = 2,
                           .content = kMatrix,
                           .draw = [&](QPainter& painter) { matrix.paint(painter, kMatrix); }},
                          file);
}

} // namespace

std::function<void()> evaluationWriter(const std::shared_ptr<const EvaluationReport>& report, const Theme& theme,
                                       const QString& heading, const QString& file) {
    const std::filesystem::path path = file.toStdString();
    if (file.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive))
        return [report, path] {
            writeFileAtomically(path, evaluationCsv(report->evaluation.result, report->snapshot->classes));
        };
    return
        [encode = encoder(*report, theme, heading, file), path] { writeFileAtomically(path, encode().toStdString()); };
}

} // namespace belfry

// Widgets and layout of the Evaluate page.
#include "ui/pages/evaluate/class_bars.h"
#include "ui/pages/evaluate/confusion_matrix.h"
#include "ui/pages/evaluate/errors_panel.h"
#include "ui/pages/evaluate/evaluate_page.h"
#include "ui/pages/evaluate/evaluation_choice.h"
#include "ui/pages/evaluate/image_panel.h"
#include "ui/pages/evaluate/map_panel.h"
#include "ui/pages/evaluate/rejection_chart.h"
#include "ui/pages/evaluate/reliability_chart.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/card.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/figure.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/scrolled.h"
#include "ui/widgets/splitter.h"

#include <QCheckBox>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>

namespace belfry {
namespace {

constexpr int kProgressSteps = 1000;

} // namespace

void EvaluatePage::makeWidgets(const Theme& theme) {
    const Parts parts(this);
    banner_ = new Banner(this, QStringLiteral("evaluateBanner"));
    choice_ = new EvaluationChoice(this);
    watch_ = parts.field(new QCheckBox(this), "Watch", "watchBox",
                         QT_TR_NOOP("Evaluates every new checkpoint of a run in progress as it is written"));
    parts.translate(watch_, QT_TR_NOOP("Watch"), [this](const QString& label) { watch_->setText(label); });
    evaluate_ = parts.button("primary", QT_TR_NOOP("Evaluate"),
                             QT_TR_NOOP("Runs the network on these images and counts its correct answers"));
    cancel_ = parts.button("", QT_TR_NOOP("Cancel"), QT_TR_NOOP("Stops the evaluation and keeps the results shown"),
                           "Cancel evaluation");
    mapButton_ =
        parts.chip(QT_TR_NOOP("Map"), QT_TR_NOOP("The images laid out by what the network makes of them, in the "
                                                 "place of the matrix"));
    label_ = parts.button("quiet", QT_TR_NOOP("Label next…"),
                          QT_TR_NOOP("Finds the pictures of a folder without labels that this network would learn most "
                                     "from, and labels them"),
                          "Label next");
    save_ = parts.button("quiet", QT_TR_NOOP("Save…"),
                         QT_TR_NOOP("The confusion matrix as PNG or SVG, its counts or one of the lists of errors as "
                                    "CSV, or a report of one page as PDF"),
                         "Save evaluation");
    progress_ = parts.progress("evaluationBar", "Evaluating", kProgressSteps);
    problemText_ = parts.sentence("warning", "evaluationProblem");
    note_ = parts.sentence("muted", "evaluationNote");
    hint_ = parts.sentence("muted", "evaluationHint");
    hint_->setAlignment(Qt::AlignCenter);
    content_ = new QWidget(this);
    content_->setObjectName(QStringLiteral("evaluation"));
    accuracy_ = parts.figure("evaluatedAccuracy", QT_TR_NOOP("accuracy"));
    count_ = parts.figure("evaluatedCount", QT_TR_NOOP("correct"));
    balancedAccuracy_ =
        parts.figure("evaluatedBalancedAccuracy", QT_TR_NOOP("balanced accuracy"),
                     QT_TR_NOOP("Mean recall of the classes: rare ones count as much as frequent ones"));
    macroF1_ = parts.figure("evaluatedMacroF1", QT_TR_NOOP("macro F1"),
                            QT_TR_NOOP("Mean F1 score of the classes: the harmonic mean of recall and precision"));
    loss_ = parts.figure("evaluatedLoss", QT_TR_NOOP("loss"));
    calibrationError_ = parts.figure("evaluatedCalibration", QT_TR_NOOP("calibration error"),
                                     QT_TR_NOOP("Average gap between confidence and accuracy over the images"));
    step_ = parts.figure("evaluatedStep", QT_TR_NOOP("step"));
    about_ = parts.elided("muted", "evaluatedAbout");
    about_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    matrix_ = new ConfusionMatrix(theme, content_);
    classes_ = new ClassBars(theme);
    reliability_ = new ReliabilityChart(theme, content_);
    parts.help(reliability_, QT_TR_NOOP("Bars: how often predictions of that confidence are correct. A well-calibrated "
                                        "network has its bars on the diagonal."));
    rejection_ = new RejectionChart(theme, content_);
    parts.help(rejection_,
               QT_TR_NOOP("Blue: how many of the answers are right. The other line: how many images are answered, "
                          "if less confident answers are \"none of these\". Click, drag or use the arrow keys "
                          "to choose the least confidence, which counts for drawings, too."));
    price_ = parts.elided("muted", "rejectionPrice");
    images_ = new ImagePanel(theme, content_);
    map_ = new MapPanel(theme, content_);
    makeErrors(theme);
}

void EvaluatePage::layOut() {
    const Parts parts(this);
    Card* matrix = parts.card(QT_TR_NOOP("Confusion matrix"));
    matrix->titleRow()->addWidget(parts.caption(QT_TR_NOOP("rows: true, columns: predicted"), nullptr));
    matrix->body()->addWidget(matrix_, 1);
    matrixCard_ = matrix;
    auto* place = new QWidget(content_); // of the matrix or the map
    fillWith(place, columnOf(0, {matrix, map_}));
    Card* classes = parts.card(QT_TR_NOOP("Accuracy by class"));
    classes->body()->addWidget(scrolled(classes_, "classBarsScroll", content_), 1);
    Card* calibration = parts.card(QT_TR_NOOP("Calibration"));
    calibration->body()->addWidget(reliability_, 1);
    Card* rejection = parts.card(QT_TR_NOOP("None of these"));
    rejection->body()->addWidget(price_);
    rejection->body()->addWidget(rejection_, 1);
    auto* bars = new Splitter(Qt::Vertical, "classesSplitter", 8, content_);
    bars->add(classes, 3)->add(calibration, 2)->add(rejection, 2);
    auto* row = new Splitter(Qt::Horizontal, "evaluateSplitter", 8, content_);
    bars_ = bars;
    side_ = new QWidget(content_);
    fillWith(side_, columnOf(0, {bars, errors_}));
    row->add(place, 7)->add(side_, 5)->add(images_, 5);
    fillWith(content_,
             columnOf(8, {rowOf(16, {accuracy_,
                                     count_,
                                     balancedAccuracy_,
                                     macroF1_,
                                     loss_,
                                     calibrationError_,
                                     step_,
                                     {about_, 1},
                                     Placed(rowOf(4, {mapButton_, errorsButton_, label_, runReport_, save_}))}),
                          note_,
                          {row, 1}}));
    fillWith(this,
             columnOf(8, {banner_,
                          rowOf(12, {{choice_, 1}, watch_, cancel_, evaluate_}),
                          progress_,
                          problemText_,
                          {hint_, 1},
                          {content_, 1},
                          Placed::stretch()}),
             kPageMargins);
}

} // namespace belfry

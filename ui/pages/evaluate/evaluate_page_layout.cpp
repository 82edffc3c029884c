// What the Evaluate page is made of, and where it stands.
#include "ui/pages/evaluate/class_bars.h"
#include "ui/pages/evaluate/confusion_matrix.h"
#include "ui/pages/evaluate/evaluate_page.h"
#include "ui/pages/evaluate/evaluation_choice.h"
#include "ui/pages/evaluate/image_panel.h"
#include "ui/pages/evaluate/reliability_chart.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/card.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/figure.h"
#include "ui/widgets/scrolled.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace belfry {
namespace {

constexpr int kProgressSteps = 1000;

QLabel* wrapped(const char* kind, const char* name, QWidget* parent) {
    QLabel* label = makeLabel({}, kind, parent);
    label->setObjectName(QLatin1String(name));
    label->setWordWrap(true);
    return label;
}

} // namespace

void EvaluatePage::makeWidgets(const Theme& theme) {
    banner_ = new Banner(this, QStringLiteral("evaluateBanner"));
    choice_ = new EvaluationChoice(this);
    watch_ = new QCheckBox(this);
    watch_->setObjectName(QStringLiteral("watchBox"));
    watch_->setAccessibleName(QStringLiteral("Watch"));
    evaluate_ = makeButton({}, "Evaluate", "primary", this);
    cancel_ = makeButton({}, "Cancel evaluation", "", this);
    cancel_->setAccessibleName(QStringLiteral("Cancel"));
    progress_ = new QProgressBar(this);
    progress_->setObjectName(QStringLiteral("evaluationBar"));
    progress_->setAccessibleName(QStringLiteral("Evaluating"));
    progress_->setRange(0, kProgressSteps);
    progress_->setTextVisible(false);
    problemText_ = wrapped("warning", "evaluationProblem", this);
    note_ = wrapped("muted", "evaluationNote", this);
    hint_ = wrapped("muted", "evaluationHint", this);
    hint_->setAlignment(Qt::AlignCenter);
    content_ = new QWidget(this);
    content_->setObjectName(QStringLiteral("evaluation"));
    const auto figure = [this](const char* name) { return new Figure(QLatin1String(name), {}, content_); };
    accuracy_ = figure("evaluatedAccuracy");
    count_ = figure("evaluatedCount");
    loss_ = figure("evaluatedLoss");
    calibrationError_ = figure("evaluatedCalibration");
    step_ = figure("evaluatedStep");
    about_ = new ElidedLabel({}, content_);
    about_->setObjectName(QStringLiteral("evaluatedAbout"));
    about_->setProperty("kind", "muted");
    about_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    makeCards(theme);
}

void EvaluatePage::makeCards(const Theme& theme) {
    matrixCard_ = new Card({}, content_);
    matrixKey_ = makeLabel({}, "muted", content_);
    matrixCard_->titleRow()->addWidget(matrixKey_);
    matrix_ = new ConfusionMatrix(theme, content_);
    matrixCard_->body()->addWidget(matrix_, 1);
    classesCard_ = new Card({}, content_);
    classes_ = new ClassBars(theme);
    classesCard_->body()->addWidget(scrolled(classes_, "classBarsScroll", content_), 1);
    calibrationCard_ = new Card({}, content_);
    reliability_ = new ReliabilityChart(theme, content_);
    calibrationCard_->body()->addWidget(reliability_, 1);
    images_ = new ImagePanel(theme, content_);
}

void EvaluatePage::layOut() {
    auto* head = new QHBoxLayout;
    head->setSpacing(12);
    head->addWidget(choice_, 1);
    head->addWidget(watch_);
    head->addWidget(cancel_);
    head->addWidget(evaluate_);
    auto* figures = new QHBoxLayout;
    figures->setSpacing(24);
    for (Figure* figure : {accuracy_, count_, loss_, calibrationError_, step_})
        figures->addWidget(figure);
    figures->addWidget(about_, 1);
    auto* middle = new QVBoxLayout;
    middle->setSpacing(8);
    middle->addWidget(classesCard_, 3);
    middle->addWidget(calibrationCard_, 2);
    auto* cards = new QHBoxLayout;
    cards->setSpacing(8);
    cards->addWidget(matrixCard_, 6);
    cards->addLayout(middle, 5);
    cards->addWidget(images_);
    auto* content = new QVBoxLayout(content_);
    content->setContentsMargins(0, 0, 0, 0);
    content->setSpacing(8);
    content->addLayout(figures);
    content->addWidget(note_);
    content->addLayout(cards, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(8);
    column->addWidget(banner_);
    column->addLayout(head);
    column->addWidget(progress_);
    column->addWidget(problemText_);
    column->addWidget(hint_, 1);
    column->addWidget(content_, 1);
    column->addStretch();
}

} // namespace belfry

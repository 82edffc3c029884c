#include "ui/pages/scaling/scaling_page.h"

#include "core/base/files.h"
#include "core/train/events.h"
#include "core/train/plan_fields.h"
#include "ui/charts/curve_plot.h"
#include "ui/foundation/attempt.h"
#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"
#include "ui/pages/scaling/scaling_chart.h"
#include "ui/pages/scaling/scaling_table.h"
#include "ui/pages/scaling/scaling_text.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/card.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/picture_file.h"
#include "ui/widgets/plan_text.h"
#include "ui/widgets/save_file.h"
#include "ui/widgets/stage_strip.h"
#include "ui/widgets/tower_diagram.h"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <array>

namespace belfry {
namespace {

// In the order of the field.
const std::array<std::vector<ScalingMode>, 3> kModes{
    std::vector{ScalingMode::PerTower, ScalingMode::Global}, {ScalingMode::PerTower}, {ScalingMode::Global}};

} // namespace

ScalingPage::ScalingPage(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setObjectName(QStringLiteral("scalingPage"));
    makeWidgets(theme);
    layOut();
    connectAll();
    keepTranslated(this, [this] { retranslate(); });
    showStages();
}

ScalingPage::~ScalingPage() = default;

void ScalingPage::connectAll() {
    connect(measure_, &QPushButton::clicked, this, &ScalingPage::measure);
    for (const SpinBox* field : {towers_, repeats_, steps_})
        connect(field, &NumberField::changed, this, &ScalingPage::updateButtons);
    connect(
        stop_, &QPushButton::clicked, this,
        [this] {
            job_.stop();
            showStatus(tr("Stopping after this step"));
            stop_->setEnabled(false);
        });
    connect(try_, &QPushButton::clicked, this, [this] {
        if (planner_ && finding_ && finding_->advice) {
            Q_EMIT planRequested(advisedPlan(planner_(), *finding_->advice));
        }
    });
    connect(figure_, &QComboBox::currentIndexChanged, this, &ScalingPage::showPicture);
    connect(table_, &QTableWidget::currentCellChanged, this, &ScalingPage::showStages);
    connect(csv_, &QPushButton::clicked, this, &ScalingPage::askCsv);
    connect(picture_, &QPushButton::clicked, this, &ScalingPage::askPicture);
    connect(&job_, &ScalingJob::progressed, this, &ScalingPage::showFinding);
    connect(&job_, &ScalingJob::ended, this, &ScalingPage::showFinding);
    connect(&job_, &ScalingJob::failed, banner_, &Banner::display);
    connect(&job_, &ScalingJob::ended, this, &ScalingPage::updateButtons);
    connect(&job_, &ScalingJob::failed, this, &ScalingPage::updateButtons);
}

ScalingSettings ScalingPage::settings() const {
    ScalingSettings settings;
    settings.towersUpTo = towers_->value();
    settings.repeats = repeats_->value();
    settings.steps = steps_->value();
    settings.modes = kModes.at(static_cast<std::size_t>(mode_->currentIndex()));
    settings.lowPriority = true;
    return settings;
}

void ScalingPage::measure() {
    if (busy_ || job_.isActive() || !planner_ || !fieldProblem().isEmpty())
        return;
    banner_->hide();
    finding_.reset();
    showTexts();
    showPicture();
    table_->setRowCount(0);
    showStages();
    progress_->setRange(0, 0);
    showStatus(tr("Waiting for the first results"));
    job_.start(planner_(), settings());
    updateButtons();
}

void ScalingPage::showFinding(const std::shared_ptr<const ScalingFinding>& finding) {
    finding_ = finding;
    progress_->setRange(0, finding->all);
    progress_->setValue(finding->done);
    if (job_.isActive() && stop_->isEnabled())
        showStatus(tr("Measurement %1 of %2").arg(QString::number(finding->done), QString::number(finding->all)));
    showPicture();
    table_->setFinding(*finding);
    showStages();
    showTexts();
}

void ScalingPage::showPicture() {
    const auto figure = static_cast<ScalingFigure>(figure_->currentIndex()); // in the order of the field
    plot_->setPicture(finding_ ? scalingPicture(*finding_, figure) : CurvePicture{});
}

// Shows the stages of the chosen row; nothing without one.
void ScalingPage::showStages() {
    const int row = table_->currentRow();
    const bool some = finding_ && row >= 0 && row < static_cast<int>(finding_->points.size());
    stages_->setVisible(some);
    stages_->clear();
    if (some) {
        const ScalingPoint& point = finding_->points[static_cast<std::size_t>(row)];
        StepDone mean;
        mean.milliseconds = static_cast<float>(point.milliseconds);
        mean.towers = point.stages;
        stages_->addStep(mean);
    }
}

QString ScalingPage::sentence() const { return finding_ ? translated(finding_->sentence) : QString(); }

void ScalingPage::showTexts() {
    showSentence(sentence_, sentence());
    const bool advised = finding_ && finding_->advice && finding_->advice->kind != Advice::Kind::None;
    try_->setVisible(advised);
    if (advised && planner_) {
        const QString changes = adviceChanges(planner_(), *finding_->advice);
        try_->setEnabled(!changes.isEmpty());
        try_->setToolTip(changes.isEmpty() ? tr("The plan already has these settings")
                                           : tr("Sets on the Train page: %1").arg(changes));
    }
    QStringList remarks;
    if (finding_) {
        if (const QString model = scalingModelText(*finding_); !model.isEmpty())
            remarks << model;
        remarks << translatedAll(finding_->remarks);
    }
    showSentence(remarks_, remarks.join(QLatin1Char(' ')));
}

void ScalingPage::setBusy(bool busy) {
    busy_ = busy;
    if (busy)
        job_.stop(); // each would slow the other down
    updateButtons();
}

void ScalingPage::updateButtons() {
    const bool active = job_.isActive();
    const bool some = finding_ && !finding_->points.empty();
    const QString problem = fieldProblem();
    measure_->setEnabled(!busy_ && !active && problem.isEmpty());
    measure_->setVisible(!active);
    stop_->setVisible(active);
    stop_->setEnabled(true);
    progress_->setVisible(active);
    for (QWidget* field : std::initializer_list<QWidget*>{towers_, repeats_, steps_, mode_})
        field->setEnabled(!active);
    csv_->setEnabled(some && !active);
    picture_->setEnabled(some && !active);
    if (active)
        return;
    if (!problem.isEmpty())
        showStatus(problem, "warning");
    else if (busy_)
        showStatus(tr("A run or a search is in progress: measuring would slow it down and be slowed down by it."));
    else if (finding_ && finding_->stopped)
        showStatus(
            tr("Stopped: %1 of %2 measurements").arg(QString::number(finding_->done), QString::number(finding_->all)));
    else
        showStatus({});
}

void ScalingPage::showStatus(const QString& sentence, const char* kind) {
    if (status_->text() == sentence)
        return; // as after most keys
    setKind(status_, kind);
    status_->setText(sentence);
    status_->setToolTip(sentence);
}

QString ScalingPage::fieldProblem() const {
    QStringList problems;
    const auto add = [&](const QString& label, SpinBox* field) {
        const QString problem = translated(field->problem());
        field->setAccessibleDescription(problem);
        if (!problem.isEmpty())
            problems << tr("%1: %2").arg(label, problem);
    };
    add(tr("Towers up to"), towers_);
    add(tr("Repeats"), repeats_);
    add(tr("Steps per repeat"), steps_);
    return problems.join(QLatin1Char(' '));
}

void ScalingPage::showPlan() {
    if (!planner_ || (planText_->text().isEmpty() && !isVisible()))
        return; // nothing is shown before the page is
    const Plan plan = planner_();
    planText_->setText(translated(
        Text::plural("The Train page's plan: %1 on %2, %n images per tower or %3 in total, exchange: %4, feed: %5",
                     "The Train page's plan: %1 on %2, %n image per tower or %3 in total, exchange: %4, feed: %5",
                     plan.globalBatch > 0 ? plan.globalBatch / std::max(1, plan.towers) : plan.batchPerTower,
                     networkTitle(plan.model).toStdString(), dataTitle(plan.data).toStdString(),
                     countText(plan.imagesPerStep()).toStdString(), fieldText("exchange", plan).toStdString(),
                     fieldText("feed", plan).toStdString())));
}

void ScalingPage::showRun(const Started& started) {
    diagram_->setRun(started);
    stages_->setMaxRows(2);                                                // the table and the diagram need the room
    static_cast<QVBoxLayout*>(layout())->setStretchFactor(towersCard_, 4); // before, it is as high as its sentence
}

void ScalingPage::showSteps(const std::vector<StepDone>& steps) {
    if (!steps.empty())
        diagram_->showStep(steps.back());
}

bool ScalingPage::save(const std::function<void()>& write) {
    return attempt(
        write, [this](const Text& sentence) { banner_->display(sentence); });
}

bool ScalingPage::saveCsv(const QString& file) {
    return finding_ && save([&] { writeFileAtomically(file.toStdString(), scalingCsv(*finding_)); });
}

bool ScalingPage::savePicture(const QString& file) {
    const HeadedPicture picture{.heading = sentence(),
                                .headingLines = 2,
                                .content = plot_->size(),
                                .draw = [this](QPainter& painter) { plot_->paint(painter); }};
    return finding_ && save([&] { writePicture(theme_, picture, file); });
}

void ScalingPage::askCsv() {
    askSaveFile(
        this,
        {.kind = QStringLiteral("table"),
         .title = tr("Save table"),
         .filters = tr("Tables (*.csv)"),
         .name = QStringLiteral("scaling.csv")},
        [this](const QString& file) { return saveCsv(file); });
}

void ScalingPage::askPicture() {
    askSaveFile(
        this,
        {.kind = QStringLiteral("picture"),
         .title = tr("Save picture"),
         .filters = tr("Pictures (*.svg *.png)"),
         .name = QStringLiteral("scaling.svg")},
        [this](const QString& file) { return savePicture(file); });
}

void ScalingPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    showPlan();
    showTexts(); // the advice is held against the plan
}

void ScalingPage::retranslate() {
    mode_->setItemText(0, tr("Both"));
    mode_->setItemText(1, scalingModeText(ScalingMode::PerTower));
    mode_->setItemText(2, scalingModeText(ScalingMode::Global));
    figure_->setItemText(0, tr("Speed-up"));
    figure_->setItemText(1, tr("Images per second"));
    figure_->setItemText(2, tr("Efficiency"));
    figure_->setFixedWidth(figure_->wholeWidth());
    plot_->setEmptyText(tr("Press Measure to see what more towers give with this plan"));
    try_->setToolTip(tr("Applies the advice to the Train page's plan"));
    table_->retranslate();
    showPicture();
    if (finding_)
        table_->setFinding(*finding_);
    showPlan();
    showTexts();
    updateButtons();
}

} // namespace belfry

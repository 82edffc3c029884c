// What the Scaling page is made of, and where it stands.
#include "ui/charts/curve_plot.h"
#include "ui/pages/scaling/scaling_page.h"
#include "ui/pages/scaling/scaling_table.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/card.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/stage_strip.h"
#include "ui/widgets/tower_diagram.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace belfry {
namespace {

constexpr int kNumberWidth = 72, kTowersWidth = 104, kStepsWidth = 104, kModeWidth = 190, kProgressWidth = 120;

QLabel* named(QLabel* label, const char* name) {
    label->setObjectName(QLatin1String(name));
    return label;
}

} // namespace

void ScalingPage::makeWidgets(const Theme& theme) {
    banner_ = new Banner(this, QStringLiteral("scalingBanner"));
    planText_ = new ElidedLabel({}, this);
    planText_->setProperty("kind", "muted");
    planText_->setObjectName(QStringLiteral("scalingPlan"));
    towersLabel_ = makeLabel({}, "muted", this);
    repeatsLabel_ = makeLabel({}, "muted", this);
    stepsLabel_ = makeLabel({}, "muted", this);
    modeLabel_ = makeLabel({}, "muted", this);
    figureLabel_ = makeLabel({}, "muted", this);
    towers_ = new SpinBox(this);
    towers_->setName("Towers up to");
    towers_->setRange(0, 64);
    towers_->setValue(0);
    repeats_ = new SpinBox(this);
    repeats_->setName("Repeats");
    repeats_->setRange(1, 100);
    repeats_->setValue(ScalingSettings().repeats);
    steps_ = new SpinBox(this);
    steps_->setName("Steps per repeat"); // the Train page has a field for steps, too
    steps_->setRange(0, 1'000'000);
    steps_->setValue(0);
    mode_ = new ComboBox(this);
    mode_->setObjectName(QStringLiteral("modeField"));
    mode_->setAccessibleName(QStringLiteral("Mode"));
    for (int i = 0; i < 3; ++i)
        mode_->addItem({});
    figure_ = new ComboBox(this);
    figure_->setObjectName(QStringLiteral("scalingFigureField"));
    figure_->setAccessibleName(QStringLiteral("Figure"));
    for (int i = 0; i < 3; ++i)
        figure_->addItem({});
    towers_->setFixedWidth(kTowersWidth);
    steps_->setFixedWidth(kStepsWidth);
    stepsLabel_->setBuddy(steps_);
    repeats_->setFixedWidth(kNumberWidth);
    mode_->setFixedWidth(kModeWidth);
    towersLabel_->setBuddy(towers_);
    repeatsLabel_->setBuddy(repeats_);
    modeLabel_->setBuddy(mode_);
    figureLabel_->setBuddy(figure_);
    measure_ = makeButton({}, "Measure", "primary", this);
    stop_ = makeButton({}, "Stop measuring", "", this);
    try_ = makeButton({}, "Try it", "", this);
    csv_ = makeButton({}, "Save table", "quiet", this);
    picture_ = makeButton({}, "Save picture", "quiet", this);
    progress_ = new QProgressBar(this);
    progress_->setObjectName(QStringLiteral("scalingProgress"));
    progress_->setAccessibleName(QStringLiteral("Measurements"));
    progress_->setFixedWidth(kProgressWidth);
    progress_->setTextVisible(false);
    status_ = named(makeLabel({}, "muted", this), "scalingStatus");
    sentence_ = named(makeLabel({}, "figure", this), "scalingSentence");
    sentence_->setWordWrap(true);
    sentence_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    remarks_ = named(makeLabel({}, "muted", this), "scalingRemarks");
    remarks_->setWordWrap(true);
    chartCard_ = new Card({}, this);
    tableCard_ = new Card({}, this);
    towersCard_ = new Card({}, this);
    plot_ = new CurvePlot(theme, QStringLiteral("scalingPlot"), this);
    plot_->setAccessibleName(QStringLiteral("Speed-up"));
    table_ = new ScalingTable(this);
    stages_ = new StageStrip(theme, this);
    stages_->setObjectName(QStringLiteral("scalingStages"));
    diagram_ = new TowerDiagram(theme, this);
}

void ScalingPage::layOut() {
    auto* controls = new QHBoxLayout;
    controls->setSpacing(8);
    for (QWidget* widget : std::initializer_list<QWidget*>{towersLabel_, towers_, repeatsLabel_, repeats_, stepsLabel_,
                                                           steps_, modeLabel_, mode_, measure_, stop_, progress_})
        controls->addWidget(widget);
    controls->addWidget(status_, 1);
    auto* advice = new QHBoxLayout;
    advice->setSpacing(12);
    advice->addWidget(sentence_, 1);
    advice->addWidget(try_, 0, Qt::AlignTop);
    chartCard_->titleRow()->addWidget(figureLabel_);
    chartCard_->titleRow()->addWidget(figure_);
    chartCard_->titleRow()->addWidget(picture_);
    chartCard_->body()->addWidget(plot_, 1);
    tableCard_->titleRow()->addWidget(csv_);
    tableCard_->body()->addWidget(table_, 1);
    tableCard_->body()->addWidget(stages_);
    towersCard_->body()->addWidget(diagram_, 1);
    auto* cards = new QHBoxLayout;
    cards->setSpacing(8);
    cards->addWidget(chartCard_, 5);
    cards->addWidget(tableCard_, 6);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(8);
    column->addWidget(banner_);
    column->addWidget(planText_);
    column->addLayout(controls);
    column->addLayout(advice);
    column->addWidget(remarks_);
    column->addLayout(cards, 5);
    column->addWidget(towersCard_);
}

} // namespace belfry

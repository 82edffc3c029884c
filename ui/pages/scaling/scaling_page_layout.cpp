// Widgets and layout of the Scaling page.
#include "ui/charts/curve_plot.h"
#include "ui/pages/scaling/scaling_page.h"
#include "ui/pages/scaling/scaling_table.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/card.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/splitter.h"
#include "ui/widgets/stage_strip.h"
#include "ui/widgets/tower_diagram.h"
#include "ui/widgets/wrapped_label.h"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

namespace belfry {
namespace {

constexpr int kNumberWidth = 72, kTowersWidth = 112, kStepsWidth = 112, kModeWidth = 190, kProgressWidth = 120;

ComboBox* withItems(ComboBox* box, int count) {
    for (int i = 0; i < count; ++i)
        box->addItem({}); // its text comes with the language
    return box;
}

QLabel* wrapped(const char* kind, const char* name, QWidget* parent) {
    auto* label = new WrappedLabel(parent);
    label->setObjectName(QLatin1String(name));
    setKind(label, kind);
    return label;
}

} // namespace

void ScalingPage::makeControls(const Parts& parts) {
    const auto number = [&](const char* label, const char* name, const char* help, int min, int max, int width) {
        SpinBox* box = parts.field(new SpinBox(this), label, name, help);
        box->setRange(min, max);
        box->setFixedWidth(width);
        return box;
    };
    const auto automatic = [&](SpinBox* box) {
        box->setNumber(0);
        parts.translate(box, QT_TR_NOOP("automatic"), [box](const QString& text) { box->setMinimumText(text); });
    };
    towers_ = number(
        "Towers up to", "towersUpToField",
        QT_TR_NOOP("1, 2, 4 … and this many towers are measured. Automatic: one per device, on the CPU one per core"),
        0, 64, kTowersWidth);
    automatic(towers_);
    repeats_ = number("Repeats", "repeatsField",
                      QT_TR_NOOP("How often each measurement is repeated, alternating with the others: the spread "
                                 "gives the error bars"),
                      1, 100, kNumberWidth);
    repeats_->setNumber(ScalingSettings().repeats);
    steps_ = number("Steps per repeat", "stepsPerRepeatField", // the Train page has a field for steps, too
                    QT_TR_NOOP("Measured in each repeat after the warm-up. Automatic: a few tenths of a second, at "
                               "least three steps"),
                    0, 1'000'000, kStepsWidth);
    automatic(steps_);
    mode_ = parts.field(withItems(new ComboBox(this), 3), "Mode", "modeField",
                        QT_TR_NOOP("Fixed batch per tower: more towers see more images in a step. Fixed global batch: "
                                   "more towers share the same images"));
    mode_->setFixedWidth(kModeWidth);
    figure_ = parts.field(withItems(new ComboBox(this), 3), "Figure", "scalingFigureField",
                          QT_TR_NOOP("What the chart shows over the number of towers, with the spread of the repeats"));
    measure_ =
        parts.button("primary", QT_TR_NOOP("Measure"),
                     QT_TR_NOOP("1, 2, 4 … towers train in turn for a few tenths of a second; no run is created"));
    stop_ = parts.button("", QT_TR_NOOP("Stop measuring"),
                         QT_TR_NOOP("Stops after this step and keeps the results so far"));
    try_ = parts.button("", QT_TR_NOOP("Try it"));
    csv_ = parts.button("quiet", QT_TR_NOOP("Save table…"),
                        QT_TR_NOOP("All figures as a CSV file, with the stages of every tower"), "Save table");
    picture_ = parts.button("quiet", QT_TR_NOOP("Save picture…"),
                            QT_TR_NOOP("The chart with its sentence as SVG or PNG"), "Save picture");
    progress_ = parts.progress("scalingProgress", "Measurements", 100);
    progress_->setFixedWidth(kProgressWidth);
    status_ = parts.sentence("muted", "scalingStatus");
    keepLines(status_, 2); // also without a text: nothing moves under what is typed
}

void ScalingPage::makeWidgets(const Theme& theme) {
    const Parts parts(this);
    banner_ = new Banner(this, QStringLiteral("scalingBanner"));
    planText_ = parts.elided("muted", "scalingPlan");
    makeControls(parts);
    sentence_ = wrapped("figure", "scalingSentence", this);
    sentence_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    remarks_ = wrapped("muted", "scalingRemarks", this);
    plot_ = new CurvePlot(theme, QStringLiteral("scalingPlot"), this);
    plot_->setAccessibleName(QStringLiteral("Speed-up"));
    parts.help(plot_, QT_TR_NOOP("Points: measured, with the spread of the repeats. Dashed in the same colour: what "
                                 "one tower's time and the exchange's measured bandwidth predict"));
    table_ = new ScalingTable(this);
    stages_ = new StageStrip(theme, this);
    stages_->setObjectName(QStringLiteral("scalingStages"));
    parts.help(stages_, QT_TR_NOOP("Time spent by each tower, for the selected row"));
    diagram_ = new TowerDiagram(theme, this);
}

void ScalingPage::layOut() {
    const Parts parts(this);
    Card* chart = parts.card(QT_TR_NOOP("More towers"));
    append(chart->titleRow(), {parts.caption(QT_TR_NOOP("Figure"), figure_), figure_, picture_});
    chart->body()->addWidget(plot_, 1);
    Card* table = parts.card(QT_TR_NOOP("Speeds"));
    table->titleRow()->addWidget(csv_);
    append(table->body(), {{table_, 1}, stages_});
    towersCard_ = parts.card(QT_TR_NOOP("Towers of the run"));
    towersCard_->body()->addWidget(diagram_, 1);
    auto* figures = new Splitter(Qt::Horizontal, "scalingSplitter", 8, this);
    figures->add(chart, 5)->add(table, 6);
    auto* lower = new Splitter(Qt::Vertical, "scalingTowersSplitter", 8, this);
    lower->add(figures, 1)->add(towersCard_);
    auto* controls = rowOf(
        8, {parts.caption(QT_TR_NOOP("Towers up to"), towers_), towers_, parts.caption(QT_TR_NOOP("Repeats"), repeats_),
            repeats_, parts.caption(QT_TR_NOOP("Steps per repeat"), steps_), steps_,
            parts.caption(QT_TR_NOOP("Mode"), mode_), mode_, measure_, stop_, progress_, Placed::stretch()});
    fillWith(this,
             columnOf(8, {banner_,
                          planText_,
                          controls,
                          status_,
                          rowOf(12, {{sentence_, 1}, {try_, 0, Qt::AlignTop}}),
                          remarks_,
                          {lower, 1}}),
             kPageMargins);
}

} // namespace belfry

// Widgets and layout of the Search page.
#include "ui/pages/search/family_tree.h"
#include "ui/pages/search/gene_chart.h"
#include "ui/pages/search/generation_chart.h"
#include "ui/pages/search/search_column.h"
#include "ui/pages/search/search_figures.h"
#include "ui/pages/search/search_page.h"
#include "ui/pages/search/spark_line.h"
#include "ui/pages/search/trial_card.h"
#include "ui/pages/search/trial_chart.h"
#include "ui/pages/search/trial_parallel_plot.h"
#include "ui/pages/search/trial_table.h"
#include "ui/pages/search/trial_table_model.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/card.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/splitter.h"

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>

namespace belfry {
namespace {

constexpr int kMinCardWidth = 200, kMinResultsWidth = 540, kMinSearchWidth = 120, kMaxSearchWidth = 320;

} // namespace

void SearchPage::makeWidgets(const Theme& theme) {
    const Parts parts(this);
    banner_ = new Banner(this, QStringLiteral("searchBanner"));
    setup_ = new SearchColumn(theme, this);
    note_ = parts.sentence("muted", "searchNote");
    start_ = makeButton({}, "Start search", "primary", this);
    parts.help(start_, QT_TR_NOOP("Trains one network after another and reports each result (F5); Space pauses"));
    stop_ = parts.button(
        "", QT_TR_NOOP("Stop search"),
        QT_TR_NOOP("Stops after the current steps; finished trials are kept and the search can be resumed (Esc)"));
    search_ = parts.field(new ComboBox(this), "Search", "searchField",
                          QT_TR_NOOP("All searches on this machine, newest first, including those of other processes"));
    search_->setMinimumWidth(kMinSearchWidth);
    search_->setMaximumWidth(kMaxSearchWidth);
    parts.translate(search_, QT_TR_NOOP("none yet"),
                    [this](const QString& none) { search_->setPlaceholderText(none); });
    state_ = parts.elided("", "searchState");
    minutes_ = parts.field(new FractionBox(1e6, this), "Extra minutes", "moreMinutesField",
                           QT_TR_NOOP("The budget is used up: extra time for the trials"));
    minutes_->setRange(0.1, 1e6);
    minutes_->setSingleStep(10);
    minutes_->hide();
    minutesLabel_ = parts.caption(QT_TR_NOOP("Extra minutes"), minutes_);
    minutesLabel_->hide();
    minutesProblem_ = parts.sentence("warning", "moreMinutesProblem");
    minutesProblem_->hide();
    resume_ = parts.button("", QT_TR_NOOP("Resume"),
                           QT_TR_NOOP("Resumes the search where it stopped: no trial is lost or trained twice"),
                           "Resume search"); // the Train page has one of its label
    csv_ = parts.button("quiet", QT_TR_NOOP("Save trials…"), QT_TR_NOOP("All trials as a CSV file"), "Save trials");
    open_ = parts.button("quiet", QT_TR_NOOP("Open folder"), QT_TR_NOOP("Shows the search's files in the file manager"),
                         "Open search folder");
    figures_ = new SearchFigures(this);
    layout_ = parts.elided("muted", "searchLayout");
    winner_ = parts.elided("title", "searchWinner");
    winnerCurves_ = new SparkLine(theme, QStringLiteral("winnerCurves"), this);
    winnerCurves_->setAccessibleName(QStringLiteral("Curves of the winners in training"));
    parts.help(winnerCurves_, QT_TR_NOOP("Validation accuracy after each epoch of the winners in training"));
    trainBest_ =
        parts.button("", QT_TR_NOOP("Train the best longer"),
                     QT_TR_NOOP("Trains it on all training images as a separate run; a search in progress waits"));
    drawBest_ = parts.button("", QT_TR_NOOP("Try the best network"),
                             QT_TR_NOOP("Uses the winner's weights for the drawing pad once it has been retrained"));
    model_ = new TrialTableModel(theme, this);
    table_ = new TrialTable(theme, *model_, this);
    empty_ = parts.sentence("muted", "searchEmpty");
    empty_->setAlignment(Qt::AlignCenter);
    parts.translate(
        empty_,
        QT_TR_NOOP("A search trains many networks and keeps the best. Press Start search: the trials appear here, "
                   "generations and genes below."),
        [this](const QString& hint) { empty_->setText(hint); });
    card_ = new TrialCard(theme, this);
    card_->setMinimumWidth(kMinCardWidth);
}

Card* SearchPage::makeCharts(const Theme& theme) {
    const Parts parts(this);
    Card* card = parts.card(QT_TR_NOOP("Findings"));
    charts_ = new QStackedWidget(this);
    const auto add = [this, card](auto* chart, QPushButton* chip, bool scrolls) {
        findings_.push_back(chart);
        findingViews_.push_back(chart);
        chips_.push_back(chip);
        card->titleRow()->addWidget(chip);
        if (!scrolls) {
            charts_->addWidget(chart);
            return;
        }
        auto* scroll = new QScrollArea(this);
        scroll->setObjectName(chart->objectName() + QStringLiteral("Scroll"));
        scroll->setFrameShape(QFrame::NoFrame);
        scroll->setWidgetResizable(true);
        chart->setProperty("transparent", "true");
        scroll->setWidget(chart);
        charts_->addWidget(scroll);
    };
    add(new GenerationChart(theme, this),
        parts.chip(QT_TR_NOOP("Generations"),
                   QT_TR_NOOP("Mean, spread and best of every generation; else the best so far")),
        false);
    add(new FamilyTree(theme, this),
        parts.chip(QT_TR_NOOP("Family tree"),
                   QT_TR_NOOP("Ancestry: parents, crossover and mutations; click to show the trial")),
        true);
    add(new GeneChart(theme, this),
        parts.chip(QT_TR_NOOP("By gene"), QT_TR_NOOP("Accuracy by the values of each gene")), true);
    add(new TrialParallelPlot(theme, this),
        parts.chip(QT_TR_NOOP("Parallel coordinates"),
                   QT_TR_NOOP("A line per trial through its genes; drag along an axis to select some")),
        false);
    card->body()->addWidget(charts_, 1);
    return card;
}

QWidget* SearchPage::resultColumn(Card* findings) {
    auto* trials = new Card({}, this);
    append(trials->body(), {{table_, 1}, {empty_, 1}});
    auto* lower = new Splitter(Qt::Vertical, "searchResultsSplitter", 8, this);
    lower->add(trials, 1)->add(findings, 1);
    auto* results = new QWidget(this);
    results->setMinimumWidth(kMinResultsWidth);
    QLabel* shown = Parts(this).caption(QT_TR_NOOP("Search"), search_);
    fillWith(results, columnOf(8, {rowOf(8, {shown, {search_, 1}, state_, Placed::stretch(), csv_, open_}),
                                   figures_,
                                   // The ending of the search, and the actions that follow.
                                   rowOf(8, {{layout_, 1}, Placed::stretch(), minutesLabel_, minutes_, resume_}),
                                   minutesProblem_,
                                   rowOf(8, {{winner_, 1}, winnerCurves_, trainBest_, drawBest_}),
                                   {lower, 1}}));
    return results;
}

void SearchPage::layOut(Card* findings) {
    for (QPushButton* button : {start_, stop_})
        button->setProperty("narrow", "true");
    append(setup_->foot(), {note_, rowOf(6, {{start_, 1}, stop_})});
    auto* row = new Splitter(Qt::Horizontal, "searchSplitter", 16, this);
    row->add(setup_)->add(resultColumn(findings), 1)->add(card_);
    fillWith(this, columnOf(12, {banner_, {row, 1}}), kPageMargins);
}

} // namespace belfry

// What the Search page is made of, where it stands, and what it says in the window's language.
#include "ui/pages/search/family_tree.h"
#include "ui/pages/search/gene_chart.h"
#include "ui/pages/search/generation_chart.h"
#include "ui/pages/search/parallel_plot.h"
#include "ui/pages/search/search_column.h"
#include "ui/pages/search/search_figures.h"
#include "ui/pages/search/search_page.h"
#include "ui/pages/search/spark_line.h"
#include "ui/pages/search/trial_card.h"
#include "ui/pages/search/trial_table.h"
#include "ui/pages/search/trial_table_model.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/card.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/fields.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace belfry {
namespace {

constexpr int kCardWidth = 272, kSearchWidth = 260;

ElidedLabel* elided(const char* name, const char* kind, QWidget* parent) {
    auto* label = new ElidedLabel({}, parent);
    label->setObjectName(QLatin1String(name));
    label->setProperty("kind", kind);
    return label;
}

} // namespace

void SearchPage::makeWidgets(const Theme& theme) {
    banner_ = new Banner(this, QStringLiteral("searchBanner"));
    setup_ = new SearchColumn(theme, this);
    note_ = makeLabel({}, "muted", this);
    note_->setObjectName(QStringLiteral("searchNote"));
    note_->setWordWrap(true);
    start_ = makeButton({}, "Start search", "primary", this);
    stop_ = makeButton({}, "Stop search", "", this);
    searchLabel_ = makeLabel({}, "muted", this);
    search_ = new ComboBox(this);
    search_->setObjectName(QStringLiteral("searchField"));
    search_->setAccessibleName(QStringLiteral("Search shown"));
    search_->setFixedWidth(kSearchWidth);
    searchLabel_->setBuddy(search_);
    state_ = makeLabel({}, "", this);
    state_->setObjectName(QStringLiteral("searchState"));
    minutesLabel_ = makeLabel({}, "muted", this);
    minutes_ = new FractionBox(1e6, 1, this);
    minutesLabel_->setBuddy(minutes_);
    minutesLabel_->hide();
    minutes_->setObjectName(QStringLiteral("moreMinutesField"));
    minutes_->setAccessibleName(QStringLiteral("Extra minutes"));
    minutes_->setMinimum(0.1);
    minutes_->setSingleStep(10);
    minutes_->hide();
    goOn_ = makeButton({}, "Resume", "", this);
    goOn_->setObjectName(QStringLiteral("resumeSearchButton")); // the Train page has one of that name
    csv_ = makeButton({}, "Save trials", "quiet", this);
    open_ = makeButton({}, "Open search folder", "quiet", this);
    open_->setAccessibleName(QStringLiteral("Open folder")); // as its label says
    figures_ = new SearchFigures(this);
    layout_ = elided("searchLayout", "muted", this);
    winner_ = elided("searchWinner", "title", this);
    winnerCurves_ = new SparkLine(theme, QStringLiteral("winnerCurves"), this);
    winnerCurves_->setAccessibleName(QStringLiteral("Curves of the winners in training"));
    trainBest_ = makeButton({}, "Train the best longer", "", this);
    drawBest_ = makeButton({}, "Try the best network", "", this);
    tableCard_ = new Card({}, this);
    model_ = new TrialTableModel(theme, this);
    table_ = new TrialTable(theme, *model_, this);
    empty_ = makeLabel({}, "muted", this);
    empty_->setObjectName(QStringLiteral("searchEmpty"));
    empty_->setAlignment(Qt::AlignCenter);
    empty_->setWordWrap(true);
    card_ = new TrialCard(theme, this);
    card_->setFixedWidth(kCardWidth);
}

void SearchPage::makeCharts(const Theme& theme) {
    chartCard_ = new Card({}, this);
    charts_ = new QStackedWidget(this);
    generations_ = new GenerationChart(theme, this);
    family_ = new FamilyTree(theme, this);
    genes_ = new GeneChart(theme, this);
    parallel_ = new ParallelPlot(theme, this);
    const auto add = [this](QWidget* chart, const char* name, bool scrolls) {
        if (scrolls) {
            auto* scroll = new QScrollArea(this);
            scroll->setObjectName(chart->objectName() + QStringLiteral("Scroll"));
            scroll->setFrameShape(QFrame::NoFrame);
            scroll->setWidgetResizable(true);
            chart->setProperty("transparent", "true");
            scroll->setWidget(chart);
            charts_->addWidget(scroll);
        } else {
            charts_->addWidget(chart);
        }
        auto* chip = makeButton({}, name, "chip", this);
        chip->setCheckable(true);
        chips_.push_back(chip);
    };
    add(generations_, "Generations", false);
    add(family_, "Family tree", true);
    add(genes_, "By gene", true);
    add(parallel_, "Parallel coordinates", false);
}

QWidget* SearchPage::resultColumn() {
    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    for (QWidget* widget : std::initializer_list<QWidget*>{searchLabel_, search_, state_})
        head->addWidget(widget);
    head->addStretch();
    for (QPushButton* button : {csv_, open_})
        head->addWidget(button);
    auto* words = new QHBoxLayout; // how it ended, and what can be done about it
    words->setSpacing(8);
    words->addWidget(layout_, 1);
    words->addStretch();
    words->addWidget(minutesLabel_);
    words->addWidget(minutes_);
    words->addWidget(goOn_);
    auto* winner = new QHBoxLayout;
    winner->setSpacing(8);
    winner->addWidget(winner_, 1);
    winner->addWidget(winnerCurves_);
    winner->addWidget(trainBest_);
    winner->addWidget(drawBest_);
    tableCard_->body()->addWidget(table_, 1);
    tableCard_->body()->addWidget(empty_, 1);
    for (QPushButton* chip : chips_)
        chartCard_->titleRow()->addWidget(chip);
    chartCard_->body()->addWidget(charts_, 1);
    auto* results = new QWidget(this);
    auto* column = new QVBoxLayout(results);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addLayout(head);
    column->addWidget(figures_);
    column->addLayout(words);
    column->addLayout(winner);
    column->addWidget(tableCard_, 1);
    column->addWidget(chartCard_, 1);
    return results;
}

void SearchPage::layOut() {
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(6);
    buttons->addWidget(start_, 1);
    buttons->addWidget(stop_);
    for (QPushButton* button : {start_, stop_})
        button->setProperty("narrow", "true");
    setup_->foot()->addWidget(note_);
    setup_->foot()->addLayout(buttons);
    auto* row = new QHBoxLayout;
    row->setSpacing(16);
    row->addWidget(setup_);
    row->addWidget(resultColumn(), 1);
    row->addWidget(card_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(12);
    column->addWidget(banner_);
    column->addLayout(row, 1);
}

void SearchPage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void SearchPage::retranslate() {
    start_->setToolTip(tr("Trains one network after another and reports each result (F5); Space pauses"));
    stop_->setText(tr("Stop search"));
    stop_->setToolTip(
        tr("Stops after the current steps; finished trials are kept and the search can be resumed (Esc)"));
    searchLabel_->setText(tr("Search shown"));
    search_->setToolTip(tr("All searches on this machine, newest first, including those of other processes"));
    search_->setPlaceholderText(tr("none yet"));
    minutesLabel_->setText(tr("Extra minutes"));
    minutes_->setToolTip(tr("The budget is used up: extra time for the trials"));
    goOn_->setText(tr("Resume"));
    goOn_->setToolTip(tr("Resumes the search where it stopped: no trial is lost or trained twice"));
    csv_->setText(tr("Save trials"));
    csv_->setToolTip(tr("All trials as a CSV file"));
    open_->setText(tr("Open folder"));
    open_->setToolTip(tr("Shows the search's files in the file manager"));
    trainBest_->setText(tr("Train the best longer"));
    trainBest_->setToolTip(tr("Trains it on all training images as a run of its own; a search in progress waits"));
    winnerCurves_->setToolTip(tr("Validation accuracy after each epoch of the winners in training"));
    drawBest_->setText(tr("Try the best network"));
    drawBest_->setToolTip(tr("Uses the winner's weights for the drawing pad once it has been retrained"));
    empty_->setText(tr("A search trains many networks and keeps the best. Press Start search: the trials appear here, "
                       "generations and genes below."));
    chartCard_->setTitle(tr("Findings"));
    const std::pair<QString, QString> names[] = {
        {tr("Generations"), tr("Mean, spread and best of every generation; else the best so far")},
        {tr("Family tree"), tr("Ancestry: parents, crossover and mutations; click to show the trial")},
        {tr("By gene"), tr("Accuracy by the values of each gene")},
        {tr("Parallel coordinates"), tr("A line per trial through its genes; drag along an axis to select some")}};
    for (std::size_t i = 0; i < chips_.size(); ++i) {
        chips_[i]->setText(names[i].first);
        chips_[i]->setToolTip(names[i].second);
    }
    model_->retranslate();
    showWords();
    updateButtons();
}

} // namespace belfry

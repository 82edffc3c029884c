#include "ui/pages/search/search_page.h"

#include "ui/foundation/texts.h"
#include "ui/pages/search/search_column.h"
#include "ui/pages/search/search_figures.h"
#include "ui/pages/search/search_form.h"
#include "ui/pages/search/trial_card.h"
#include "ui/pages/search/trial_chart.h"
#include "ui/pages/search/trial_table.h"
#include "ui/pages/search/trial_table_model.h"
#include "ui/pages/search/trial_text.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/parts.h"

#include <QDesktopServices>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>

namespace belfry {
SearchPage::SearchPage(const Theme& theme, QWidget* parent)
    : QWidget(parent), opener_([](const QUrl& folder) { return QDesktopServices::openUrl(folder); }) {
    setObjectName(QStringLiteral("searchPage"));
    makeWidgets(theme);
    layOut(makeCharts(theme));
    connectAll();
    connectController();
    connectTrials();
    showChart(0);
    keepTranslated(this, [this] {
        model_->retranslate();
        showSearches();
        showFigures();
        showTexts();
        updateButtons();
    });
}

SearchPage::~SearchPage() = default;

SearchForm* SearchPage::form() const { return setup_->form(); }

void SearchPage::connectAll() {
    connect(form(), &SearchForm::changed, this, &SearchPage::updateButtons);
    connect(start_, &QPushButton::clicked, this, [this] { controller_.isActive() ? togglePause() : start(); });
    connect(stop_, &QPushButton::clicked, &controller_, &SearchController::stop);
    connect(resume_, &QPushButton::clicked, this, [this] {
        controller_.resumeSearch(view_.folder,
                                 view_.budgetIsUsedUp() ? std::optional(minutes_->number()) : std::nullopt,
                                 form()->helpersAt());
    });
    connect(minutes_, &NumberField::changed, this, &SearchPage::updateButtons);
    connect(csv_, &QPushButton::clicked, this, &SearchPage::askCsv);
    connect(
        open_, &QPushButton::clicked, this,
        [this] {
            const QString folder = QString::fromStdString(view_.folder.string());
            if (!opener_(QUrl::fromLocalFile(folder)))
                banner_->display([folder] {
                    return tr("No file manager could be opened. The search's files are in %1.").arg(folder);
                });
        });
    connect(
        trainBest_, &QPushButton::clicked, this, [this] { trainLonger(winner()); });
    connect(
        drawBest_, &QPushButton::clicked, this, [this] { draw(winner()); });
    connect(search_, &QComboBox::activated, this, [this](int place) {
        if (place >= 0 && place < static_cast<int>(searches_.size()))
            openSearch(searches_[static_cast<std::size_t>(place)].folder);
    });
    connect(&loader_, &SearchLoader::listed, this, &SearchPage::listSearches);
    connect(&loader_, &SearchLoader::failed, this, &SearchPage::failReading);
    connect(&second_, &QTimer::timeout, this, &SearchPage::showFigures);
    connect(&loader_, &SearchLoader::opened, this, [this](const SearchView& view) {
        if (!isLive()) // else its answer comes too late
            showView(view);
    });
    for (int which = 0; which < static_cast<int>(chips_.size()); ++which) {
        connect(
            chips_[static_cast<std::size_t>(which)], &QPushButton::clicked, this, [this, which] { showChart(which); });
    }
}

void SearchPage::connectController() {
    connect(&controller_, &SearchController::refused, this, &SearchPage::display);
    connect(&controller_, &SearchController::changed, this, [this] {
        if (view_.folder == controller_.view().folder)
            showView(controller_.view());
    });
    connect(
        &controller_, &SearchController::stateChanged, this,
        [this] {
            if (controller_.isActive() && !controller_.isPreparing() && !controller_.isStopping()) {
                banner_->hide();
                loader_.open({});
                showView(controller_.view()); // it has begun: that is what is looked at
                loader_.refresh();
                pauseForRun(); // to a run that began while the search was prepared
            }
            updateButtons();
            Q_EMIT activeChanged();
        });
    connect(
        &controller_, &SearchController::warned, this, [this](const Text& text) { Q_EMIT logged(text); });
    connect(&controller_, &SearchController::ended, this, [this] {
        held_ = false;
        if (const SearchView& view = controller_.view(); !view.reason.empty()) {
            const TranslatableText line([name = searchName(view), reason = view.reason] {
                return tr("%1: %2").arg(translated(name), translated(reason));
            });
            banner_->display(line); // it may not be the one that is shown
            Q_EMIT logged(line);
        }
        loader_.refresh();
        Q_EMIT ended();
    });
}

void SearchPage::connectTrials() {
    connect(table_, &TrialTable::trialChosen, this, &SearchPage::chooseTrial);
    for (const ItemChart* chart : findings_)
        connect(chart, &ItemChart::itemChosen, this, &SearchPage::chooseTrial);
    connect(card_, &TrialCard::trainRequested, this, [this] { trainLonger(chosen_); });
    connect(
        card_, &TrialCard::planRequested, this,
        [this] {
            Plan plan = planOfTrial(chosen_);
            plan.name.clear(); // it may become another network
            Q_EMIT planRequested(plan);
        });
    connect(card_, &TrialCard::drawRequested, this, [this] { draw(chosen_); });
}

bool SearchPage::isLive() const {
    return controller_.isActive() && !controller_.isPreparing() && view_.folder == controller_.view().folder;
}

// The search cannot be read: nothing of another search stays under its name.
void SearchPage::failReading(const Text& sentence) {
    if (view_.state == "reading") {
        SearchView damaged = view_;
        damaged.state = "damaged";
        showView(damaged);
    }
    display(sentence);
}

void SearchPage::display(const Text& sentence) {
    banner_->display(sentence);
    Q_EMIT logged(sentence);
}

void SearchPage::start() {
    if (!controller_.isActive() && !busy_ && form()->problem().isEmpty())
        controller_.start(form()->plan(), form()->helpersAt());
}

void SearchPage::togglePause() {
    if (!controller_.isActive() || controller_.isPreparing() || controller_.isStopping() || busy_)
        return;
    controller_.isPauseRequested() ? controller_.resume() : controller_.pause();
}

void SearchPage::setBusy(bool busy) {
    busy_ = busy;
    pauseForRun();
    updateButtons();
}

// A run and a search would slow each other down. A search that the user has paused stays so.
void SearchPage::pauseForRun() {
    const bool on = controller_.isActive() && !controller_.isPreparing() && !controller_.isStopping();
    if (busy_ && on && !controller_.isPauseRequested()) {
        held_ = true;
        controller_.pause();
    } else if (!busy_ && held_) {
        held_ = false;
        controller_.resume();
    }
}

void SearchPage::setReport(const DeviceReport& report) { form()->setReport(report); }

void SearchPage::openSearch(const std::filesystem::path& folder) {
    chosen_ = 0;
    if (controller_.isActive() && folder == controller_.view().folder) {
        loader_.open({});
        showView(controller_.view());
    } else {
        SearchView reading;
        reading.folder = folder;
        reading.state = "reading";
        showView(reading);
        loader_.open(folder);
    }
}

void SearchPage::showView(const SearchView& view) {
    const bool another = view.folder != view_.folder;
    if (another)
        chosen_ = 0;
    if (another || view_.state == "reading")
        minutes_->setNumber(view.plan.budgetMinutes); // as many again
    view_ = view;
    showFigures();
    showFindings();
    if (view_.find(chosen_) == nullptr)
        chosen_ = 0;
    showChosen();
    showTexts();
    updateButtons();
}

void SearchPage::chooseTrial(int trial) {
    chosen_ = trial;
    showChosen();
}

void SearchPage::showChosen() {
    table_->choose(chosen_);
    for (ItemChart* chart : findings_)
        chart->setChosen(chosen_);
    card_->setTrial(view_, chosen_);
}

// Also between the ends of trials: the time advances meanwhile.
void SearchPage::showFigures() {
    const double since = isLive() ? controller_.secondsSinceReport() : 0;
    view_.setTime(since);
    model_->setView(view_);
    card_->setTrial(view_, chosen_);
    figures_->setView(view_, since);
}

// The chart in sight alone: with hundreds of trials each takes some milliseconds.
void SearchPage::showFindings() { findingViews_[static_cast<std::size_t>(charts_->currentIndex())]->setView(view_); }

void SearchPage::showChart(int which) {
    charts_->setCurrentIndex(which);
    showFindings();
    showChosen();
    for (int i = 0; i < static_cast<int>(chips_.size()); ++i)
        chips_[static_cast<std::size_t>(i)]->setChecked(i == which);
}

void SearchPage::showTexts() {
    const bool some = !view_.folder.empty();
    QStringList words;
    if (!view_.reason.empty()) // first: what stands last may find no room
        words << translated(view_.reason);
    if (!view_.inTraining.empty())
        words << tr("Winners: %1").arg(winnersText(view_, winner()));
    for (const QString& part : {helpersText(view_), layoutText(view_)})
        if (!part.isEmpty())
            words << part;
    words << translatedAll(view_.remarks);
    if (isLive() && !view_.layout && !controller_.isStopping())
        words << tr("Loading data and measuring the fastest device layout");
    showSentence(layout_, words.join(QStringLiteral(" · ")));
    table_->setVisible(some);
    empty_->setVisible(!some);
    showWinner();
}

void SearchPage::updateButtons() {
    const bool active = controller_.isActive();
    const bool paused = controller_.isPauseRequested();
    const QString problem = active ? QString() : form()->problem();
    showNote();
    start_->setEnabled(active ? !controller_.isPreparing() && !controller_.isStopping() && !busy_
                              : problem.isEmpty() && !busy_);
    start_->setText(!active ? tr("Start search") : paused ? tr("Resume search") : tr("Pause search"));
    start_->setAccessibleName(!active  ? QStringLiteral("Start search")
                              : paused ? QStringLiteral("Resume search")
                                       : QStringLiteral("Pause search"));
    stop_->setEnabled(active && !controller_.isStopping());
    form()->setEnabledFields(!active);
    const bool open = !view_.folder.empty();
    const bool left = view_.state == "stopped" || view_.state == "failed" || view_.state == "interrupted";
    resume_->setVisible(open && left && !isLive());
    const bool resumable = !active && !busy_, asks = resume_->isVisibleTo(this) && view_.budgetIsUsedUp();
    resume_->setEnabled(resumable && (!asks || minutes_->problem().empty()));
    minutesLabel_->setVisible(asks);
    minutes_->setVisible(asks);
    minutes_->setEnabled(resumable);
    minutesProblem_->setText(asks && resumable ? translated(minutes_->problem()) : QString());
    minutesProblem_->setVisible(asks); // its line is kept free: nothing moves under what is being typed
    csv_->setEnabled(open && !view_.trials.empty());
    open_->setEnabled(open);
    trainBest_->setEnabled(!busy_);
    drawBest_->setEnabled(!winnerRunOf(view_, winner()).empty() && !busy_);
    card_->setBusy(busy_);
    if (isLive() && controller_.isStopping())
        state_->setText(tr("Stopping after this step"));
    else if (isLive() && held_ && paused)
        state_->setText(tr("Waiting for the run"));
    else
        state_->setText(open ? searchStateText(view_.state) : QString());
}

// The subject of the buttons, above them, if it is not the shown search.
void SearchPage::showNote() {
    QString note;
    if (controller_.isPreparing())
        note = controller_.isStopping() ? tr("Stopping") : tr("Opening the data");
    else if (controller_.isActive() && !isLive())
        note = tr("The search %1 is in progress.").arg(translated(searchName(controller_.view())));
    else if (busy_ && !controller_.isActive())
        note = tr("A run is in progress: a search can start after it.");
    showSentence(note_, note);
}

void SearchPage::listSearches(const std::vector<SearchSummary>& searches) {
    searches_ = searches;
    showSearches();
    if (view_.folder.empty() && !searches_.empty() && !controller_.isActive()) {
        search_->setCurrentIndex(0);
        openSearch(searches_.front().folder); // the newest
    }
}

void SearchPage::showSearches() {
    search_->clear();
    int shown = -1;
    for (const SearchSummary& search : searches_) {
        if (search.folder == view_.folder)
            shown = search_->count();
        search_->addItem(searchTitle(search));
        search_->setItemData(search_->count() - 1, searchStateText(search.state), Qt::ToolTipRole);
    }
    search_->setCurrentIndex(shown);
    search_->setEnabled(!searches_.empty());
}

void SearchPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    loader_.refresh();
    loader_.watch(true);
    second_.start(1000);
}

void SearchPage::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    loader_.watch(false);
    second_.stop();
}

} // namespace belfry

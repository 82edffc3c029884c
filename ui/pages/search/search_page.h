// The Search page: what is to be searched and how, every trial in a table that lives, what came of generations and
// genes, and the network that a search ends with. Does not depend on other pages. GUI thread only.
#pragma once

#include "ui/bridge/search_controller.h"
#include "ui/bridge/search_loader.h"
#include "ui/foundation/texts.h"
#include "ui/foundation/theme.h"

#include <QTimer>
#include <QUrl>
#include <QWidget>
#include <functional>
#include <vector>

class QLabel;
class QPushButton;
class QStackedWidget;

namespace belfry {

class Banner;
class Card;
class ComboBox;
class ElidedLabel;
class FractionBox;
class ItemChart;
class SearchColumn;
class SearchFigures;
class SearchForm;
class SparkLine;
class TrialCard;
class TrialTable;
class TrialTableModel;
class ViewOfTrials;
struct DeviceReport;

class SearchPage : public QWidget {
    Q_OBJECT
public:
    // `theme` must outlive the page.
    explicit SearchPage(const Theme& theme, QWidget* parent = nullptr);
    ~SearchPage() override; // stops a search in progress

    SearchForm* form() const;
    SearchController& controller() { return controller_; }
    const SearchView& view() const { return view_; } // the shown search
    // Opens folders: the desktop, or a test.
    void setOpener(std::function<bool(const QUrl&)> opener) { opener_ = std::move(opener); }
    // A run is in progress in this window: a search waits for its end.
    void setBusy(bool busy);
    void setReport(const DeviceReport& report);
    void openSearch(const std::filesystem::path& folder);
    bool saveCsv(const QString& file); // the banner reports a failure
    void start();                      // with the form's plan; nothing while a search or a run is in progress
    void togglePause();                // of the search in progress

Q_SIGNALS:
    void activeChanged();
    void logged(const belfry::TranslatableText& line);
    void ended(); // finished, stopped or failed; view() says how
    void trainRequested(const belfry::Plan& plan);
    void planRequested(const belfry::Plan& plan);
    void drawRequested(const std::filesystem::path& run); // its folder

protected:
    void showEvent(QShowEvent* event) override; // nothing is read before
    void hideEvent(QHideEvent* event) override;

private:
    void makeWidgets(const Theme& theme);
    Card* makeCharts(const Theme& theme);
    void layOut(Card* findings);
    QWidget* resultColumn(Card* findings);
    void connectAll();
    void connectController();
    void connectTrials();

    void showView(const SearchView& view);
    void pauseForRun();
    void showTexts();
    void showWinner();
    void showChosen();
    void showFigures();
    void showFindings();
    void showChart(int which);
    void updateButtons();
    void showNote();
    void listSearches(const std::vector<SearchSummary>& searches);
    void showSearches();
    void chooseTrial(int trial);
    int winner() const; // the trial that the search ends with, so far; 0: none
    Plan planOfTrial(int trial) const;
    void trainLonger(int trial);
    void draw(int trial);
    void askCsv();
    bool isLive() const; // the shown search is in progress
    void display(const Text& sentence);
    void failReading(const Text& sentence);

    SearchController controller_;
    SearchLoader loader_;
    SearchView view_;
    int chosen_ = 0; // a trial of it
    bool busy_ = false;
    bool held_ = false; // the search waits for a run, not for the user
    QTimer second_;
    std::vector<SearchSummary> searches_;
    std::function<bool(const QUrl&)> opener_;

    Banner* banner_;
    SearchColumn* setup_;
    QLabel *note_, *minutesLabel_, *minutesProblem_, *empty_;
    ElidedLabel *state_, *layout_, *winner_;
    SparkLine* winnerCurves_; // of those in training
    ComboBox* search_;
    FractionBox* minutes_; // more, for a search whose budget is used up
    QPushButton *start_, *stop_, *resume_, *csv_, *open_, *trainBest_, *drawBest_;
    std::vector<ItemChart*> findings_;
    std::vector<ViewOfTrials*> findingViews_; // the same ones
    std::vector<QPushButton*> chips_;         // which of them is shown
    QStackedWidget* charts_;                  // with the same places
    SearchFigures* figures_;
    TrialTableModel* model_;
    TrialTable* table_;
    TrialCard* card_;
};

} // namespace belfry

// Everything about one trial, and the actions on its network. GUI thread only.
#pragma once

#include "ui/bridge/search_view.h"
#include "ui/widgets/card.h"

class QLabel;
class QPushButton;

namespace belfry {

class FactList;
class Theme;

class TrialCard : public Card {
    Q_OBJECT
public:
    // `theme` must outlive the card.
    explicit TrialCard(const Theme& theme, QWidget* parent = nullptr);
    void setTrial(const SearchView& view, int trial); // one that the search has not shows nothing
    void setBusy(bool busy);                          // a run is in progress in this window

Q_SIGNALS:
    void trainRequested(); // longer, on all images
    void planRequested();
    void drawRequested(); // on the run of a winner

private:
    void showTrial();
    void updateButtons();
    void showFacts(const Trial& trial);
    void showGenes(const Trial& trial);
    void showWinner(const Trial& trial);

    const Theme& theme_;
    SearchView view_;
    int trial_ = 0;
    bool busy_ = false;
    QLabel *dot_, *state_, *failures_, *empty_;
    QPushButton *train_, *plan_, *draw_;
    FactList* facts_;
};

// The folder name of a run of the trial as a winner, the best by validation; "" when there is none.
std::string winnerRunOf(const SearchView& view, int trial);

} // namespace belfry

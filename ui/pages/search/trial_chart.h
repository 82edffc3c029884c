// A picture of a search's trials, one of which can be chosen. GUI thread only.
#pragma once

#include "ui/bridge/search_view.h"
#include "ui/widgets/keyed_widget.h"

namespace belfry {

class TrialChart : public KeyedWidget {
    Q_OBJECT
public:
    // `name`: of the object. `accessibleName`: in English.
    TrialChart(const Theme& theme, const char* name, const char* accessibleName, QWidget* parent);

    void setView(const SearchView& view);
    int chosen() const { return chosen_; } // 0: none
    virtual void setChosen(int trial);
    virtual void paint(QPainter& painter) const = 0;

Q_SIGNALS:
    void trialChosen(int trial); // by the user

protected:
    void paintEvent(QPaintEvent* event) override;

    const SearchView& view() const { return view_; }
    // view() has other results. `another`: and is of another search, or space.
    virtual void takeResults(bool another) = 0;
    void choose(int trial);

private:
    SearchView view_;
    bool taken_ = false; // some view's results
    int chosen_ = 0;
};

} // namespace belfry

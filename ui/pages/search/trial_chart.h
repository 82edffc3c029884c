// Pictures of a search's trials, one of which can be chosen. GUI thread only.
#pragma once

#include "ui/bridge/search_view.h"
#include "ui/charts/item_chart.h"

#include <QLineF>
#include <functional>

namespace belfry {

// What a picture is made from: it is made anew when there are other results.
class ViewOfTrials {
public:
    virtual ~ViewOfTrials() = default;
    void setView(const SearchView& view);

protected:
    const SearchView& view() const { return view_; }
    // view() has other results. `another`: and is of another search, or space.
    virtual void takeResults(bool another) = 0;

private:
    SearchView view_;
    bool taken_ = false; // some view's results
};

class TrialChart : public ItemChart, public ViewOfTrials {
    Q_OBJECT
public:
    using ItemChart::ItemChart;
};

// A chart for the mouse and the keyboard: a tool tip describes the trial under the pointer, and a click chooses it.
// Arrows move a cursor with the same description, also for screen readers; Enter and Space choose the trial under it.
class NavigableChart : public TrialChart {
    Q_OBJECT
public:
    using TrialChart::TrialChart;

    virtual QString textAt(const QPointF& position) const = 0; // for the tool tip; "" where there is nothing
    virtual int trialAt(const QPointF& position) const = 0;    // 0: none
    virtual QString cursorText() const = 0;                    // its description; "" while it is nowhere

protected:
    std::optional<QString> tipAt(const QPoint& position) const override { return textAt(position); }
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

    virtual bool isEmpty() const = 0;
    virtual void moveCursor(int key) = 0;     // one of the arrows; not while it is empty
    virtual QPointF cursorPoint() const = 0;  // pixels; while it is somewhere
    virtual int trialUnderCursor() const = 0; // 0: none

private:
    void showCursor();
};

// The trial of the dot that is nearest to `position`, and nearer than `reach`; 0: none. `place`: of a dot; pixels.
int nearestTrial(const auto& dots, const QPointF& position, double reach, const auto& place) {
    int nearest = 0;
    for (const auto& dot : dots) {
        if (const double distance = QLineF(std::invoke(place, dot), position).length(); distance < reach) {
            reach = distance;
            nearest = dot.trial;
        }
    }
    return nearest;
}

} // namespace belfry

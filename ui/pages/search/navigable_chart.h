// A chart of trials for the mouse and the keyboard: it tells what is under the pointer, and a click chooses the trial
// there; arrows move a cursor, which tells the same, there and to those who listen, and Enter and Space choose the
// trial under it. GUI thread only.
#pragma once

#include "ui/pages/search/trial_chart.h"

#include <QLineF>
#include <functional>

namespace belfry {

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

class NavigableChart : public TrialChart {
    Q_OBJECT
public:
    using TrialChart::TrialChart;

    virtual QString textAt(const QPointF& position) const = 0; // what its tool tip says; "" where there is nothing
    virtual int trialAt(const QPointF& position) const = 0;    // 0: none
    virtual QString cursorText() const = 0;                    // what it tells; "" while it is nowhere

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

} // namespace belfry

// The family of a genetic search as it grows: a row for every generation, a circle for every trial in the colour of its
// accuracy, lines from parents to children. A trial that lives on keeps its lane, as a small dot. Hovering, and
// the arrow keys, show a trial's ancestors and descendants; a click, or the arrow keys and Enter, choose one. Wants a
// scroll area that resizes it: it fits in where it can. GUI thread only.
#pragma once

#include "ui/pages/search/accuracy_scale.h"
#include "ui/pages/search/family.h"
#include "ui/pages/search/trial_chart.h"

#include <QRectF>
#include <set>

namespace belfry {

// Positions of the nodes, pixels.
struct FamilyPlaces {
    QPointF first; // the first lane's middle in the first generation
    double lane = 0, row = 0, radius = 0;
    QPointF at(const FamilyNode& node) const {
        return {first.x() + lane * node.lane, first.y() + row * (node.generation - 1)};
    }
};
FamilyPlaces placesOf(const Family& family, const QSizeF& size);

class FamilyTree : public NavigableChart {
    Q_OBJECT
public:
    explicit FamilyTree(const Theme& theme, QWidget* parent = nullptr);

    const Family& family() const { return family_; }
    void setChosen(int trial) override;
    int cursor() const { return cursor_; } // where the arrow keys are; 0: nowhere yet
    QPointF pointOf(int trial) const;      // where it was born, pixels
    QString textAt(const QPointF& position) const override;
    int trialAt(const QPointF& position) const override;
    const std::set<int>& lifted() const { return kin_; } // the kin of the one under the mouse or the cursor
    QString cursorText() const override;
    void paint(QPainter& painter) const override { paint(painter, rect()); }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool isEmpty() const override { return family_.empty(); }
    void moveCursor(int key) override;
    QPointF cursorPoint() const override { return pointOf(cursor_); }
    int trialUnderCursor() const override { return cursor_; }
    void takeResults(bool another) override;
    void describe() override;

private:
    FamilyPlaces places() const { return placesOf(family_, size()); }
    void paint(QPainter& painter, const QRectF& exposed) const;
    bool isFaded(int trial) const { return !kin_.empty() && !kin_.contains(trial); }
    int neighbour(int key) const; // of the cursor
    void lift(int trial);         // its kin; 0: nobody's
    void hover(int trial);
    QString emptyText() const;
    void paintRows(QPainter& painter, const FamilyPlaces& places, const QRectF& exposed) const;
    void paintLines(QPainter& painter, const FamilyPlaces& places, const QRectF& exposed, bool faded) const;
    void paintDiscs(QPainter& painter, const FamilyPlaces& places, const QRectF& exposed, bool faded) const;
    void paintSigns(QPainter& painter, const FamilyPlaces& places, const QRectF& exposed) const;
    void paintRings(QPainter& painter, const FamilyPlaces& places) const;
    void paintLegend(QPainter& painter) const;
    double paintScale(QPainter& painter, double left) const; // returns its right end

    Family family_;
    AccuracyScale scale_;
    std::set<int> kin_; // empty: nobody's is lifted
    int cursor_ = 0, lifted_ = 0;
};

} // namespace belfry

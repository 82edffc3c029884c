// A walk through the window: each step points at a part of it and says what it is for. Lies over the whole window until
// it ends, by its last step, Skip or Esc; the focus then returns to where it was. Until then the window's keys do
// nothing, but for the one that quits. GUI thread only.
#pragma once

#include "ui/widgets/themed_widget.h"

#include <QPointer>
#include <functional>
#include <vector>

class QFrame;
class QLabel;
class QPushButton;

namespace belfry {

struct TourStep {
    std::function<void()> open;   // brings the part in sight
    std::function<QRect()> place; // of the part in the window
    QString title, text;
};

class Tour : public ThemedWidget {
    Q_OBJECT
public:
    // Starts at once. `theme` must outlive it.
    Tour(const Theme& theme, std::vector<TourStep> steps, QWidget* window);

    const QRect& shownPart() const { return part_; } // in the window, with some room around it

Q_SIGNALS:
    void ended();

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override; // follows the window's size
    bool focusNextPrevChild(bool next) override;                // stays within the card
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void makeCard();
    void go(std::size_t step);
    QRect hole() const; // around the part, in the window
    void place();
    void paintArrow(QPainter& painter) const;
    void end();

    std::vector<TourStep> steps_;
    std::size_t step_ = 0;
    QRect part_; // as it was placed last
    QPointer<QWidget> focus_;
    QFrame* card_;
    QLabel *title_, *text_, *count_;
    QPushButton *skip_, *back_, *next_;
};

} // namespace belfry

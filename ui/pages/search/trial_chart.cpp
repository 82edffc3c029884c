#include "ui/pages/search/trial_chart.h"

#include "ui/pages/search/gene_rows.h"

#include <QFocusEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollArea>
#include <QToolTip>
#include <utility>

namespace belfry {

void ViewOfTrials::setView(const SearchView& view) {
    const bool news = !std::exchange(taken_, true) || !sameResults(view_, view);
    const bool another = !(view_.plan.space == view.plan.space) || view_.folder != view.folder;
    view_ = view;
    if (news)
        takeResults(another);
}

void NavigableChart::mousePressEvent(QMouseEvent* event) {
    const int trial = trialAt(event->position());
    if (event->button() != Qt::LeftButton || trial == 0) {
        TrialChart::mousePressEvent(event);
        return;
    }
    setRing(false); // the mouse is in use
    choose(trial);
}

void NavigableChart::keyPressEvent(QKeyEvent* event) {
    if (isEmpty() || event->modifiers() & ~Qt::KeypadModifier) {
        TrialChart::keyPressEvent(event);
        return;
    }
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
        moveCursor(event->key());
        showCursor();
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (const int trial = trialUnderCursor(); trial != 0) {
            choose(trial);
            return;
        }
        break;
    default:
        break;
    }
    TrialChart::keyPressEvent(event);
}

void NavigableChart::showCursor() {
    constexpr int kMargin = 40; // kept in view round the cursor
    setRing(true);
    showChange();
    if (cursorText().isEmpty())
        return;
    const QPoint at = cursorPoint().toPoint();
    for (QWidget* above = parentWidget(); above != nullptr; above = above->parentWidget()) {
        if (auto* area = qobject_cast<QScrollArea*>(above)) {
            area->ensureVisible(at.x(), at.y(), kMargin, kMargin);
            break;
        }
    }
    if (isVisible())
        QToolTip::showText(mapToGlobal(at), cursorText(), this);
}

void NavigableChart::focusOutEvent(QFocusEvent* event) {
    TrialChart::focusOutEvent(event);
    QToolTip::hideText();
}

} // namespace belfry

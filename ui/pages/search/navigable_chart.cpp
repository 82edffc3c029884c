#include "ui/pages/search/navigable_chart.h"

#include <QFocusEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollArea>
#include <QToolTip>

namespace belfry {
namespace {

constexpr int kMargin = 40; // kept in view round the cursor

} // namespace

NavigableChart::NavigableChart(const Theme& theme, const QString& objectName, QWidget* parent)
    : ThemedWidget(theme, objectName, parent) {
    setFocusPolicy(Qt::StrongFocus);
}

void NavigableChart::mousePressEvent(QMouseEvent* event) {
    const int trial = trialAt(event->position());
    if (event->button() != Qt::LeftButton || trial == 0) {
        ThemedWidget::mousePressEvent(event);
        return;
    }
    ring_ = false; // the mouse is in use
    choose(trial);
}

void NavigableChart::choose(int trial) {
    setChosen(trial);
    Q_EMIT trialChosen(trial);
}

void NavigableChart::keyPressEvent(QKeyEvent* event) {
    if (isEmpty() || event->modifiers() & ~Qt::KeypadModifier) {
        ThemedWidget::keyPressEvent(event);
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
    ThemedWidget::keyPressEvent(event);
}

void NavigableChart::showCursor() {
    ring_ = true;
    describe();
    update();
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

void NavigableChart::focusInEvent(QFocusEvent* event) {
    ring_ = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    ThemedWidget::focusInEvent(event);
    update();
}

void NavigableChart::focusOutEvent(QFocusEvent* event) {
    ThemedWidget::focusOutEvent(event);
    QToolTip::hideText();
    update();
}

} // namespace belfry

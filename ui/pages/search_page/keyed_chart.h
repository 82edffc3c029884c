// A chart that the keyboard goes through: arrows move a cursor, which tells what the tool tip tells, there and to those
// who listen; Enter and Space choose the trial under it. GUI thread only.
#pragma once

#include "ui/widgets/themed_widget.h"

namespace belfry {

class KeyedChart : public ThemedWidget {
    Q_OBJECT
public:
    KeyedChart(const Theme& theme, const QString& objectName, QWidget* parent);

    virtual QString cursorText() const = 0; // what it tells; "" while it is nowhere

Q_SIGNALS:
    void trialChosen(int trial);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

    virtual bool isEmpty() const = 0;
    virtual void moveCursor(int key) = 0;     // one of the arrows; not while it is empty
    virtual QPointF cursorPoint() const = 0;  // pixels; while it is somewhere
    virtual int trialUnderCursor() const = 0; // 0: none
    virtual void choose(int trial) = 0;       // emits trialChosen()
    virtual void describe() = 0;              // for those who listen, the cursor's text among it

    bool showsCursor() const { return ring_ && hasFocus(); } // the keyboard is in use
    void hideCursor() { ring_ = false; }                     // the mouse is

private:
    void showCursor();

    bool ring_ = false;
};

} // namespace belfry

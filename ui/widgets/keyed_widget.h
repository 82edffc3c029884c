// A painted widget with keyboard navigation: it shows a focus ring while the keyboard is used, but not for the mouse.
// GUI thread only.
#pragma once

#include "ui/foundation/focus.h"
#include "ui/widgets/themed_widget.h"

#include <QFocusEvent>

namespace belfry {

class KeyedWidget : public ThemedWidget {
    Q_OBJECT
public:
    KeyedWidget(const Theme& theme, const QString& objectName, QWidget* parent)
        : ThemedWidget(theme, objectName, parent) {
        setFocusPolicy(Qt::StrongFocus);
    }

protected:
    bool showsRing() const { return ring_ && hasFocus(); }
    void setRing(bool on) { ring_ = on; }

    void focusInEvent(QFocusEvent* event) override {
        ring_ = cameByKeyboard(event->reason());
        ThemedWidget::focusInEvent(event);
        update();
    }
    void focusOutEvent(QFocusEvent* event) override {
        ThemedWidget::focusOutEvent(event);
        update();
    }

private:
    bool ring_ = false; // the focus came by keyboard, or a key was used since
};

} // namespace belfry

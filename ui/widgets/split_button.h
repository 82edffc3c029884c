// Stop, with the ways to stop in a menu. A plain click stops after the step. GUI thread only.
#pragma once

#include "core/train/session.h"

#include <QWidget>

class QAction;
class QMenu;
class QPushButton;

namespace belfry {

class SplitButton : public QWidget {
    Q_OBJECT
public:
    explicit SplitButton(QWidget* parent = nullptr);

    QPushButton* button() const { return stop_; } // accessible name "Stop", object name "stopButton"
    QMenu* menu() const { return menu_; }

Q_SIGNALS:
    void stopRequested(belfry::StopKind kind);

private:
    QAction* addKind(const char* name, StopKind kind);
    QPushButton* stop_;
    QMenu* menu_;
};

} // namespace belfry

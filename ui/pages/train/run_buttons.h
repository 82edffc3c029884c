// Start (Pause and Resume while a run is in progress; after a stop Resume, with Start in its menu), Step and Stop. GUI
// thread only.
#pragma once

#include "core/train/session.h"

#include <QWidget>
#include <optional>

class QAction;
class QPushButton;

namespace belfry {

class SplitButton;
class StopButton;

class RunButtons : public QWidget {
    Q_OBJECT
public:
    explicit RunButtons(QWidget* parent = nullptr);

    struct State {
        bool startable = true;  // the plan is in order
        bool resumable = false; // a run was stopped, and the plan is still the one it had
        bool active = false;    // a run is in progress or being prepared
        bool paused = false;
        std::optional<StopKind> stopping;
    };
    void setStatus(const State& status);
    QPushButton* start() const { return start_; }

Q_SIGNALS:
    void startRequested();
    void resumeRequested(); // of the run that was stopped
    void pauseToggled();    // pause, or resume
    void stepRequested();
    void stopRequested(belfry::StopKind kind);

private:
    void pressed();
    void nameStart();

    State status_;
    SplitButton* startSplit_;
    QAction* startNew_;
    QPushButton *start_, *step_;
    StopButton* stop_;
};

} // namespace belfry

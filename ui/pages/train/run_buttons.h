// Start (Pause and Resume while a run is in progress), Step and Stop. GUI thread only.
#pragma once

#include "core/train/session.h"

#include <QWidget>
#include <optional>

class QPushButton;

namespace belfry {

class SplitButton;

class RunButtons : public QWidget {
    Q_OBJECT
public:
    explicit RunButtons(QWidget* parent = nullptr);

    struct State {
        bool startable = true; // the plan is in order
        bool active = false;   // a run is in progress or being prepared
        bool paused = false;
        std::optional<StopKind> stopping;
    };
    void setStatus(const State& status);
    QPushButton* start() const { return start_; }

Q_SIGNALS:
    void startRequested();
    void pauseToggled(); // pause, or resume
    void stepRequested();
    void stopRequested(belfry::StopKind kind);

private:
    void pressed();
    void nameStart();

    State status_;
    QPushButton *start_, *step_;
    SplitButton* stop_;
};

} // namespace belfry

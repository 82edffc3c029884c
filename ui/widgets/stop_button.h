// Stop, with the ways to stop in a menu. A plain click stops after the step. GUI thread only.
#pragma once

#include "core/train/session.h"
#include "ui/widgets/split_button.h"

namespace belfry {

class StopButton : public SplitButton {
    Q_OBJECT
public:
    explicit StopButton(QWidget* parent = nullptr);

Q_SIGNALS:
    void stopRequested(belfry::StopKind kind);

private:
    QAction* addKind(const char* name, StopKind kind);
};

} // namespace belfry

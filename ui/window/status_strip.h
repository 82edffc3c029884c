// The window's foot: load, memory and power of every device, and what the run does. GUI thread only.
#pragma once

#include "core/device/devices.h"
#include "ui/pages/train/run_text.h"
#include "ui/widgets/themed_widget.h"

#include <QFrame>

namespace belfry {

class ElidedLabel;
// A dot in the colour of the current state.
class StatusDot : public ThemedWidget {
    Q_OBJECT
public:
    enum class Colour { Idle, Good, Waiting, Bad };
    explicit StatusDot(const Theme& theme, QWidget* parent = nullptr);
    void setColour(Colour colour);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QColor shown() const;

    Colour colour_ = Colour::Idle;
};

class StatusStrip : public QFrame {
    Q_OBJECT
public:
    explicit StatusStrip(const Theme& theme, QWidget* parent = nullptr);
    void setReport(const DeviceReport& report);
    void setStatus(const RunStatus& status);
    void setSearch(const QString& name); // one in progress, "" for none; a run takes precedence

private:
    void retranslate();
    ElidedLabel* devices_;
    StatusDot* dot_;
    ElidedLabel* state_;
    DeviceReport report_;
    RunStatus status_;
    QString search_;
};

} // namespace belfry

// The window's foot: load, memory and power of every device, and what the run does. GUI thread only.
#pragma once

#include "core/device/devices.h"
#include "ui/foundation/theme.h"
#include "ui/pages/train/run_text.h"

#include <QFrame>

namespace belfry {

class ElidedLabel;

class StatusDot : public QWidget {
    Q_OBJECT
public:
    explicit StatusDot(QWidget* parent);
    void setColour(const QColor& colour);

protected:
    void paintEvent(QPaintEvent*) override;

private:
    QColor colour_;
};

class StatusStrip : public QFrame {
    Q_OBJECT
public:
    // `theme` must outlive the strip.
    explicit StatusStrip(const Theme& theme, QWidget* parent = nullptr);
    void setReport(const DeviceReport& report);
    void setStatus(const RunStatus& status);
    void setSearch(const QString& name); // one in progress, "" for none; a run takes precedence

private:
    void refresh();

    const Theme& theme_;
    ElidedLabel* devices_;
    StatusDot* dot_;
    ElidedLabel* state_;
    DeviceReport report_;
    RunStatus status_;
    QString search_;
};

} // namespace belfry

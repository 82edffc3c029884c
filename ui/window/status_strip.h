// The window's foot: load, memory and power of every device, and what the run does. GUI thread only.
#pragma once

#include "core/device/devices.h"
#include "ui/foundation/theme.h"
#include "ui/pages/train/run_text.h"
#include "ui/window/search_status.h"

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
    // Shown is the run while it is in progress, else the search while it is, else what ended last.
    void setSearch(const SearchStatus& status);

private:
    bool showsSearch() const;
    void refresh();

    const Theme& theme_;
    ElidedLabel* devices_;
    StatusDot* dot_;
    ElidedLabel* state_;
    DeviceReport report_;
    RunStatus status_;
    SearchStatus search_;
    bool searchIsNewer_ = false; // than the run
};

} // namespace belfry

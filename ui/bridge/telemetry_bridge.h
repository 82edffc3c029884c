// Telemetry's reports on the GUI thread.
#pragma once

#include "core/device/telemetry.h"

#include <QObject>
#include <memory>

namespace belfry {

class TelemetryBridge : public QObject {
    Q_OBJECT
public:
    explicit TelemetryBridge(QObject* parent = nullptr); // samples every 500 ms

Q_SIGNALS:
    void sampled(const belfry::DeviceReport& report);

private:
    std::unique_ptr<Telemetry> telemetry_; // last: stops before the rest goes
};

} // namespace belfry

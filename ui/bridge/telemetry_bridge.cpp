#include "ui/bridge/telemetry_bridge.h"

namespace belfry {

TelemetryBridge::TelemetryBridge(QObject* parent) : QObject(parent) {
    constexpr std::chrono::milliseconds kPeriod{500};
    telemetry_ = std::make_unique<Telemetry>(kPeriod, [this](const DeviceReport& report) {
        QMetaObject::invokeMethod(
            this, [this, report] { Q_EMIT sampled(report); }, Qt::QueuedConnection);
    });
}

} // namespace belfry

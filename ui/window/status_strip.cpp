#include "ui/window/status_strip.h"

#include "ui/foundation/number_text.h"
#include "ui/widgets/device_picker.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"

#include <QPainter>

namespace belfry {
namespace {

constexpr int kHeight = 32;
constexpr int kDot = 8;

// "GPU0  81 %  ·  12 / 140 GiB  ·  412 W"
QString deviceText(const DeviceInfo& device) {
    QStringList parts;
    if (device.utilisation >= 0)
        parts << percentText(device.utilisation / 100.0, 0);
    const QString memory = gibText(device.memoryUsed, device.memoryTotal);
    if (device.id != "cpu" && !memory.isEmpty())
        parts << memory;
    if (device.powerWatts >= 0)
        parts << QStringLiteral("%1 W").arg(decimalText(device.powerWatts, 0));
    return DevicePicker::shortName(device.id) + QStringLiteral("  ") + parts.join(QStringLiteral("  ·  "));
}

StatusDot::Colour colourOf(const RunStatus& status) {
    using Colour = StatusDot::Colour;
    using Kind = RunStatus::Kind;
    switch (status.kind) {
    case Kind::Running:
        return status.stopping ? Colour::Waiting : Colour::Good;
    case Kind::Finished:
        return Colour::Good;
    case Kind::Preparing:
    case Kind::Paused:
        return Colour::Waiting;
    case Kind::Failed:
        return Colour::Bad;
    case Kind::Ready:
    case Kind::Stopped:
        return Colour::Idle;
    }
    return Colour::Idle;
}

} // namespace

StatusDot::StatusDot(const Theme& theme, QWidget* parent) : ThemedWidget(theme, QStringLiteral("stateDot"), parent) {
    setFixedSize(kDot, kDot);
}

void StatusDot::setColour(Colour colour) {
    colour_ = colour;
    update();
}

void StatusDot::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(shown());
    painter.drawEllipse(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

QColor StatusDot::shown() const {
    switch (colour_) {
    case Colour::Good:
        return colours().good;
    case Colour::Waiting:
        return colours().series[1];
    case Colour::Bad:
        return colours().warning;
    case Colour::Idle:
        break;
    }
    return colours().faint;
}

StatusStrip::StatusStrip(const Theme& theme, QWidget* parent) : QFrame(parent) {
    setObjectName(QStringLiteral("statusStrip"));
    setFixedHeight(kHeight);
    const Parts parts(this);
    devices_ = parts.elided("muted", "deviceStatus");
    dot_ = new StatusDot(theme, this);
    state_ = parts.elided("muted", "stateText");
    state_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    fillWith(this, rowOf(8, {{devices_, 1}, Placed::space(16), dot_, state_}), {16, 0, 16, 0});
    keepTranslated(this, [this] { retranslate(); });
}

void StatusStrip::setReport(const DeviceReport& report) {
    report_ = report;
    retranslate();
}

void StatusStrip::setStatus(const RunStatus& status) {
    status_ = status;
    retranslate();
}

void StatusStrip::setSearch(const QString& name) {
    search_ = name;
    retranslate();
}

void StatusStrip::retranslate() {
    devices_->setText(textsOf(DevicePicker::inOrder(report_), deviceText).join(QStringLiteral("        ")));
    const bool searching = !status_.isActive() && !search_.isEmpty();
    dot_->setColour(searching ? StatusDot::Colour::Good : colourOf(status_));
    state_->setText(searching ? tr("Searching: %1").arg(search_) : statusText(status_));
}

} // namespace belfry

#include "ui/window/status_strip.h"

#include "ui/foundation/keep_translated.h"
#include "ui/foundation/number_text.h"
#include "ui/widgets/device_picker.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"

#include <QPainter>
#include <array>

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
    // Ready, Preparing, Running, Paused, Finished, Stopped, Failed
    static constexpr std::array kColours{Colour::Idle, Colour::Waiting, Colour::Good, Colour::Waiting,
                                         Colour::Good, Colour::Idle,    Colour::Bad};
    const bool ending = status.kind == RunStatus::Kind::Running && status.stopping;
    return ending ? Colour::Waiting : kColours.at(static_cast<std::size_t>(status.kind));
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
    const QColor all[] = {colours().faint, colours().good, colours().series[1], colours().warning};
    painter.setBrush(all[static_cast<int>(colour_)]);
    painter.drawEllipse(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

StatusStrip::StatusStrip(const Theme& theme, QWidget* parent) : QFrame(parent) {
    setObjectName(QStringLiteral("statusStrip"));
    setFixedHeight(kHeight);
    devices_ = new ElidedLabel({}, this);
    devices_->setObjectName(QStringLiteral("deviceStatus"));
    devices_->setProperty("kind", "muted");
    dot_ = new StatusDot(theme, this);
    state_ = new ElidedLabel({}, this);
    state_->setObjectName(QStringLiteral("stateText"));
    state_->setProperty("kind", "muted");
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

// GPUs first, as in the picker.
void StatusStrip::retranslate() {
    QStringList texts;
    for (const bool cpu : {false, true}) {
        for (const DeviceInfo& device : report_.devices)
            if ((device.id == "cpu") == cpu)
                texts << deviceText(device);
    }
    devices_->setText(texts.join(QStringLiteral("        ")));
    using Kind = RunStatus::Kind;
    const bool run = status_.kind == Kind::Preparing || status_.kind == Kind::Running || status_.kind == Kind::Paused;
    const bool searching = !run && !search_.isEmpty();
    dot_->setColour(searching ? StatusDot::Colour::Good : colourOf(status_));
    state_->setText(searching ? tr("Searching: %1").arg(search_) : statusText(status_));
}

} // namespace belfry

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

QColor colourOf(const RunStatus& status, const Palette& palette) {
    using Kind = RunStatus::Kind;
    const QColor& waiting = palette.series[1];
    if (status.isStarting())
        return waiting;
    switch (status.kind) {
    case Kind::Running:
        return status.stopping ? waiting : palette.good;
    case Kind::Finished:
        return palette.good;
    case Kind::Preparing:
    case Kind::Paused:
        return waiting;
    case Kind::Failed:
        return palette.warning;
    case Kind::Ready:
    case Kind::Stopped:
        break;
    }
    return palette.faint;
}

QColor colourOf(const SearchStatus& status, const Palette& palette) {
    using Kind = SearchStatus::Kind;
    switch (status.kind) {
    case Kind::Running:
    case Kind::Finished:
        return palette.good;
    case Kind::Preparing:
    case Kind::Paused:
    case Kind::Stopping:
        return palette.series[1];
    case Kind::Failed:
        return palette.warning;
    case Kind::None:
    case Kind::Stopped:
        break;
    }
    return palette.faint;
}

} // namespace

StatusDot::StatusDot(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("stateDot"));
    setFixedSize(kDot, kDot);
}

void StatusDot::setColour(const QColor& colour) {
    colour_ = colour;
    update();
}

void StatusDot::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour_);
    painter.drawEllipse(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

StatusStrip::StatusStrip(const Theme& theme, QWidget* parent) : QFrame(parent), theme_(theme) {
    setObjectName(QStringLiteral("statusStrip"));
    setFixedHeight(kHeight);
    const Parts parts(this);
    devices_ = parts.elided("muted", "deviceStatus");
    dot_ = new StatusDot(this);
    state_ = parts.elided("muted", "stateText");
    state_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    fillWith(this, rowOf(8, {{devices_, 1}, Placed::space(16), dot_, state_}), {16, 0, 16, 0});
    connect(&theme, &Theme::changed, this, &StatusStrip::refresh);
    keepTranslated(this, [this] { refresh(); });
}

void StatusStrip::setReport(const DeviceReport& report) {
    report_ = report;
    refresh();
}

void StatusStrip::setStatus(const RunStatus& status) {
    status_ = status;
    if (status.isActive())
        searchIsNewer_ = false;
    refresh();
}

void StatusStrip::setSearch(const SearchStatus& status) {
    search_ = status;
    if (status.isActive())
        searchIsNewer_ = true;
    refresh();
}

bool StatusStrip::showsSearch() const {
    return !status_.isActive() && (search_.isActive() || (searchIsNewer_ && search_.kind != SearchStatus::Kind::None));
}

void StatusStrip::refresh() {
    devices_->setText(textsOf(DevicePicker::inOrder(report_), deviceText).join(QStringLiteral("        ")));
    const Palette& palette = theme_.palette();
    dot_->setColour(showsSearch() ? colourOf(search_, palette) : colourOf(status_, palette));
    state_->setText(showsSearch() ? statusText(search_) : statusText(status_));
}

} // namespace belfry

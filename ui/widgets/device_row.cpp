#include "ui/widgets/device_row.h"

#include "ui/foundation/number_text.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/device_picker.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"

#include <QLabel>
#include <QMouseEvent>
#include <QRegularExpression>
#include <QSignalBlocker>

namespace belfry {
namespace {

// "NVIDIA H200" -> "H200": a narrow column has no room for the maker. The tool tip shows all.
QString modelName(const DeviceInfo& device) {
    QString name = QString::fromStdString(device.name);
    for (const char* maker : {"NVIDIA ", "GeForce ", "AMD ", "Intel(R) "})
        if (name.startsWith(QLatin1String(maker)))
            name.remove(0, static_cast<qsizetype>(qstrlen(maker)));
    static const QRegularExpression rest(QStringLiteral(" (\\d+-Core|Laptop GPU|CPU @).*$"));
    return name.remove(rest);
}

QString liveText(const DeviceInfo& device) {
    QStringList parts;
    const QString memory = gibText(device.memoryUsed, device.memoryTotal);
    if (!memory.isEmpty())
        parts << memory;
    if (device.utilisation >= 0)
        parts << percentText(device.utilisation / 100.0, 0);
    return parts.join(QStringLiteral("  "));
}

QString details(const DeviceInfo& device) {
    QStringList lines{QString::fromStdString(device.name)};
    if (device.cores > 0)
        lines << DeviceRow::tr("usable cores: %1").arg(device.cores);
    const QString memory = gibText(device.memoryUsed, device.memoryTotal);
    if (!memory.isEmpty())
        lines << DeviceRow::tr("memory %1").arg(memory);
    if (device.utilisation >= 0)
        lines << DeviceRow::tr("load %1").arg(percentText(device.utilisation / 100.0, 0));
    if (device.powerWatts >= 0)
        lines << QStringLiteral("%1 W").arg(decimalText(device.powerWatts, 0));
    if (device.temperature >= 0)
        lines << QStringLiteral("%1 °C").arg(device.temperature);
    if (!device.pciBusId.empty())
        lines << DeviceRow::tr("PCI %1").arg(QString::fromStdString(device.pciBusId));
    for (const GpuProcess& process : device.processes)
        lines << DeviceRow::tr("used by %1 (process %2)").arg(QString::fromStdString(process.name)).arg(process.pid);
    return lines.join('\n');
}

} // namespace

DeviceRow::DeviceRow(const DeviceInfo& device, const char* prefix, QWidget* parent) : QWidget(parent), id_(device.id) {
    const QString shortName = DevicePicker::shortName(id_);
    box_ = new QCheckBox(shortName, this);
    const QString before = QLatin1String(prefix), after = QLatin1Char('-') + QString::fromStdString(id_);
    box_->setObjectName(camelCase(before + QStringLiteral(" device")) + after);
    box_->setAccessibleName(shortName);
    name_ = new ElidedLabel({}, this);
    name_->setObjectName(camelCase(before + QStringLiteral(" device name")) + after);
    name_->setAttribute(Qt::WA_TransparentForMouseEvents);
    live_ = makeLabel({}, "muted", this);
    live_->setAttribute(Qt::WA_TransparentForMouseEvents);
    live_->setObjectName(camelCase(before + QStringLiteral(" device live")) + after);
    fillWith(this, rowOf(6, {box_, {name_, 1}, live_}));
    setFixedHeight(26);
    connect(box_, &QCheckBox::toggled, this, &DeviceRow::toggled);
    setDevice(device);
}

void DeviceRow::setDevice(const DeviceInfo& device) {
    name_->setText(modelName(device));
    live_->setText(liveText(device));
    const QString all = details(device);
    if (all != toolTip()) {
        setToolTip(all);
        box_->setAccessibleDescription(all);
    }
}

void DeviceRow::setChecked(bool on) {
    const QSignalBlocker quiet(box_);
    box_->setChecked(on);
}

void DeviceRow::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && rect().contains(event->pos()))
        box_->toggle();
}

} // namespace belfry

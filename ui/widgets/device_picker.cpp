#include "ui/widgets/device_picker.h"

#include "ui/foundation/keep_translated.h"
#include "ui/foundation/texts.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/device_row.h"
#include "ui/widgets/layouts.h"

#include <QLabel>
#include <algorithm>

namespace belfry {

DevicePicker::DevicePicker(QWidget* parent, const char* prefix) : QWidget(parent), prefix_(prefix) {
    setObjectName(camelCase(QStringLiteral("%1 device picker").arg(QLatin1String(prefix))));
    setAccessibleName(QStringLiteral("Devices"));
    problem_ = makeLabel({}, "muted", this);
    problem_->setObjectName(camelCase(QStringLiteral("%1 cuda problem").arg(QLatin1String(prefix))));
    problem_->setWordWrap(true);
    column_ = columnOf(0, {problem_});
    fillWith(this, column_);
    keepTranslated(this, [this] { problem_->setText(translated(problems_)); });
    problem_->hide();
}

QString DevicePicker::shortName(const std::string& id) {
    constexpr std::string_view kCuda = "cuda:";
    return id.starts_with(kCuda) ? QStringLiteral("GPU") + QString::fromStdString(id.substr(kCuda.size()))
                                 : QString::fromStdString(id).toUpper();
}

std::vector<DeviceInfo> DevicePicker::inOrder(const DeviceReport& report) {
    std::vector<DeviceInfo> devices = report.devices;
    std::stable_partition(devices.begin(), devices.end(), [](const DeviceInfo& device) { return device.id != "cpu"; });
    return devices;
}

void DevicePicker::setReport(const DeviceReport& report) {
    const std::vector<std::string> before = chosen();
    std::vector<DeviceRow*> rows;
    for (const DeviceInfo& device : inOrder(report)) {
        const auto old =
            std::find_if(rows_.begin(), rows_.end(), [&](const DeviceRow* row) { return row->id() == device.id; });
        if (old != rows_.end()) {
            rows.push_back(*old);
            rows.back()->setDevice(device);
            rows_.erase(old);
            continue;
        }
        auto* row = new DeviceRow(device, prefix_, this);
        connect(row, &DeviceRow::toggled, this, [this, id = device.id](bool on) { toggled(id, on); });
        column_->insertWidget(static_cast<int>(rows.size()), row);
        rows.push_back(row);
    }
    qDeleteAll(rows_); // of devices that went away
    rows_ = std::move(rows);
    problems_ = report.problems();
    problem_->setText(translated(problems_));
    problem_->setVisible(!problems_.empty());
    if (!choiceMade_)
        chooseByReport(report);
    showChecks();
    if (chosen() != before)
        Q_EMIT chosenChanged();
}

void DevicePicker::chooseByReport(const DeviceReport& report) {
    wanted_.clear();
    for (const DeviceInfo& gpu : report.gpus())
        wanted_.insert(gpu.id);
    if (wanted_.empty())
        wanted_.insert("cpu");
}

void DevicePicker::setChosen(const std::vector<std::string>& ids) {
    const std::vector<std::string> before = chosen();
    choiceMade_ = std::find(ids.begin(), ids.end(), "auto") == ids.end();
    wanted_ = {ids.begin(), ids.end()};
    if (!choiceMade_) {
        DeviceReport known;
        for (const DeviceRow* row : rows_)
            known.devices.emplace_back().id = row->id();
        chooseByReport(known);
    }
    showChecks();
    if (chosen() != before)
        Q_EMIT chosenChanged();
}

void DevicePicker::toggled(const std::string& id, bool on) {
    choiceMade_ = true;
    if (on)
        wanted_.insert(id);
    else
        wanted_.erase(id);
    Q_EMIT chosenChanged();
    Q_EMIT edited();
}

void DevicePicker::showChecks() {
    for (DeviceRow* row : rows_)
        row->setChecked(wanted_.contains(row->id()));
}

std::vector<std::string> DevicePicker::chosen() const {
    std::vector<std::string> ids;
    for (const DeviceRow* row : rows_)
        if (row->isChecked())
            ids.push_back(row->id());
    return ids;
}

std::vector<std::string> DevicePicker::missing() const {
    std::vector<std::string> ids(wanted_.begin(), wanted_.end());
    for (const DeviceRow* row : rows_)
        std::erase(ids, row->id());
    return ids;
}

} // namespace belfry

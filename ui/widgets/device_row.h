// One device of the picker: check box, name, live figures. A click anywhere toggles it. GUI thread only.
#pragma once

#include "core/device/devices.h"

#include <QCheckBox>
#include <string>

class QLabel;

namespace belfry {

class ElidedLabel;

class DeviceRow : public QWidget {
    Q_OBJECT
public:
    DeviceRow(const DeviceInfo& device, const char* prefix, QWidget* parent); // of DevicePicker

    const std::string& id() const { return id_; }
    void setDevice(const DeviceInfo& device);
    bool isChecked() const { return box_->isChecked(); }
    void setChecked(bool on); // without a signal

Q_SIGNALS:
    void toggled(bool on); // by the user

protected:
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    std::string id_;
    QCheckBox* box_;
    ElidedLabel* name_;
    QLabel* live_;
};

} // namespace belfry

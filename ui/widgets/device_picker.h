// A check box per device with live memory and load. GUI thread only.
#pragma once

#include "core/device/devices.h"

#include <QWidget>
#include <set>
#include <string>
#include <vector>

class QLabel;
class QVBoxLayout;

namespace belfry {

class DeviceRow;

class DevicePicker : public QWidget {
    Q_OBJECT
public:
    // `prefix` stands before the object names of a second picker in the same window: "search" makes "device-cpu" the
    // "searchDevice-cpu".
    explicit DevicePicker(QWidget* parent = nullptr, const char* prefix = "");

    // Updates rows in place: checks, focus and place stay. Before any choice all GPUs are chosen, else the CPU.
    void setReport(const DeviceReport& report);
    // Ids as in a plan ("cpu", "cuda:0"); "auto" lets the report choose again. Emits chosenChanged when it
    // changes.
    void setChosen(const std::vector<std::string>& ids);
    // Chosen and there, in the order shown (GPUs first); empty when everything is unchecked.
    std::vector<std::string> chosen() const;
    // Chosen, for example by a plan, but not on this machine.
    std::vector<std::string> missing() const;

    // "GPU0", "CPU": how the whole window calls a device.
    static QString shortName(const std::string& id);
    static std::vector<DeviceInfo> inOrder(const DeviceReport& report); // GPUs as reported, then the CPU

Q_SIGNALS:
    void chosenChanged();
    void edited(); // by the user

private:
    void toggled(const std::string& id, bool on);
    void chooseByReport(const DeviceReport& report);
    void showChecks();

    const char* prefix_;
    Text problems_; // of GPUs that are missing or cannot train
    QVBoxLayout* column_;
    QLabel* problem_;
    std::vector<DeviceRow*> rows_; // as shown
    std::set<std::string> wanted_;
    bool choiceMade_ = false; // by the user or a plan
};

} // namespace belfry

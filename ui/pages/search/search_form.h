// The fields of a search. A plan that is set comes back unchanged but for the fields that were edited since, also in
// what has no field and in fields that do not show. GUI thread only.
#pragma once

#include "core/device/devices.h"
#include "core/search/search_plan.h"

#include <QWidget>
#include <string>

class QLabel;
class QLineEdit;
class QPushButton;

namespace belfry {

class BoundForm;
class ChoiceBox;
class DevicePicker;
class SpinBox;
class Theme;

class SearchForm : public QWidget {
    Q_OBJECT
public:
    explicit SearchForm(const Theme& theme, QWidget* parent = nullptr);

    SearchPlan plan() const;
    void setPlan(const SearchPlan& plan);
    std::string helpersAt() const; // where other machines may join: ADDRESS:PORT, or a port; "": nowhere
    void setReport(const DeviceReport& report);
    void setEnabledFields(bool enabled); // while a search is in progress there is nothing to set up
    // Why the search cannot begin, one sentence in the window's language; "" when it can.
    QString problem() const;
    // The cost: "About 117 trials; trying all networks would take 672."; "" while there is a problem.
    QString cost() const;

Q_SIGNALS:
    void changed(); // by the user, a preset, the dialog of the space or setPlan

private:
    void makeFields();
    void layOut();
    void layOutTrials();
    void connectFields();
    void choosePreset();
    void devicesEntered();
    void fieldEdited();
    void editSpace();
    void fillFrom(const SearchPlan& plan);
    void takeTrials(Plan& plan) const;                   // from the fields
    static std::string presetOf(const SearchPlan& plan); // which says the same; "" when none does
    void showDependent();                                // fields that only some searches have
    void showSpace();
    Text helpersProblem() const;
    const SearchPreset& lastPreset() const; // the one chosen last

    const Theme& theme_;
    SearchPlan base_; // as set; fields not edited keep its values
    std::string chosenPreset_;
    bool filling_ = false;

    BoundForm* form_;
    ChoiceBox *preset_, *data_;
    QLabel *space_, *geneticHead_;
    QPushButton* edit_;
    SpinBox* batch_;
    DevicePicker* devices_;
    QLineEdit* helpers_;
};

} // namespace belfry

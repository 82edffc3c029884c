// The fields of a plan. A plan that is set is read back unchanged except for the fields edited since, including what
// has no field (data folder). GUI thread only.
#pragma once

#include "core/data/catalogue.h"
#include "core/device/devices.h"
#include "core/runs/host_run.h"
#include "core/train/plan.h"

#include <QWidget>
#include <functional>
#include <string_view>
#include <vector>

class QPushButton;

namespace belfry {

class BackbonePicker;
class BoundForm;
class ChoiceBox;
class DataPreview;
class DevicePicker;
class Fold;
class FractionBox;
class HostPicker;
class LinkedBatch;
class NetworkSummary;
class RateBox;
class SpinBox;
class Theme;
class TrainingRules;

class SetupForm : public QWidget {
    Q_OBJECT
public:
    SetupForm(const Theme& theme, std::vector<Preset> presets, QWidget* parent = nullptr);

    Plan plan() const;
    void setPlan(const Plan& plan);
    // What a run in progress got otherwise than from its field, whose name in the plan it is. Not reported as entered.
    void setLive(std::string_view field, double value);
    void setReport(const DeviceReport& report);
    RunHosts hosts() const; // of the next run; the plan's towers are this machine's
    HostPicker* hostPicker() const { return hosts_; }
    // While a run is in progress only the learning rate, the epochs and the checkpoint interval can be changed.
    void setRunning(bool running);
    // A search trains in this window: the finders would slow it down, and measure what it leaves them.
    void setSearching(bool searching);
    // Why the plan cannot be run, one sentence in the window's language; "" when it can.
    QString problem() const;
    BackbonePicker* backbone() const { return backbone_; }
    TrainingRules* rules() const { return rules_; }
    std::vector<Fold*> folds() const; // those of the rules among them

Q_SIGNALS:
    void edited(); // by the user, a preset or setPlan
    // Entered by the user, when a value is complete.
    void learningRateEntered(double rate, double before);
    void epochsEntered(qint64 epochs);
    void checkpointEntered(qint64 steps);
    // What the network's layers see, this one by its name or, "", any.
    void layerMapsRequested(const QString& layer);
    // The plan's data have been opened.
    void dataKnown(const QString& title, const belfry::ImageShape& shape, const std::vector<std::string>& classes);

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Folded { // what is not in sight at first
        Fold* fold;
        BoundForm* form;
    };
    void makeFields(const Theme& theme);
    void layOut();
    void makeFolds();
    Folded addFold(const char* label, const char* help, const char* name);
    std::vector<BoundForm*> forms() const;
    QWidget* fieldWidget(std::string_view name) const; // of any of the forms
    void showFolds(const Plan& plan);
    void connectFields();
    void takeData(const QString& name, const ImageShape& shape, const std::vector<std::string>& classes);
    void connectLive();
    void connectFinders();
    void showFinders(); // whether they can be used, and why not
    void choosePreset();
    void batchEntered();
    void devicesEntered();
    void fieldEdited();
    void takeOptimizer(const std::string& name);
    void takeTowers(int towers); // this machine's
    void showNetwork();
    void editNetwork();
    void takeBackbone(const std::string& name);
    const CatalogueEntry* entryOf(const std::string& name) const; // null: not known, or not yet
    void takeOwnNetwork(const std::string& name, const std::vector<std::string>& layers);
    void showCheckpoints();
    void showDependent(); // fields that only some networks and optimizers have
    void fillFrom(const Plan& plan);
    void matchPreset();

    const Theme& theme_;
    std::vector<Preset> presets_;
    Plan base_;                  // as set; fields not edited keep its values
    std::string shownOptimizer_; // whose default rate and parameters are in the fields
    std::string ownName_;        // of the network that the user wrote, "" when there is none
    std::vector<std::string> ownLayers_;
    CatalogueEntry ownData_; // a folder of the user's own, once it has been opened
    bool filling_ = false, batchEdited_ = false;
    bool running_ = false, searching_ = false;

    BoundForm* form_; // what every plan needs
    Folded preparation_, shape_, feed_, update_, record_;
    ChoiceBox *preset_, *data_, *network_;
    DataPreview* preview_;
    NetworkSummary* picture_;
    BackbonePicker* backbone_;
    DevicePicker* devices_;
    HostPicker* hosts_;
    LinkedBatch* batch_;
    RateBox* learningRate_;
    double rate_ = 0; // in its field before the edit that it reports
    FractionBox* minutes_;
    SpinBox *epochs_, *checkpoint_; // may be changed while a run is in progress
    TrainingRules* rules_;
    QPushButton *findRate_, *findBatch_;
};

} // namespace belfry

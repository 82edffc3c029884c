// The Data page: every data set with its classes, pictures and figures; folders of the user's own; downloads. It knows
// no other page. GUI thread only.
#pragma once

#include "core/train/plan.h"
#include "ui/bridge/data_loader.h"
#include "ui/bridge/download_job.h"
#include "ui/foundation/theme.h"

#include <QWidget>
#include <functional>

class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;

namespace belfry {

class Card;
class ChoiceBox;
class ClassTable;
class DataFacts;
class DataSetList;
class DownloadPanel;
class ElidedLabel;

// A data set as the page shows it.
struct DataChoice {
    std::string data;        // a catalogue name or a path
    std::string pictureSize; // that its pictures are brought to; "": their own
    std::string groups;      // Plan::groups
};

class DataPage : public QWidget {
    Q_OBJECT
public:
    using Planner = std::function<DownloadPlan(const std::string& name)>;
    using PlanOfTraining = std::function<Plan()>;
    explicit DataPage(const Theme& theme, QWidget* parent = nullptr);

    // The source of downloads: the published servers, or a test's.
    void setPlanner(Planner planner) { planner_ = std::move(planner); }
    DownloadJob& job() { return job_; }
    // The Train page's, whose version, backbone and devices the data doctor takes over.
    void setPlanOfTraining(PlanOfTraining plan) { planOfTraining_ = std::move(plan); }

    QStringList folders() const;
    void setFolders(const QStringList& folders);
    // A folder that is not a data set is listed too, with a sentence that says why it cannot be used.
    void addFolder(const QString& folder);

Q_SIGNALS:
    void foldersChanged(const QStringList& folders);
    void chosen(const belfry::DataChoice& choice); // "Use for training"
    // The data doctor made a version of this folder, by its hash. A run is to begin with it.
    void versionMade(const belfry::DataChoice& choice, const QString& version);

protected:
    void showEvent(QShowEvent* event) override; // nothing is read before
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void makeWidgets(const Theme& theme);
    void layOut();
    void connectAll();
    void showTexts();
    void load();
    void showReport(const std::shared_ptr<const DataReport>& report);
    void showProblem(const Text& sentence);
    void clearReport();
    void updateButtons();
    void askFolder();
    void openDoctor();
    DataChoice choice() const;
    void download();
    bool canDownload() const; // the current one
    QString missingText() const;

    Planner planner_;
    PlanOfTraining planOfTraining_ = [] { return Plan(); };
    bool asked_ = false; // the first showing has come
    bool reading_ = false, missing_ = false;
    bool grouped_ = false; // the data set, as far as it has been read; stays while it is read anew
    Text problem_;
    std::shared_ptr<const DataReport> report_;

    DataSetList* sets_;
    Card *setsCard_, *classesCard_, *factsCard_;
    QPushButton *add_, *remove_, *use_, *doctor_, *download_;
    ElidedLabel* summary_;
    QLabel *title_, *problemText_, *hint_, *sizeLabel_, *groupsLabel_;
    QLineEdit* size_;
    ChoiceBox* groups_;
    QProgressBar* progress_;
    ClassTable* classes_;
    DataFacts* facts_;
    DownloadJob job_;
    DownloadPanel* panel_;
    DataLoader loader_; // last: what it answers needs all above
};

} // namespace belfry

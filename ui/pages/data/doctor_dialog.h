// The data doctor: examines a data set in the background, then asks about one picture after another. Decisions become a
// version of the folder; no file is changed. GUI thread only.
#pragma once

#include "core/doctor/treatment.h"
#include "ui/foundation/background.h"

#include <QDialog>
#include <QString>
#include <memory>
#include <optional>

class QLabel;
class QProgressBar;
class QPushButton;
class QTableView;

namespace belfry {

class ComboBox;
class PictureView;
class TreatmentModel;

class DoctorDialog : public QDialog {
    Q_OBJECT
public:
    // Begins at once. plan: how the data is opened, with the version to start from; its backbone, else the usual one,
    // is used.
    DoctorDialog(const Plan& plan, const QString& title, QWidget* parent);
    ~DoctorDialog() override;

Q_SIGNALS:
    // A version was saved, by its hash, and the run is to use it.
    void trainAgain(const QString& version);

public Q_SLOTS:
    void reject() override; // asks where something was decided

private:
    struct Found {
        std::shared_ptr<const DataSet> data;
        std::shared_ptr<const DoctorReport> report;
        std::string backbone;
    };
    static Found examineData(const Plan& plan, const LatestJob::Token& token,
                             const std::function<void(DoctorStage, double)>& onProgress);
    void layOut();
    void connectAll();
    void start();
    void showFound(const Found& found);
    void showTexts();
    void showRow();
    void decide(Treatment::Verdict verdict);
    void undo();
    void save();
    std::optional<std::size_t> row() const;
    void goTo(std::size_t row);
    QImage imageOf(std::size_t picture) const;

    Plan plan_;
    Found found_;
    std::unique_ptr<Treatment> treatment_;
    Text problem_;
    bool hasVersions_ = false; // it is a folder of pictures

    QLabel *summary_, *status_, *pictureName_, *originalName_;
    QProgressBar* progress_;
    QTableView* table_;
    TreatmentModel* model_;
    PictureView *picture_, *original_;
    ComboBox* labels_;
    QPushButton *keep_, *relabel_, *leaveOut_, *undo_, *close_, *save_;
    Background background_;
    LatestJob job_{background_};
};

} // namespace belfry

// Which pictures of a folder without labels to label next, and labelling them: proposals of the network, one after
// another, by keys. The labelled pictures are copied into the class folders that the network learnt from, or listed in
// a file where it learnt from something else. GUI thread only.
#pragma once

#include "core/predict/pictures_to_label.h"
#include "ui/foundation/background.h"

#include <QDialog>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>

class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QTableView;

namespace belfry {

class ComboBox;
class LabelModel;
class PictureView;
class SpinBox;

class LabelDialog : public QDialog {
    Q_OBJECT
public:
    LabelDialog(std::shared_ptr<const Snapshot> snapshot, QWidget* parent);
    ~LabelDialog() override;

Q_SIGNALS:
    void trainAgain(); // pictures were added to the folder that the network learnt from

public Q_SLOTS:
    void reject() override; // asks where labels would be lost

private:
    void layOut();
    void connectAll();
    void showTexts();
    void find(); // asks where labels would be lost
    void findNow();
    bool hasUnsaved() const;
    void showFound(const PicturesToLabel& found);
    void showRow(); // reads its picture
    void updateControls();
    void decide(std::optional<int> label);
    void undo();
    void goTo(std::size_t row);
    std::optional<std::size_t> row() const;
    void keepLabels(); // copies or lists
    void addPictures();
    void addLabelled();
    bool saveList(const QString& file);

    std::shared_ptr<const Snapshot> snapshot_;
    bool hasClassFolders_ = false; // of the data that it learnt from
    std::int64_t added_ = 0;
    std::map<std::string, std::filesystem::path> copies_; // by the picture, those that were made of what is found
    bool unsaved_ = false;                                // labels
    Text problem_;
    PicturesToLabel found_;

    QLabel *hint_, *status_, *name_;
    QLineEdit* folder_;
    SpinBox* count_;
    QProgressBar* progress_;
    QTableView* table_;
    LabelModel* model_;
    PictureView* picture_;
    ComboBox* classes_;
    QPushButton *browse_, *find_, *accept_, *label_, *skip_, *undo_, *close_, *keep_, *train_;
    Background background_;
    LatestJob job_{background_};
};

} // namespace belfry

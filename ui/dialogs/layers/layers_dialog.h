// What each layer of a network sees in a picture, live; beside it, when asked for, what another network makes of the
// same picture. Does not block the window. GUI thread only.
#pragma once

#include "ui/bridge/run_loader.h"
#include "ui/foundation/texts.h"

#include <QDialog>
#include <filesystem>
#include <memory>
#include <vector>

class QLabel;
class QPushButton;

namespace belfry {

class LayersPane;
class Splitter;
class Theme;
class WeightsChoice;
struct Snapshot;

class LayersDialog : public QDialog {
    Q_OBJECT
public:
    // Deletes itself when it is closed. `theme` must outlive it.
    LayersDialog(const Theme& theme, QWidget* parent);
    ~LayersDialog() override;

    void setNetwork(const std::shared_ptr<const Snapshot>& snapshot, const std::filesystem::path& run);
    void setPicture(const std::vector<std::uint8_t>& picture);
    void setRemark(const TranslatableText& sentence);
    LayersPane* pane() const { return pane_; }
    LayersPane* other() const { return other_; }

private:
    void layOut(const Theme& theme);
    void connectAll();
    void compare(bool on);
    void readWeights();
    void readNetwork();
    void showOther();
    void showTexts();

    std::shared_ptr<const Snapshot> compared_; // null: it is not known yet
    std::filesystem::path comparedFile_;
    std::vector<std::uint8_t> picture_;
    TranslatableText remark_;
    Text problem_; // of the compared network
    QLabel* remarkText_;
    QPushButton* compare_;
    WeightsChoice* choice_;
    Splitter* panes_;
    LayersPane *pane_, *other_;
    RunLoader loader_; // last: what it answers needs all above
};

} // namespace belfry

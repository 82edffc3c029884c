// One network looking at one picture: its answer, where it looks, its layers, and what the chosen one makes of the
// picture. Follows both while it is in sight. GUI thread only.
#pragma once

#include "ui/bridge/explain_service.h"
#include "ui/bridge/sample_loader.h"
#include "ui/foundation/texts.h"

#include <QWidget>
#include <filesystem>
#include <memory>
#include <vector>

class QLabel;

namespace belfry {

class ElidedLabel;
class HeatScale;
class HeatView;
class LayerMapsView;
class LayerTable;
class Theme;

class LayersPane : public QWidget {
    Q_OBJECT
public:
    explicit LayersPane(const Theme& theme, QWidget* parent = nullptr);

    // `run`: its folder, "" without one. Null: `hint` says what to do.
    void setNetwork(const std::shared_ptr<const Snapshot>& snapshot, const std::filesystem::path& run,
                    const TranslatableText& hint = {});
    const std::shared_ptr<const Snapshot>& network() const { return snapshot_; }
    void setPicture(const std::vector<std::uint8_t>& picture); // of the network's shape; empty: there is none
    LayerTable* layers() const { return table_; }
    // The network in words: "pretrained network", "baseline, step 740".
    static QString networkName(const Snapshot& snapshot);

Q_SIGNALS:
    void layerChosen(const QString& name);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void layOut(const Theme& theme);
    void connectService();
    void look(const HeatMap& map, const std::vector<std::uint8_t>& picture);
    void forgetSeen();
    void showTexts();
    void showLayer();
    void askForSample();
    TranslatableText hint() const; // why there is nothing to see; empty: there is

    std::shared_ptr<const Snapshot> snapshot_;
    std::filesystem::path run_;
    std::vector<std::uint8_t> picture_;
    std::shared_ptr<const SeenLayers> seen_;
    TranslatableText noNetwork_;
    HeatMap map_; // without values: nothing is known
    Text problem_;
    bool sampled_ = false; // pictures for the layers' health were asked for
    std::int64_t sample_ = 0;

    ElidedLabel *name_, *answer_, *kind_;
    LayerTable* table_;
    HeatView* heat_;
    HeatScale* scale_;
    LayerMapsView* maps_;
    QLabel* problemText_;
    ExplainService service_;
    SampleLoader samples_;
};

} // namespace belfry

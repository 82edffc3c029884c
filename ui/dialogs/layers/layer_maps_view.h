// What a chosen layer makes of a picture: its maps as tiles, or its units as bars, one of them closer; and the filters
// of the first convolution. GUI thread only.
#pragma once

#include "ui/bridge/explain_service.h"
#include "ui/foundation/texts.h"
#include "ui/widgets/map_pictures.h"

#include <QWidget>
#include <memory>
#include <vector>

class QLabel;
class QPushButton;
class QScrollArea;
class QStackedWidget;

namespace belfry {

class ElidedLabel;
class PictureView;
class Theme;
class TileGrid;
class UnitBars;

class LayerMapsView : public QWidget {
    Q_OBJECT
public:
    explicit LayerMapsView(const Theme& theme, QWidget* parent = nullptr);

    // `layer`: its place in seen->maps. `dead`: its units, empty where that is not known.
    void showLayer(const std::shared_ptr<const Snapshot>& snapshot, const std::shared_ptr<const SeenLayers>& seen,
                   int layer, const std::vector<bool>& dead);
    void showHint(const TranslatableText& sentence); // instead: why there is nothing to see

private:
    enum Page { MapsPage, UnitsPage, FiltersPage, HintPage };
    void makeParts(const Theme& theme);
    void layOut();
    QScrollArea* scrollable(QWidget* grid, const char* name);
    void showChosen();
    void showMaps(const LayerMaps& maps);
    void showUnits(const LayerMaps& maps);
    void showFilters();
    void showDetail();
    void showMapDetail(const LayerMaps& maps, int channel);
    void showFilterDetail(int filter);
    bool isLast() const; // its units are the classes
    const LayerMaps* maps() const {
        return seen_ && layer_ >= 0 ? &seen_->maps[static_cast<std::size_t>(layer_)] : nullptr;
    }
    bool isFirstConvolution() const;

    std::shared_ptr<const Snapshot> snapshot_;
    std::shared_ptr<const SeenLayers> seen_;
    int layer_ = -1;
    std::vector<bool> dead_;
    MapRange range_; // of the layer
    TranslatableText hint_;
    QPushButton *mapsChip_, *filtersChip_;
    ElidedLabel* caption_;
    QStackedWidget* pages_;
    TileGrid *tiles_, *filters_;
    UnitBars* units_;
    QLabel *hintText_, *detailText_;
    QWidget* detail_;
    PictureView *over_, *filter_;
};

} // namespace belfry

#include "ui/dialogs/layers/layer_maps_view.h"

#include "ui/foundation/number_text.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layer_labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/picture_view.h"
#include "ui/widgets/scrolled.h"
#include "ui/widgets/tile_grid.h"
#include "ui/widgets/unit_bars.h"

#include <QButtonGroup>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <algorithm>

namespace belfry {
namespace {

constexpr int kDetailSide = 168; // pixels: six times 28
constexpr int kFilterSide = 100;

QString numberText(float value) { return decimalText(double{value}, 2); }

} // namespace

LayerMapsView::LayerMapsView(const Theme& theme, QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("layerMapsView"));
    makeParts(theme);
    layOut();
    for (CellGrid* grid :
         {static_cast<CellGrid*>(tiles_), static_cast<CellGrid*>(filters_), static_cast<CellGrid*>(units_)})
        connect(grid, &CellGrid::pointedAt, this, &LayerMapsView::showDetail);
    connect(filtersChip_, &QPushButton::toggled, this, &LayerMapsView::showChosen);
    keepTranslated(this, [this] { showChosen(); });
}

void LayerMapsView::makeParts(const Theme& theme) {
    const Parts parts(this);
    mapsChip_ = parts.chip(QT_TR_NOOP("Maps"), QT_TR_NOOP("What the layer makes of the picture"));
    filtersChip_ = parts.chip(QT_TR_NOOP("Filters"),
                              QT_TR_NOOP("The filters of the first convolution: grey is 0, white the largest weight"));
    auto* choice = new QButtonGroup(this);
    choice->addButton(mapsChip_);
    choice->addButton(filtersChip_);
    mapsChip_->setChecked(true);
    caption_ = parts.elided("muted", "mapsCaption");
    tiles_ = new TileGrid(theme, QStringLiteral("mapTiles"), QStringLiteral("Maps"), this);
    units_ = new UnitBars(theme, this);
    filters_ = new TileGrid(theme, QStringLiteral("filterTiles"), QStringLiteral("Filters"), this);
    hintText_ = parts.sentence("muted", "mapsHint");
    hintText_->setAlignment(Qt::AlignCenter);
    detailText_ = parts.sentence("", "mapDetail");
    detailText_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    over_ = new PictureView(this);
    over_->setObjectName(QStringLiteral("mapOverPicture"));
    over_->setAccessibleName(QStringLiteral("Map over the picture"));
    over_->setFixedSize(kDetailSide, kDetailSide);
    filter_ = new PictureView(this);
    filter_->setObjectName(QStringLiteral("filterPicture"));
    filter_->setAccessibleName(QStringLiteral("Filter"));
    filter_->setFixedSize(kFilterSide, kFilterSide);
}

QScrollArea* LayerMapsView::scrollable(QWidget* content, const char* name) {
    QScrollArea* area = scrolled(content, name, this);
    auto* grid = static_cast<CellGrid*>(content);
    connect(grid, &CellGrid::sought, area, [grid, area](int index) {
        const QRect place = grid->cell(index);
        area->ensureVisible(place.center().x(), place.center().y(), place.width(), place.height());
    });
    return area;
}

void LayerMapsView::layOut() {
    pages_ = new QStackedWidget(this);
    pages_->addWidget(scrollable(tiles_, "mapsScroll"));
    pages_->addWidget(scrollable(units_, "unitsScroll"));
    pages_->addWidget(scrollable(filters_, "filtersScroll"));
    pages_->addWidget(hintText_);
    detail_ = new QWidget(this);
    fillWith(detail_, rowOf(12, {{over_, 0, Qt::AlignTop}, {columnOf(6, {filter_, {detailText_, 1}}), 1}}));
    fillWith(this, columnOf(8, {rowOf(4, {mapsChip_, filtersChip_, {caption_, 1}}), {pages_, 1}, detail_}));
}

void LayerMapsView::showLayer(const std::shared_ptr<const Snapshot>& snapshot,
                              const std::shared_ptr<const SeenLayers>& seen, int layer, const std::vector<bool>& dead) {
    snapshot_ = snapshot;
    seen_ = seen;
    layer_ = layer;
    dead_ = dead;
    showChosen();
}

void LayerMapsView::showHint(const TranslatableText& sentence) {
    hint_ = sentence;
    seen_ = nullptr;
    layer_ = -1;
    showChosen();
}

void LayerMapsView::showChosen() {
    if (filtersChip_->isChecked() && seen_)
        showFilters();
    else if (const LayerMaps* shown = maps(); shown == nullptr) {
        caption_->clear();
        hintText_->setText(hint_.text());
        pages_->setCurrentIndex(HintPage);
    } else if (shown->height * shown->width > 1) {
        showMaps(*shown);
    } else {
        showUnits(*shown);
    }
    showDetail();
}

bool LayerMapsView::isLast() const {
    return maps()->layer + 1 == snapshot_->blueprint->layers.size() &&
           maps()->channels == static_cast<int>(snapshot_->classes.size());
}

bool LayerMapsView::isFirstConvolution() const { return seen_->filters && seen_->filters->layer == maps()->layer; }

void LayerMapsView::showMaps(const LayerMaps& maps) {
    range_ = rangeOf(maps.values);
    caption_->setText(tr("%1: black is %2, bright is %3")
                          .arg(layerTitle(snapshot_->blueprint->layers[maps.layer].spec), numberText(range_.low),
                               numberText(range_.high)));
    std::vector<TileGrid::Tile> tiles;
    for (int channel = 0; channel < maps.channels; ++channel) {
        const std::span<const float> map = maps.map(channel);
        const MapRange own = rangeOf(map);
        const auto unit = static_cast<std::size_t>(channel);
        const bool dead = unit < dead_.size() && dead_[unit];
        const QString text =
            tr("Channel %1 of %2: %3 to %4")
                .arg(countText(channel + 1), countText(maps.channels), numberText(own.low), numberText(own.high));
        tiles.push_back({.picture = mapImage(map, maps.height, maps.width, range_),
                         .text = dead ? tr("%1 (dead)").arg(text) : text,
                         .dead = dead});
    }
    pages_->setCurrentIndex(MapsPage);
    tiles_->setTiles(std::move(tiles));
}

void LayerMapsView::showUnits(const LayerMaps& maps) {
    range_ = rangeOf(maps.values);
    caption_->setText(tr("%1: from %2 to %3")
                          .arg(layerTitle(snapshot_->blueprint->layers[maps.layer].spec), numberText(range_.low),
                               numberText(range_.high)));
    pages_->setCurrentIndex(UnitsPage);
    units_->setUnits(maps.values, isLast() ? stringsOf(snapshot_->classes) : QStringList(), dead_);
}

void LayerMapsView::showFilters() {
    caption_->clear();
    const auto& filters = seen_->filters;
    if (!filters) {
        hintText_->setText(
            tr("This network has no convolution, so it has no filters. Choose a layer to see its units."));
        pages_->setCurrentIndex(HintPage);
        return;
    }
    std::vector<TileGrid::Tile> tiles;
    for (int filter = 0; filter < filters->filters; ++filter) {
        const MapRange own = rangeOf(filterValues(*filters, filter));
        tiles.push_back({.picture = filterImage(*filters, filter),
                         .text = tr("Filter %1 of %2: %3 to %4")
                                     .arg(countText(filter + 1), countText(filters->filters), numberText(own.low),
                                          numberText(own.high))});
    }
    caption_->setText(layerTitle(snapshot_->blueprint->layers[filters->layer].spec));
    pages_->setCurrentIndex(FiltersPage);
    filters_->setTiles(std::move(tiles));
}

void LayerMapsView::showDetail() {
    over_->hide();
    filter_->hide();
    detailText_->clear();
    const int page = pages_->currentIndex();
    if (page == FiltersPage && filters_->pointed() >= 0)
        showFilterDetail(filters_->pointed());
    else if (page == MapsPage && maps() != nullptr && tiles_->pointed() >= 0)
        showMapDetail(*maps(), tiles_->pointed());
    else if (page == UnitsPage && maps() != nullptr && units_->pointed() >= 0)
        detailText_->setText(
            isLast() ? tr("Class %1, before softmax: %2")
                           .arg(units_->unitName(units_->pointed()),
                                decimalText(double{units_->values()[static_cast<std::size_t>(units_->pointed())]}, 3))
                     : tr("Unit %1 of %2: %3")
                           .arg(countText(units_->pointed() + 1), countText(units_->count()),
                                decimalText(double{units_->values()[static_cast<std::size_t>(units_->pointed())]}, 3)));
    detail_->setVisible(page != HintPage);
}

void LayerMapsView::showMapDetail(const LayerMaps& maps, int channel) {
    const QString text = tiles_->tiles()[static_cast<std::size_t>(channel)].text;
    over_->setImage(mapOverPicture(maps.map(channel), maps.height, maps.width, range_, seen_->picture,
                                   snapshot_->blueprint->image));
    over_->setAccessibleDescription(text);
    over_->show();
    if (isFirstConvolution() && channel < seen_->filters->filters) {
        filter_->setImage(filterImage(*seen_->filters, channel));
        filter_->setAccessibleDescription(filters_->tiles().size() > static_cast<std::size_t>(channel)
                                              ? filters_->tiles()[static_cast<std::size_t>(channel)].text
                                              : tr("Filter %1").arg(countText(channel + 1)));
        filter_->show();
        detailText_->setText(tr("%1. The map lies over the picture; beside it is the filter that made it.").arg(text));
    } else {
        detailText_->setText(tr("%1. The map lies over the picture.").arg(text));
    }
}

void LayerMapsView::showFilterDetail(int filter) {
    const QString text = filters_->tiles()[static_cast<std::size_t>(filter)].text;
    filter_->setImage(filterImage(*seen_->filters, filter));
    filter_->setAccessibleDescription(text);
    filter_->show();
    detailText_->setText(text);
}

} // namespace belfry

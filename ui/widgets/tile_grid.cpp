#include "ui/widgets/tile_grid.h"

#include "ui/widgets/pictures.h"

#include <QPainter>
#include <algorithm>

namespace belfry {
namespace {

struct TileSize {
    std::size_t tiles; // up to so many
    int side;          // pixels
};
constexpr TileSize kTileSizes[] = {{8, 116}, {20, 84}, {64, 56}, {256, 40}};
constexpr int kLeastTile = 28;

} // namespace

TileGrid::TileGrid(const Theme& theme, const QString& objectName, const QString& accessibleName, QWidget* parent)
    : CellGrid(theme, objectName, parent) {
    setAccessibleName(accessibleName);
}

void TileGrid::setTiles(std::vector<Tile> tiles) {
    tiles_ = std::move(tiles);
    setCount(static_cast<int>(tiles_.size()));
}

QSize TileGrid::cellSize(int) const {
    const auto* const found = std::ranges::find_if(kTileSizes, [this](const TileSize& size) { //
        return tiles_.size() <= size.tiles;
    });
    const int side = found != std::end(kTileSizes) ? found->side : kLeastTile;
    return {side, side};
}

void TileGrid::paintCell(QPainter& painter, const QRect& place, int index) const {
    const Tile& tile = tiles_[static_cast<std::size_t>(index)];
    painter.fillRect(place, colours().grid);
    const QRect shown = drawCrisp(painter, place, tile.picture);
    if (tile.dead) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(colours().warning, 1.5));
        painter.drawLine(shown.topLeft(), shown.bottomRight());
    }
}

} // namespace belfry

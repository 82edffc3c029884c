// Small pictures side by side: the maps of a layer, or the filters of one. GUI thread only.
#pragma once

#include "ui/widgets/cell_grid.h"

#include <QImage>
#include <vector>

namespace belfry {

class TileGrid : public CellGrid {
    Q_OBJECT
public:
    struct Tile {
        QImage picture;
        QString text;
        bool dead = false; // crossed out
    };
    TileGrid(const Theme& theme, const QString& objectName, const QString& accessibleName, QWidget* parent = nullptr);
    void setTiles(std::vector<Tile> tiles);
    const std::vector<Tile>& tiles() const { return tiles_; }

protected:
    QSize cellSize(int width) const override;
    void paintCell(QPainter& painter, const QRect& place, int index) const override;
    QString textOf(int index) const override { return tiles_[static_cast<std::size_t>(index)].text; }

private:
    std::vector<Tile> tiles_;
};

} // namespace belfry

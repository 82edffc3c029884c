// The outputs of a dense layer, a bar for each unit: up from 0 for positive ones, down for negative ones. GUI thread
// only.
#pragma once

#include "ui/widgets/cell_grid.h"

#include <QStringList>
#include <vector>

namespace belfry {

class UnitBars : public CellGrid {
    Q_OBJECT
public:
    explicit UnitBars(const Theme& theme, QWidget* parent = nullptr);
    // `names`: of the units, below their bars where they have room; may be empty. `dead`: by unit, or empty.
    void setUnits(std::vector<float> values, const QStringList& names, std::vector<bool> dead);
    const std::vector<float>& values() const { return values_; }
    QString unitName(int index) const; // its own, else its number from 1

protected:
    QSize cellSize(int width) const override;
    void paintCell(QPainter& painter, const QRect& place, int index) const override;
    QString textOf(int index) const override;

private:
    bool isDead(int index) const;
    std::vector<float> values_;
    std::vector<bool> dead_;
    QStringList names_;
    float low_ = 0, high_ = 0; // with 0 between
};

} // namespace belfry

// The looks of the map's points with their counts, one below the other; a click dims one of them, and lifts it again.
// GUI thread only.
#pragma once

#include "ui/foundation/theme.h"
#include "ui/pages/evaluate/map_looks.h"

#include <QWidget>
#include <vector>

class QVBoxLayout;

namespace belfry {

class ChartButton;
class LegendButton;

class MapLegend : public QWidget {
    Q_OBJECT
public:
    explicit MapLegend(const Theme& theme, QWidget* parent = nullptr);

    // Those of other names: all are shown. Of the same ones: dimmed looks stay dimmed.
    void setLooks(const MapLooks& looks);
    std::vector<bool> dimmed() const; // by look
    void showAll(bool shown);

Q_SIGNALS:
    void dimmedChanged();

private:
    void makeButtons(const QStringList& names);

    const Theme& theme_;
    QStringList names_;
    std::vector<LegendButton*> buttons_;
    ChartButton *all_, *none_;
    QVBoxLayout* column_;
};

} // namespace belfry

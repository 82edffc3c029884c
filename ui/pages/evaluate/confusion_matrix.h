// Counts of true classes (rows) and answers (columns), shaded by their share of the row. A click or the arrow keys
// choose a cell. GUI thread only.
#pragma once

#include "core/predict/evaluation.h"
#include "ui/widgets/themed_widget.h"

#include <QStringList>
#include <optional>
#include <vector>

namespace belfry {

class ConfusionMatrix : public KeyedWidget {
    Q_OBJECT
public:
    explicit ConfusionMatrix(const Theme& theme, QWidget* parent = nullptr);

    // classes x classes counts, row by row. Chooses nothing.
    void setCounts(const QStringList& classes, const std::vector<std::int64_t>& counts);
    const std::optional<ConfusionCell>& chosen() const { return chosen_; }
    // nullopt, or a cell outside, clears the choice. Emits cellChosen() when the choice changes.
    void choose(const std::optional<ConfusionCell>& cell);
    QRect cellRect(const ConfusionCell& cell) const { return gridWithin(size()).rectOf(cell); }
    // Without what is chosen; from the painter's origin on.
    void paint(QPainter& painter, const QSize& size) const;
    QString cellText(const ConfusionCell& cell) const; // for its tool tip

    QSize sizeHint() const override { return {440, 440}; }
    QSize minimumSizeHint() const override { return {200, 200}; }

Q_SIGNALS:
    void cellChosen(const std::optional<belfry::ConfusionCell>& cell);

protected:
    std::optional<QString> tipAt(const QPoint& position) const override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void describe() override;

private:
    struct Grid {
        QRect rectOf(const ConfusionCell& cell) const {
            return {corner.x() + cell.answer * side, corner.y() + cell.truth * side, side, side};
        }
        QPoint corner;       // of the first cell
        int side = 0;        // of a cell
        bool upright = true; // the names over the columns
    };
    Grid gridWithin(const QSize& size) const;
    int classes() const { return static_cast<int>(names_.size()); }
    std::int64_t count(const ConfusionCell& cell) const;
    std::optional<ConfusionCell> cellAt(const QPoint& position) const;
    QColor shade(const ConfusionCell& cell) const;
    void paintCell(QPainter& painter, const Grid& grid, const ConfusionCell& cell) const;
    void paintNames(QPainter& painter, const Grid& grid) const;

    QStringList names_;
    std::vector<std::int64_t> counts_, rowTotals_;
    std::optional<ConfusionCell> chosen_;
};

} // namespace belfry

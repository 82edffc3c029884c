// One column per tower, coloured by the share of its step in which it waits: where many towers would need as many bars.
// Pointing at a column chooses its tower for as long; a click, or the arrow keys, pin it. GUI thread only.
#pragma once

#include "ui/widgets/themed_widget.h"

#include <QStringList>
#include <vector>

namespace belfry {

class TowerHeat : public KeyedWidget {
    Q_OBJECT
public:
    static constexpr int kHeight = 22;

    explicit TowerHeat(const Theme& theme, QWidget* parent = nullptr);

    void setTowers(const QStringList& names); // forgets the rest
    // By tower: shares 0 to 1 of a step, and images per second that it could do alone.
    void setFigures(std::vector<double> waiting, std::vector<double> alone);
    int chosen() const { return hovered_ >= 0 ? hovered_ : pinned_; } // tower, -1: none
    int pinned() const { return pinned_; }
    QRect column(int tower) const;

    QSize sizeHint() const override { return {320, kHeight}; }
    QSize minimumSizeHint() const override { return {120, kHeight}; }

Q_SIGNALS:
    void chosenChanged();

protected:
    std::optional<QString> tipAt(const QPoint& position) const override;
    void describe() override;
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    int count() const { return static_cast<int>(waiting_.size()); }
    int towerAt(const QPoint& position) const;
    QString textOf(int tower) const;
    void choose(int hovered, int pinned);

    QStringList names_;
    std::vector<double> waiting_, alone_;
    int hovered_ = -1, pinned_ = -1;
};

} // namespace belfry

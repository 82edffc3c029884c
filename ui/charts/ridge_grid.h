// Many small ridge plots, one for each layer: a click or Enter asks for the large one. Arrow keys go from one to the
// next. As high as it must be for its width. GUI thread only.
#pragma once

#include "ui/charts/ridge_painter.h"
#include "ui/widgets/themed_widget.h"

#include <QString>
#include <vector>

namespace belfry {

struct RidgeTile {
    QString title;
    RidgePicture picture;
    QString fault; // what is wrong with it, a sentence; "": nothing
};

class RidgeGrid : public KeyedWidget {
    Q_OBJECT
public:
    explicit RidgeGrid(const Theme& theme, QWidget* parent = nullptr);

    void setTiles(std::vector<RidgeTile> tiles);
    const std::vector<RidgeTile>& tiles() const { return tiles_; }
    int chosen() const { return chosen_; }    // by the keyboard, or opened last
    QRect tileRect(int tile) const;           // pixels
    int tileAt(const QPoint& position) const; // -1: none
    void paint(QPainter& painter) const;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override { return {640, heightForWidth(640)}; }
    QSize minimumSizeHint() const override { return {200, 120}; }

Q_SIGNALS:
    void opened(int tile);
    void sought(const QRect& part); // it is to be in sight

protected:
    void describe() override;
    std::optional<QString> tipAt(const QPoint& position) const override;
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    int columnsIn(int width) const;
    void choose(int tile);
    void hover(int tile);
    void paintTile(QPainter& painter, int tile) const;
    QString textOf(int tile) const;

    std::vector<RidgeTile> tiles_;
    int chosen_ = 0, hovered_ = -1;
};

} // namespace belfry

// Cells in rows, one of them the current one, another perhaps under the pointer. A click or the arrow keys move the
// current one. What a cell shows is its subclass's. Made to stand in a scroll area. GUI thread only.
#pragma once

#include "ui/widgets/themed_widget.h"

namespace belfry {

class CellGrid : public KeyedWidget {
    Q_OBJECT
public:
    int count() const { return count_; }
    int current() const { return current_; } // -1: none
    int pointed() const { return hovered_ >= 0 ? hovered_ : current_; }
    void setCurrent(int index);
    QRect cell(int index) const;

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void pointedAt(int index); // pointed() is another one
    void sought(int index);    // the current one moved by a key: it is to be in sight

protected:
    CellGrid(const Theme& theme, const QString& objectName, QWidget* parent);
    // How many there are now. The current one stays where it can; it is the first where there was none.
    void setCount(int count);
    virtual QSize cellSize(int width) const = 0; // pixels; `width`: of the grid
    virtual void paintCell(QPainter& painter, const QRect& place, int index) const = 0;
    virtual QString textOf(int index) const = 0; // the tool tip, and what screen readers say

    std::optional<QString> tipAt(const QPoint& position) const override;
    void describe() override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

    static constexpr int kGap = 4;

private:
    int columns(int width) const;
    int indexAt(const QPoint& position) const;
    void hover(int index);
    int nextOf(int key) const; // -1: not a key that moves

    int count_ = 0, current_ = -1, hovered_ = -1;
};

} // namespace belfry

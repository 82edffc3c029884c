// Pictures in rows, each with a word under it; one of them is the current one. A click or the arrow keys move it. Made
// to stand in a scroll area. GUI thread only.
#pragma once

#include "ui/widgets/themed_widget.h"

#include <QImage>
#include <vector>

namespace belfry {

class ImageGrid : public KeyedWidget {
    Q_OBJECT
public:
    struct Item {
        QImage picture;
        QString word;  // under it
        QString brief; // instead, where that is too long
        QString tip;
        bool wrong = false; // the word in the colour of warnings
    };
    explicit ImageGrid(const Theme& theme, QWidget* parent = nullptr);

    void setItems(std::vector<Item> items); // none is the current one
    int count() const { return static_cast<int>(items_.size()); }
    int current() const { return current_; } // -1: none
    void setCurrent(int index);              // emits chosen() when it moves
    QRect place(int index) const;

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void chosen(int index);

protected:
    std::optional<QString> tipAt(const QPoint& position) const override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    int columns(int width) const;
    int indexAt(const QPoint& position) const;

    std::vector<Item> items_;
    int current_ = -1;
};

} // namespace belfry

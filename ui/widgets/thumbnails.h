// Pictures from a data set, larger in a wide row: "what the network sees" before any training. As many as fit into a
// row; into more of them where one has no room for those that must be seen. GUI thread only.
#pragma once

#include "ui/widgets/pictures.h"
#include "ui/widgets/themed_widget.h"

#include <QStringList>
#include <vector>

namespace belfry {

class Thumbnails : public ThemedWidget {
    Q_OBJECT
public:
    explicit Thumbnails(const Theme& theme, QWidget* parent = nullptr);

    // Pictures one after another (shape.bytes() each); `labels` name them in tool tips and may be shorter. `least`: the
    // first ones that must be seen, in up to kMaxRows rows.
    void setPictures(std::span<const std::uint8_t> bytes, const ImageShape& shape, const QStringList& labels = {},
                     int least = 0);
    void clear() { setPictures({}, {}); }
    int shown() const; // how many fit
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    std::optional<QString> tipAt(const QPoint& position) const override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    static constexpr int kMaxRows = 3;
    int side() const;   // pixels, of a picture's place
    int across() const; // places in a row
    int rows() const;
    int rowsHeight() const;
    QRect place(int index) const;
    std::vector<QImage> pictures_;
    QStringList labels_;
    int least_ = 0;
};

} // namespace belfry

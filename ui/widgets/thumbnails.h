// A row of pictures from a data set, larger in a wide row, and as many as fit: "what the network sees" before any
// training. GUI thread only.
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

    // Pictures one after another (shape.bytes() each); `labels` name them in tool tips and may be shorter.
    void setPictures(std::span<const std::uint8_t> bytes, const ImageShape& shape, const QStringList& labels = {});
    void clear() { setPictures({}, {}); }
    int shown() const; // how many fit
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    std::optional<QString> tipAt(const QPoint& position) const override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    int side() const; // pixels, of a picture's place
    QRect place(int index) const;
    std::vector<QImage> pictures_;
    QStringList labels_;
};

} // namespace belfry

// The picture that the network gets, pixel by pixel. GUI thread only.
#pragma once

#include "core/predict/drawing.h"
#include "ui/widgets/pictures.h"
#include "ui/widgets/themed_widget.h"

namespace belfry {

class DigitView : public ThemedWidget {
    Q_OBJECT
public:
    explicit DigitView(const Theme& theme, QWidget* parent = nullptr);

    void setDigit(const DigitImage& digit) { setPicture(digit, ImageShape{1, 28, 28}); }
    void setPicture(std::span<const std::uint8_t> bytes, const ImageShape& shape);
    void clear() { setPicture({}, {}); }
    const QImage& picture() const { return picture_; }
    // A whole multiple of the picture's side: nothing is left round it that the network does not get.
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void describe() override;

private:
    QImage picture_;
};

} // namespace belfry

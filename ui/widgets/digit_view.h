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
    QSize sizeHint() const override { return {84, 84}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void describe() override;

private:
    QImage picture_;
};

} // namespace belfry

// Where a network looks: its heat map over the picture, and the scale of the colours. GUI thread only.
#pragma once

#include "core/data/dataset.h"
#include "core/explain/explainer.h"
#include "ui/widgets/themed_widget.h"

#include <QImage>
#include <cstdint>
#include <optional>
#include <span>

namespace belfry {

class HeatView : public ThemedWidget {
    Q_OBJECT
public:
    explicit HeatView(const Theme& theme, QWidget* parent = nullptr);

    // `className`: of the class that it speaks of.
    void setMap(const HeatMap& map, std::span<const std::uint8_t> picture, const ImageShape& shape,
                const QString& className);
    void clear();
    const QImage& picture() const { return picture_; } // null: there is none
    QSize sizeHint() const override;

    // In words: "upper left", "middle". Of a map that is 0 everywhere: "nowhere".
    static QString placeText(const HeatMap& map);

protected:
    void paintEvent(QPaintEvent* event) override;
    void describe() override;

private:
    QImage picture_;
    std::optional<HeatMap> map_; // without its values
    QString className_;
    QString place_;
};

// From "little" to "most".
class HeatScale : public ThemedWidget {
    Q_OBJECT
public:
    explicit HeatScale(const Theme& theme, QWidget* parent = nullptr);
    void setPeak(std::optional<float> peak); // what the bright end stands for, in logits; none: not known
    QSize sizeHint() const override { return {160, 18}; }
    QSize minimumSizeHint() const override { return {112, 18}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void describe() override;

private:
    std::optional<float> peak_;
};

} // namespace belfry

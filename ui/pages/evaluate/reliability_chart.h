// Whether the network is right as often as its confidence says: accuracy over confidence, a bar for each bin, against
// the diagonal of a perfectly calibrated network. GUI thread only.
#pragma once

#include "core/predict/evaluation.h"
#include "ui/widgets/themed_widget.h"

namespace belfry {

class ReliabilityChart : public ThemedWidget {
    Q_OBJECT
public:
    explicit ReliabilityChart(const Theme& theme, QWidget* parent = nullptr);

    void setCalibration(const Calibration& calibration);
    QString binText(int bin) const; // for its tool tip
    QSize sizeHint() const override { return {300, 170}; }
    QSize minimumSizeHint() const override { return {160, 80}; }

protected:
    std::optional<QString> tipAt(const QPoint& position) const override;
    void paintEvent(QPaintEvent* event) override;
    void describe() override;

private:
    QRectF binPlace(std::size_t bin, double height) const; // 0 to 1, from the bottom

    Calibration calibration_;
};

} // namespace belfry

// The price of the answer "none of these": over the confidence that an answer must have, the share of images that are
// then answered and the accuracy of those answers. The confidence is chosen by the mouse or with the arrow keys. GUI
// thread only.
#pragma once

#include "core/predict/rejection.h"
#include "ui/widgets/themed_widget.h"

#include <vector>

namespace belfry {

class RejectionChart : public KeyedWidget {
    Q_OBJECT
public:
    explicit RejectionChart(const Theme& theme, QWidget* parent = nullptr);

    // Keeps the chosen confidence.
    void setCurve(std::vector<Rejection> curve, std::int64_t images);
    void choose(double threshold); // 0 to 1, to the next point of the curve
    double threshold() const { return threshold_; }
    QString sentence() const; // what the chosen confidence costs and gains; "" without images
    QSize sizeHint() const override { return {300, 170}; }
    QSize minimumSizeHint() const override { return {160, 72}; }

Q_SIGNALS:
    void chosen(double threshold);

protected:
    std::optional<QString> tipAt(const QPoint& position) const override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void describe() override;

private:
    double thresholdAt(double x) const;
    const Rejection& at(double threshold) const; // of a curve that is not empty
    QString sentenceOf(const Rejection& rejection) const;
    void paintLine(QPainter& painter, const QColor& colour,
                   std::optional<double> (*value)(const Rejection&, std::int64_t)) const;

    std::vector<Rejection> curve_;
    std::int64_t images_ = 0;
    double threshold_ = 0;
};

} // namespace belfry

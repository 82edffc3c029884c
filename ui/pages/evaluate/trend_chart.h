// The accuracy of every class by the step of the weights; one class is highlighted. GUI thread only.
#pragma once

#include "core/study/class_trend.h"
#include "ui/widgets/themed_widget.h"

#include <memory>
#include <optional>

namespace belfry {

class TrendChart : public ThemedWidget {
    Q_OBJECT
public:
    explicit TrendChart(const Theme& theme, QWidget* parent = nullptr);

    void setTrend(std::shared_ptr<const ClassTrend> trend); // null: none. Highlights none
    void highlight(const std::optional<std::size_t>& label);
    const std::optional<std::size_t>& highlighted() const { return label_; }
    double from() const { return from_; }                           // where the axis begins; it ends at 1
    QString pointText(std::size_t moment, std::size_t label) const; // "step 1,200: 97.1 %"
    QSize sizeHint() const override { return {300, 150}; }
    QSize minimumSizeHint() const override { return {160, 96}; }

protected:
    std::optional<QString> tipAt(const QPoint& position) const override;
    void paintEvent(QPaintEvent* event) override;
    void describe() override;

private:
    QRectF plot() const;
    QPointF place(std::size_t moment, double accuracy) const;
    void paintAxes(QPainter& painter) const;
    void paintClass(QPainter& painter, std::size_t label, const QColor& colour, bool closer) const;

    std::shared_ptr<const ClassTrend> trend_;
    std::optional<std::size_t> label_;
    double from_ = 0;
};

} // namespace belfry

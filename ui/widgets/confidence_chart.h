// The answer to one drawing during training: a line per class, the winner in accent. GUI thread
// only.
#pragma once

#include "ui/widgets/themed_widget.h"

#include <QStringList>
#include <cstdint>
#include <span>
#include <vector>

namespace belfry {

class ConfidenceChart : public ThemedWidget {
    Q_OBJECT
public:
    static constexpr std::size_t kMaxSamples = 256; // then every second one is dropped and half as many are kept

    explicit ConfidenceChart(const Theme& theme, QWidget* parent = nullptr);

    void setClasses(const QStringList& classes); // for tool tip and end tag
    void clear();                                // another drawing
    void append(std::int64_t step,
                std::span<const float> probabilities); // the same step again: in its last one's place
    std::size_t samples() const { return samples_.size(); }
    int winner() const; // of the newest sample, -1 when there is none

    QSize sizeHint() const override { return {280, 40}; }
    QSize minimumSizeHint() const override { return {80, 32}; }

protected:
    std::optional<QString> tipAt(const QPoint& position) const override;
    void paintEvent(QPaintEvent* event) override;

private:
    static constexpr int kMaxHeight = 160; // taller, it would show no more
    struct Sample {
        std::int64_t step = 0;
        std::vector<float> probabilities;
    };
    QRectF plot() const;
    double tagRoom() const; // right of the plot
    double x(std::size_t sample) const;
    void paintLine(QPainter& painter, std::size_t label, const QColor& colour, double width) const;
    void paintTag(QPainter& painter, int best) const;
    QString className(int label) const;

    QStringList classes_;
    std::vector<Sample> samples_;
    std::size_t keepEvery_ = 1;
    std::size_t seen_ = 0;
};

} // namespace belfry

// One image over the weights that a run keeps: the probability of its true class by step, a point for each, with the
// class that was answered under it. GUI thread only.
#pragma once

#include "core/study/image_history.h"
#include "ui/widgets/themed_widget.h"

#include <QStringList>

namespace belfry {

class HistoryChart : public ThemedWidget {
    Q_OBJECT
public:
    explicit HistoryChart(const Theme& theme, QWidget* parent = nullptr);

    void setHistory(const ImageHistory& history, int label, const QStringList& classes);
    void clear(const QString& why = {}); // said in its place
    int points() const { return static_cast<int>(history_.moments.size()); }
    QString pointText(int point) const; // "step 1,200: 9 (63.0 %), 4: 31.0 %"
    QSize sizeHint() const override { return {280, 84}; }
    QSize minimumSizeHint() const override { return {120, 72}; }

protected:
    std::optional<QString> tipAt(const QPoint& position) const override;
    void paintEvent(QPaintEvent* event) override;
    void describe() override;

private:
    QRectF plot() const;
    QPointF place(std::size_t point) const;
    void paintAnswers(QPainter& painter) const;

    ImageHistory history_;
    QString why_;
    QStringList names_;
    int label_ = 0;
};

} // namespace belfry

// Predicted probabilities: a bar and a percentage per class, the best one in accent. GUI thread only.
#pragma once

#include "ui/widgets/themed_widget.h"

#include <QStringList>
#include <span>
#include <vector>

namespace belfry {

class ProbabilityBars : public ThemedWidget {
    Q_OBJECT
public:
    explicit ProbabilityBars(const Theme& theme, QWidget* parent = nullptr);

    void setClasses(const QStringList& classes);                 // forgets the probabilities
    void setProbabilities(std::span<const float> probabilities); // by label; another count than the classes': ignored
    void clear();                                                // dashes
    int best() const { return best_; }                           // label, -1 when there is none
    // The text in the row of `label`, also for tests: "98.1 %", or a dash.
    QString valueText(int label) const;
    // Labels from top to bottom: all in order, or with more than twelve classes the ten best.
    std::vector<int> rows() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {140, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void describe() override;

private:
    void paintRow(QPainter& painter, const QRect& row, int label, int nameWidth) const;
    int nameWidth() const;
    QStringList classes_;
    std::vector<float> probabilities_; // empty: nothing is known
    int best_ = -1;
};

} // namespace belfry

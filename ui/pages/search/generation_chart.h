// Accuracy over generations: mean with its spread, the best, and every member as a dot. Without generations: over
// trials, with the best so far. A click on a dot chooses its trial; arrow keys go from generation to generation, Enter
// chooses the best there. GUI thread only.
#pragma once

#include "ui/bridge/search_view.h"
#include "ui/pages/search/accuracy_scale.h"
#include "ui/pages/search/trial_chart.h"

#include <QRectF>
#include <QStringList>
#include <optional>
#include <vector>

namespace belfry {

// The contents of the chart, without pixels.
struct GenerationPicture {
    struct Dot {
        double x = 0; // generation or trial
        double accuracy = 0;
        int trial = 0;
    };
    bool generations = false;      // else x is the trial's number
    std::vector<Dot> dots;         // trials that are done; survivors once more in every generation that they live in
    std::vector<Generation> ended; // that have a mean
    std::vector<Dot> records;      // without generations: those that were better than all before them
    Interval x;                    // empty: there is nothing to show
    // Mean and deviation on either side, within what the generation's trials have reached.
    Interval spread(const Generation& generation) const;
};
GenerationPicture generationPicture(const SearchView& view);

class GenerationChart : public NavigableChart {
    Q_OBJECT
public:
    explicit GenerationChart(const Theme& theme, QWidget* parent = nullptr);

    const GenerationPicture& picture() const { return picture_; }
    QPointF pointOf(const GenerationPicture::Dot& dot) const; // pixels
    QString textAt(const QPointF& position) const override;
    int trialAt(const QPointF& position) const override;
    QString cursorText() const override;
    void paint(QPainter& painter) const override;
    QSize sizeHint() const override { return {420, 220}; }
    QSize minimumSizeHint() const override { return {240, 140}; }

protected:
    bool isEmpty() const override { return picture_.x.empty(); }
    void moveCursor(int key) override;
    QPointF cursorPoint() const override;
    int trialUnderCursor() const override;
    void takeResults(bool another) override;
    void describe() override;

private:
    struct Frame {
        QRectF plot;
        Interval x;
        AccuracyAxis axis;
        double at(double value) const { return plot.left() + (value - x.low) / x.span() * plot.width(); }
        QPointF at(const GenerationPicture::Dot& dot) const { return {at(dot.x), axis.y(dot.accuracy)}; }
    };
    struct Line {
        std::vector<QPointF> points; // pixels
        int colour = 0;
        QString tag;
        bool dots = false;
    };
    Frame frame() const;
    std::vector<Line> lines(const Frame& frame) const;
    QStringList tags() const; // of the lines
    QString generationText(const Generation& generation) const;
    void paintFoot(QPainter& painter, const Frame& frame) const;
    void paintDots(QPainter& painter, const Frame& frame) const;
    void paintSpread(QPainter& painter, const Frame& frame) const;
    void paintLines(QPainter& painter, const Frame& frame) const;
    void paintRings(QPainter& painter, const Frame& frame) const;
    const GenerationPicture::Dot* dotAt(double x) const; // null: none

    GenerationPicture picture_;
    std::optional<double> cursor_; // on x
};

} // namespace belfry

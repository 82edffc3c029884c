// Accuracy by each gene: a small panel for every gene, with its choices from left to right, the trials that are done as
// dots and their mean as a bar. A click on a dot chooses its trial; arrow keys go from choice to choice and from panel
// to panel, Enter chooses the best trial there. GUI thread only.
#pragma once

#include "ui/pages/search/accuracy_scale.h"
#include "ui/pages/search/gene_rows.h"
#include "ui/pages/search/trial_chart.h"

#include <QRectF>
#include <optional>
#include <vector>

namespace belfry {

struct GenePanel {
    struct Dot {
        int choice = 0;
        double accuracy = 0;
        int trial = 0;
    };
    struct Choice { // accuracies of its trials
        int trials = 0;
        double mean = 0, best = 0;
    };
    std::string gene;
    QStringList labels;          // of the choices
    bool named = false;          // the labels are names: all are written
    std::vector<Dot> dots;       // trials in which the gene is inactive are left out
    std::vector<Choice> choices; // as many as labels
};
std::vector<GenePanel> genePanels(const Space& space, const std::vector<GeneRow>& rows);

// Equal places in reading order, as many side by side as suits their shape.
std::vector<QRectF> panelPlaces(std::size_t panels, const QRectF& place);

class GeneChart : public NavigableChart {
    Q_OBJECT
public:
    explicit GeneChart(const Theme& theme, QWidget* parent = nullptr);

    const std::vector<GenePanel>& panels() const { return panels_; }
    QPointF pointOf(std::size_t panel, const GenePanel::Dot& dot) const; // pixels
    QString textAt(const QPointF& position) const override;              // of the dot, or of the choice
    int trialAt(const QPointF& position) const override;
    QString cursorText() const override;
    void paint(QPainter& painter) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override; // higher the more genes there are

protected:
    bool isEmpty() const override { return rows_.empty() || panels_.empty(); }
    void moveCursor(int key) override;
    QPointF cursorPoint() const override;
    int trialUnderCursor() const override;
    void takeResults(bool another) override;
    void describe() override;

private:
    struct Layout {
        std::vector<QRectF> plots;             // by panel
        AccuracyAxis axis;                     // of the first one
        bool twoLines = false;                 // of names under the panels
        QRectF reach(std::size_t panel) const; // with title and names
    };
    struct Spot {
        std::size_t panel = 0;
        int choice = 0;
        int trial = 0; // 0: no dot is near
    };
    Layout layOut() const;
    static QPointF place(const Layout& layout, std::size_t panel, const GenePanel& of, const GenePanel::Dot& dot);
    std::optional<Spot> spotAt(const QPointF& position) const;
    QString choiceText(const GenePanel& panel, std::size_t choice) const;
    void paintPanel(QPainter& painter, const Layout& layout, std::size_t panel) const;
    void paintLabels(QPainter& painter, const Layout& layout, std::size_t panel) const;
    void paintCursor(QPainter& painter, const Layout& layout) const;
    QRectF cursorPlace(const Layout& layout) const; // of the choice
    const GenePanel::Dot* dotUnderCursor() const;   // null: none

    std::vector<GeneRow> rows_;
    std::vector<GenePanel> panels_;
    std::optional<Spot> cursor_; // on a choice
};

} // namespace belfry

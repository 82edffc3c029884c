#include "ui/pages/search/gene_chart.h"

#include "ui/charts/colours.h"
#include "ui/foundation/number_text.h"
#include "ui/pages/search/gene_text.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

constexpr int kTitleFont = 12, kFont = 11, kSideBySide = 3; // panels, in the minimum height
constexpr double kTitle = 18, kLine = 14, kGap = 12;
constexpr double kPanelWidth = 190, kPanelHeight = 110; // as panels look best
constexpr int kMinHeight = 88;                          // of a panel
constexpr double kSpread = 0.5, kBar = 0.7;             // of a choice's width
constexpr double kGolden = 0.6180339887;                // neighbours in time do not stand side by side

double widthOf(const QRectF& plot, const GenePanel& panel) {
    return plot.width() / static_cast<double>(panel.labels.size());
}

} // namespace

std::vector<GenePanel> genePanels(const Space& space, const std::vector<GeneRow>& rows) {
    std::vector<GenePanel> panels;
    for (std::size_t i = 0; i < space.genes.size(); ++i) {
        const Gene& gene = space.genes[i];
        GenePanel panel{.gene = gene.name,
                        .labels = choiceTexts(gene),
                        .named = geneInfo(gene.name).type == GeneType::Name,
                        .dots = {},
                        .choices = {}};
        panel.choices.resize(static_cast<std::size_t>(panel.labels.size()));
        for (const GeneRow& row : rows) {
            if (row.choices[i] == GeneRow::kSilent)
                continue;
            panel.dots.push_back({row.choices[i], row.accuracy, row.trial});
            GenePanel::Choice& choice = panel.choices[static_cast<std::size_t>(row.choices[i])];
            choice.mean += (row.accuracy - choice.mean) / ++choice.trials;
            choice.best = std::max(choice.best, row.accuracy);
        }
        panels.push_back(std::move(panel));
    }
    return panels;
}

std::vector<QRectF> panelPlaces(std::size_t panels, const QRectF& place) {
    std::size_t columns = 1;
    double best = 0;
    for (std::size_t count = 1; count <= panels; ++count) {
        const std::size_t rows = (panels + count - 1) / count;
        const double fit = std::min(place.width() / static_cast<double>(count) / kPanelWidth,
                                    place.height() / static_cast<double>(rows) / kPanelHeight);
        if (fit > best) {
            best = fit;
            columns = count;
        }
    }
    const std::size_t rows = (panels + columns - 1) / columns;
    const double width = place.width() / static_cast<double>(columns),
                 height = place.height() / static_cast<double>(std::max<std::size_t>(1, rows));
    std::vector<QRectF> places;
    for (std::size_t i = 0; i < panels; ++i) {
        places.emplace_back(place.left() + static_cast<double>(i % columns) * width,
                            place.top() + static_cast<double>(i / columns) * height, width, height);
    }
    return places;
}

GeneChart::GeneChart(const Theme& theme, QWidget* parent)
    : NavigableChart(theme, "geneChart", "Accuracy by gene", parent) {
    describe();
}

void GeneChart::takeResults(bool another) {
    if (another) {
        rows_.clear();
        cursor_.reset();
    }
    rows_ = geneRows(view(), rows_);
    const std::size_t before = panels_.size();
    panels_ = genePanels(view().plan.space, rows_);
    if (rows_.empty())
        cursor_.reset();
    if (panels_.size() != before)
        updateGeometry();
    showChange();
}

QSize GeneChart::sizeHint() const { return minimumSizeHint().expandedTo({520, 260}); }

QSize GeneChart::minimumSizeHint() const {
    const int rows = (static_cast<int>(panels_.size()) + kSideBySide - 1) / kSideBySide;
    return {240, std::max(140, rows * kMinHeight)};
}

QString GeneChart::choiceText(const GenePanel& panel, std::size_t choice) const {
    const GenePanel::Choice& figures = panel.choices[choice];
    const QString name = geneTitle(panel.gene), value = panel.labels[static_cast<qsizetype>(choice)];
    if (figures.trials == 0)
        return tr("%1 %2: no trial yet").arg(name, value);
    return tr("%1 %2: mean %3, best %4, trials: %5")
        .arg(name, value, percentText(figures.mean, 2), percentText(figures.best, 2), QString::number(figures.trials));
}

void GeneChart::describe() {
    if (cursor_) {
        const QString trial = trialLine(view(), trialUnderCursor());
        setAccessibleDescription(trial.isEmpty() ? cursorText() : cursorText() + QStringLiteral("; ") + trial);
        return;
    }
    QStringList sentences;
    for (const GenePanel& panel : panels_) {
        for (std::size_t choice = 0; choice < panel.choices.size(); ++choice)
            if (panel.choices[choice].trials > 0)
                sentences << choiceText(panel, choice);
    }
    setAccessibleDescription(sentences.isEmpty() ? tr("No trial has ended yet") : sentences.join(QStringLiteral("; ")));
}

GeneChart::Layout GeneChart::layOut() const {
    Layout layout;
    const std::vector<double> accuracies = accuraciesOf(rows_);
    // The axis' labels decide where the panels begin, the panels' height how many labels there are: of few labels the
    // widest is as wide as of many.
    const double gutter = accuracyAxis(accuracies, 0, kPanelHeight).labelWidth() + 2;
    const std::vector<QRectF> places = panelPlaces(panels_.size(), QRectF(gutter, 0, width() - gutter, height()));
    const QFontMetricsF metrics(Theme::font(kFont));
    for (std::size_t i = 0; i < panels_.size(); ++i) {
        layout.plots.push_back(places[i].adjusted(0, kTitle, -kGap, 0));
        layout.twoLines = layout.twoLines || (panels_[i].named && widestOf(metrics, panels_[i].labels) + 4 >
                                                                      widthOf(layout.plots[i], panels_[i]));
    }
    for (QRectF& plot : layout.plots)
        plot.setBottom(std::max(plot.top() + 1, plot.bottom() - kLine * (layout.twoLines ? 2 : 1) - 6));
    layout.axis = accuracyAxis(accuracies, layout.plots.front().top(), layout.plots.front().bottom());
    return layout;
}

QPointF GeneChart::place(const Layout& layout, std::size_t panel, const GenePanel& of, const GenePanel::Dot& dot) {
    const QRectF& plot = layout.plots[panel];
    const double aside = kSpread * (std::fmod(dot.trial * kGolden, 1.0) - 0.5);
    return {plot.left() + (dot.choice + 0.5 + aside) * widthOf(plot, of),
            layout.axis.y(dot.accuracy) + plot.top() - layout.axis.top};
}

QPointF GeneChart::pointOf(std::size_t panel, const GenePanel::Dot& dot) const {
    return place(layOut(), panel, panels_[panel], dot);
}

QRectF GeneChart::Layout::reach(std::size_t panel) const { return plots[panel].adjusted(0, -kTitle, 0, 2 * kLine); }

void GeneChart::paint(QPainter& painter) const {
    if (isEmpty()) {
        paintSentence(painter, rect().adjusted(8, 8, -8, -8), tr("No trial has ended yet"));
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    const Layout layout = layOut();
    for (std::size_t panel = 0; panel < panels_.size(); ++panel) {
        paintPanel(painter, layout, panel);
        paintLabels(painter, layout, panel);
    }
    paintCursor(painter, layout);
}

// A frame round the choice at the keyboard, a square round its best trial.
void GeneChart::paintCursor(QPainter& painter, const Layout& layout) const {
    if (!cursor_ || !showsRing())
        return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colours().accent, 1));
    painter.drawRoundedRect(cursorPlace(layout).adjusted(0.5, -1.5, -0.5, 1.5), 3, 3);
    if (const GenePanel::Dot* dot = dotUnderCursor()) {
        painter.drawRect(
            QRectF(place(layout, cursor_->panel, panels_[cursor_->panel], *dot) - QPointF(5, 5), QSizeF(10, 10)));
    }
}

void GeneChart::paintPanel(QPainter& painter, const Layout& layout, std::size_t panel) const {
    const GenePanel& of = panels_[panel];
    const QRectF& plot = layout.plots[panel];
    AccuracyAxis axis = layout.axis;
    axis.top = plot.top();
    axis.bottom = plot.bottom();
    paintGrid(painter, colours(), axis, plot.left(), plot.right(), plot.left() == layout.plots.front().left());
    painter.setFont(Theme::font(kTitleFont));
    painter.setPen(colours().text);
    const QRectF title(plot.left(), plot.top() - kTitle, plot.width(), kTitle - 2);
    painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(painter.font()).elidedText(geneTitle(of.gene), Qt::ElideRight, title.width()));
    std::vector<QPointF> inside, below, ringed;
    for (const GenePanel::Dot& dot : of.dots) {
        const QPointF at = place(layout, panel, of, dot);
        (axis.shows(dot.accuracy) ? inside : below).push_back(at);
        if (dot.trial == chosen())
            ringed.push_back(at);
    }
    const QColor colour = mixed(colours().card, theme().seriesColour(0), 0.5);
    drawDots(painter, inside, 2, colour);
    drawBelow(painter, below, colour);
    for (std::size_t choice = 0; choice < of.choices.size(); ++choice) {
        if (of.choices[choice].trials > 0) {
            const bool shown = axis.shows(of.choices[choice].mean); // else at the edge, and not quite there
            painter.setPen(shown ? QPen(colours().text, 2, Qt::SolidLine, Qt::FlatCap)
                                 : QPen(colours().muted, 2, Qt::DotLine, Qt::FlatCap));
            const double width = widthOf(plot, of), y = axis.y(of.choices[choice].mean);
            const double middle = plot.left() + (static_cast<double>(choice) + 0.5) * width, half = kBar / 2 * width;
            painter.drawLine(QPointF(middle - half, y), QPointF(middle + half, y));
        }
    }
    painter.setBrush(Qt::NoBrush);
    for (const QPointF& at : ringed) {
        painter.setPen(QPen(colours().accent, 2));
        painter.drawEllipse(at, 5, 5);
    }
}

// Names stand on two lines by turns where one is too short for them; of numbers those that fit are written.
void GeneChart::paintLabels(QPainter& painter, const Layout& layout, std::size_t panel) const {
    const GenePanel& of = panels_[panel];
    const QRectF& plot = layout.plots[panel];
    painter.setFont(Theme::font(kFont));
    painter.setPen(colours().muted);
    const QFontMetricsF metrics(painter.font());
    const double width = widthOf(plot, of);
    const bool twoLines = of.named && widestOf(metrics, of.labels) + 4 > width;
    double free = plot.left() - kGap;
    for (int i = 0; i < of.labels.size(); ++i) {
        const QString label =
            of.named ? metrics.elidedText(of.labels[i], Qt::ElideRight, (twoLines ? 2 : 1) * width - 3) : of.labels[i];
        const double wide = metrics.horizontalAdvance(label) + 1, middle = plot.left() + (i + 0.5) * width;
        const double left =
            std::clamp(middle - wide / 2, plot.left() - 2, std::max(plot.left(), plot.right() - wide + 2));
        if (of.named || left >= free) {
            const double line = plot.bottom() + 4 + (twoLines && i % 2 == 1 ? kLine : 0);
            painter.drawText(QRectF(left, line, wide, kLine), Qt::AlignCenter | Qt::TextDontClip, label);
            free = left + wide + 5;
        }
    }
}

} // namespace belfry

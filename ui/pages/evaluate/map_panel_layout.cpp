// Widgets, layout and wiring of the map.
#include "ui/charts/chart_buttons.h"
#include "ui/charts/scatter_plot.h"
#include "ui/pages/evaluate/decision_bar.h"
#include "ui/pages/evaluate/map_legend.h"
#include "ui/pages/evaluate/map_panel.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"

#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>

namespace belfry {
namespace {

constexpr int kBarSteps = 1000, kLeastBox = 120;
constexpr double kButtonZoom = 1.6, kReading = 0.25; // of the bar, before there is a layout

} // namespace

void MapPanel::makeWidgets(const Theme& theme) {
    const Parts parts(this);
    layer_ = parts.field(new ComboBox(this), "Layer", "mapLayerField",
                         QT_TR_NOOP("Pictures are near each other that this layer makes much the same of. The last one "
                                    "is what the answer is made from."));
    colouring_ =
        parts.field(new ComboBox(this), "Colour", "mapColoursField", QT_TR_NOOP("What the points' colours tell"));
    layer_->setMinimumWidth(kLeastBox);
    colouring_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    colouring_->setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed);
    const auto tool = [&](const char* name, const char* english, const char* text, const char* help) {
        auto* button = new ChartButton(theme, QLatin1String(name), QLatin1String(english), this);
        parts.translate(button, text, [button](const QString& said) { button->setText(said); });
        parts.help(button, help);
        return button;
    };
    lasso_ = tool("mapLassoButton", "Lasso", QT_TR_NOOP("Lasso"),
                  QT_TR_NOOP("Drag round the pictures to select them (L, or drag with Shift)"));
    lasso_->setCheckable(true);
    nearer_ = tool("mapZoomInButton", "Zoom in", QT_TR_NOOP("+"), QT_TR_NOOP("Closer (+, or the wheel)"));
    further_ = tool("mapZoomOutButton", "Zoom out", QT_TR_NOOP("−"), QT_TR_NOOP("Further away (−, or the wheel)"));
    whole_ = tool("mapWholeButton", "Fit", QT_TR_NOOP("Fit"), QT_TR_NOOP("All of the map (0, or a double click)"));
    save_ = parts.button("quiet", QT_TR_NOOP("Save map…"),
                         QT_TR_NOOP("The map as a picture, its points as a table, or a folder for TensorBoard's "
                                    "projector"),
                         "Save map");
    saveMenu_ = new QMenu(this);
    saveMenu_->setObjectName(QStringLiteral("saveMapMenu"));
    progress_ = parts.progress("mapBar", "Laying out", kBarSteps);
    note_ = parts.elided("muted", "mapNote");
    hovered_ = parts.elided("muted", "mapHovered");
    plot_ = new ScatterPlot(theme, "pictureMap", "Map of the pictures", this);
    legend_ = new MapLegend(theme, this);
    decisions_ = new DecisionBar(this);
}

void MapPanel::layOut() {
    const Parts parts(this);
    append(titleRow(), {{note_, 1}, lasso_, nearer_, further_, whole_, save_});
    append(body(), {rowOf(8, {parts.caption(QT_TR_NOOP("Layer"), layer_),
                              {layer_, 3},
                              Placed::space(8),
                              parts.caption(QT_TR_NOOP("Colour"), colouring_),
                              {colouring_, 2}}),
                    progress_, Placed(rowOf(8, {{plot_, 1}, legend_}), 1), hovered_, decisions_});
}

void MapPanel::connectAll() {
    connect(&job_, &MapJob::progressed, this,
            [this](double part) { progress_->setValue(static_cast<int>(kBarSteps * kReading * part)); });
    connect(
        &job_, &MapJob::moved, this,
        [this](const MapLayout& layout) {
            progress_->setValue(static_cast<int>(kBarSteps * (kReading + (1 - kReading) * layout.refined)));
            showLayout(layout);
        });
    connect(&job_, &MapJob::placed, this, [this](const MapPoint& place) { showGuest(place); });
    connect(&job_, &MapJob::failed, this, [this](const Text& sentence) {
        problem_ = sentence;
        showTexts();
        if (!plot_->points().empty())
            Q_EMIT failed(sentence); // the plot cannot say it
    });
    connect(&pictures_, &PictureCache::arrived, plot_, qOverload<>(&QWidget::update));
    connect(&pictures_, &PictureCache::failed, this, &MapPanel::failed);
    connect(decisions_, &DecisionBar::trainAgainRequested, this, &MapPanel::trainAgainRequested);
    connect(decisions_, &DecisionBar::failed, this, &MapPanel::failed);
    connect(decisions_, &DecisionBar::decided, this, [this] { showHovered(plot_->hovered()); });
    connect(save_, &QPushButton::clicked, this, &MapPanel::openSaveMenu);
    connect(layer_, &QComboBox::currentIndexChanged, this, &MapPanel::start);
    connect(colouring_, &QComboBox::currentIndexChanged, this, &MapPanel::colour);
    connect(legend_, &MapLegend::dimmedChanged, this, &MapPanel::colour);
    connect(&theme_, &Theme::changed, this, &MapPanel::colour);
}

void MapPanel::connectPlot() {
    plot_->setTips([this](int point) { return tipOf(point); });
    plot_->setPictures([this](int point) { return pictures_.picture(images_.at(static_cast<std::size_t>(point))); });
    connect(
        plot_, &ScatterPlot::selectionChanged, this,
        [this] {
            decisions_->setChosen(chosen());
            showHovered(plot_->hovered());
            Q_EMIT chosenChanged();
        });
    connect(plot_, &ScatterPlot::opened, this,
            [this](int point) { Q_EMIT opened(images_.at(static_cast<std::size_t>(point))); });
    connect(plot_, &ScatterPlot::hoverChanged, this, &MapPanel::showHovered);
    connect(plot_, &ScatterPlot::lassoChanged, lasso_, &QPushButton::setChecked);
    connect(lasso_, &QPushButton::toggled, plot_, &ScatterPlot::setLasso);
    connect(
        nearer_, &QPushButton::clicked, plot_, [this] { plot_->zoomBy(kButtonZoom); });
    connect(further_, &QPushButton::clicked, plot_, [this] { plot_->zoomBy(1 / kButtonZoom); });
    connect(whole_, &QPushButton::clicked, plot_, &ScatterPlot::showWhole);
}

} // namespace belfry

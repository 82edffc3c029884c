#include "ui/pages/evaluate/map_panel.h"

#include "ui/charts/chart_buttons.h"
#include "ui/charts/scatter_plot.h"
#include "ui/foundation/keep_translated.h"
#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"
#include "ui/pages/evaluate/decision_bar.h"
#include "ui/pages/evaluate/map_legend.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/pictures.h"

#include <QProgressBar>
#include <algorithm>
#include <utility>

namespace belfry {
namespace {

std::vector<ScatterPoint> scatterPoints(const std::vector<MapPoint>& points) {
    std::vector<ScatterPoint> places;
    places.reserve(points.size());
    for (const MapPoint& point : points)
        places.push_back({point.x, point.y});
    return places;
}

} // namespace

MapPanel::MapPanel(const Theme& theme, QWidget* parent) : Card({}, parent), theme_(theme) {
    setObjectName(QStringLiteral("mapPanel"));
    makeWidgets(theme);
    layOut();
    connectAll();
    connectPlot();
    keepTranslated(this, [this] {
        setTitle(tr("Map of the pictures"));
        fillColours();
        colour();
        showTexts();
    });
}

void MapPanel::setReport(const Report& report) {
    job_.stop();
    report_ = report;
    started_ = false;
    images_.clear();
    layout_ = {};
    problem_ = {};
    plot_->setPoints({});
    decisions_->setReport(report);
    pictures_.setStore(report ? report->images : nullptr, report ? report->snapshot->blueprint->image : ImageShape());
    fillLayers();
    fillColours();
    showGuest(std::nullopt);
    if (isVisible())
        start();
    showTexts();
}

void MapPanel::showEvent(QShowEvent* event) {
    Card::showEvent(event);
    if (!started_)
        start();
    placeDrawn();
}

void MapPanel::start() {
    if (!report_ || layers_.empty() || layer_->currentIndex() < 0)
        return;
    started_ = true;
    problem_ = {};
    const MapLayer& layer = layers_[static_cast<std::size_t>(layer_->currentIndex())];
    std::vector<std::int64_t> images = mapImages(report_->evaluation.images(), layer.width);
    if (images != images_) {
        images_ = std::move(images);
        plot_->setPoints({});
    }
    layout_ = {};
    progress_->setValue(0);
    job_.start({report_->snapshot, report_->images, images_, layer.layer});
    placeDrawn();
    showTexts();
}

void MapPanel::showLayout(const MapLayout& layout) {
    layout_ = layout;
    std::vector<ScatterPoint> places = scatterPoints(layout.points);
    if (plot_->points().size() == places.size()) {
        plot_->movePoints(std::move(places)); // what is selected and looked at stays
    } else {
        plot_->setPoints(std::move(places));
        colour();
    }
    if (layout.placed)
        showGuest(layout.placed);
    showTexts();
}

void MapPanel::colour() {
    if (!report_ || plot_->points().empty())
        return;
    MapLooks found = looks();
    legend_->setLooks(found);
    plot_->setLooks({std::move(found.ofPoint), std::move(found.colours), legend_->dimmed(), std::move(found.raised)});
}

MapColouring MapPanel::colouring() const { return static_cast<MapColouring>(colouring_->currentData().toInt()); }

MapLooks MapPanel::looks() const { return mapLooks(colouring(), *report_, images_, theme_); }

std::vector<std::int64_t> MapPanel::chosen() const {
    std::vector<std::int64_t> images;
    for (const int point : plot_->selection())
        images.push_back(images_.at(static_cast<std::size_t>(point)));
    return images;
}

void MapPanel::choose(const std::vector<std::int64_t>& images) {
    std::vector<int> points;
    for (const std::int64_t image : images)
        if (const auto at = std::ranges::lower_bound(images_, image); at != images_.end() && *at == image)
            points.push_back(static_cast<int>(at - images_.begin()));
    plot_->select(std::move(points));
    decisions_->setChosen(chosen());
}

void MapPanel::showDrawn(const std::shared_ptr<const Snapshot>& snapshot, const std::vector<std::uint8_t>& picture) {
    padSnapshot_ = snapshot;
    drawn_ = picture;
    if (isVisible())
        placeDrawn();
}

// Weights of a run in progress and those of its file are two values.
bool MapPanel::isOfPad() const {
    if (!report_ || !padSnapshot_)
        return false;
    const Snapshot &ours = *report_->snapshot, &pads = *padSnapshot_;
    return &ours == &pads || (ours.step == pads.step && ours.classes == pads.classes &&
                              ours.blueprint->image == pads.blueprint->image && ours.weights == pads.weights);
}

void MapPanel::placeDrawn() {
    if (!drawn_.empty() && started_ && isOfPad()) {
        job_.place(drawn_);
        return;
    }
    job_.forgetPlaced();
    showGuest(std::nullopt);
}

void MapPanel::showGuest(const std::optional<MapPoint>& place) {
    if (!place) {
        plot_->setGuest(std::nullopt);
        return;
    }
    plot_->setGuest(ScatterPoint{place->x, place->y}, imageFromBytes(drawn_, report_->snapshot->blueprint->image));
}

void MapPanel::fillLayers() {
    const QSignalBlocker quiet(layer_);
    layers_.clear();
    layer_->clear();
    if (report_ == nullptr)
        return;
    layers_ = mapLayers(*report_->snapshot->blueprint);
    const std::size_t usual = layers_.empty() ? 0 : usualMapLayer(*report_->snapshot->blueprint);
    for (const MapLayer& layer : layers_) {
        layer_->addItem(
            QStringLiteral("%1 · %2").arg(QString::fromStdString(layer.id), QString::fromStdString(layer.name)));
        if (layer.layer == usual)
            layer_->setCurrentIndex(layer_->count() - 1);
    }
    layer_->setEnabled(!layers_.empty());
}

void MapPanel::fillColours() {
    const QSignalBlocker quiet(colouring_);
    const QVariant before = colouring_->currentData();
    colouring_->clear();
    for (const auto& [text, kind] : {std::pair{tr("class"), MapColouring::Class},
                                     {tr("answer"), MapColouring::Answer},
                                     {tr("right or wrong"), MapColouring::Error},
                                     {tr("confidence"), MapColouring::Confidence},
                                     {tr("split"), MapColouring::Split}})
        if (kind != MapColouring::Split || (report_ && report_->splits))
            colouring_->addItem(text, static_cast<int>(kind));
    colouring_->setCurrentIndex(std::max(colouring_->findData(before), 0));
}

QString MapPanel::noteText() const {
    if (!report_ || plot_->points().empty())
        return {};
    const auto shown = std::ssize(images_);
    const std::int64_t all = report_->evaluation.images();
    if (!layout_.finished)
        return tr("refining: %1").arg(percentText(layout_.refined, 0));
    constexpr int kLeast = 10; // as PictureMap
    if (shown < kLeast)
        return tr("principal components: too few pictures to refine");
    return shown < all ? tr("%1 of %2 pictures, evenly taken").arg(countText(shown), countText(all))
                       : tr("%1 pictures").arg(countText(all));
}

QString MapPanel::emptyText() const {
    if (!problem_.empty())
        return translated(problem_);
    if (!report_)
        return tr("Evaluate a network first.");
    if (layers_.empty())
        return tr("This network has no layer to lay pictures out by: its last layer gets the picture itself.");
    return tr("Computing what the layer makes of %1 pictures…").arg(countText(std::ssize(images_)));
}

void MapPanel::showTexts() {
    plot_->setEmptyText([this] { return emptyText(); });
    note_->setText(noteText());
    progress_->setVisible(started_ && problem_.empty() && !layout_.finished);
    save_->setEnabled(isWhole() && !saving_);
    legend_->setVisible(!plot_->points().empty());
    showHovered(plot_->hovered());
}

QString MapPanel::pictureName(std::int64_t image) const {
    const auto at = static_cast<std::size_t>(image);
    if (at < report_->drawings.files.size())
        return QString::fromStdString(report_->drawings.files[at].filename().string());
    const std::string name = report_->images->name(image);
    return name.empty() ? tr("image %1").arg(image) : QString::fromStdString(name);
}

QString MapPanel::tipOf(int point) const {
    const std::int64_t image = images_.at(static_cast<std::size_t>(point));
    const auto at = static_cast<std::size_t>(image);
    const Evaluation& evaluation = report_->evaluation;
    const auto className = [this](int label) {
        return QString::fromStdString(report_->snapshot->classes.at(static_cast<std::size_t>(label)));
    };
    const int answer = evaluation.answers[at];
    const QString known = tr("%1: true class %2, predicted %3, confidence %4")
                              .arg(pictureName(image), className(evaluation.labels[at]), className(answer),
                                   percentText(double{evaluation.probability(image, answer)}, 0));
    const QString decision = decisions_->decisionOn(image);
    return decision.isEmpty() ? known : QStringLiteral("%1; %2").arg(known, decision);
}

void MapPanel::showHovered(int point) {
    const int shown = point >= 0 ? point : plot_->current();
    hovered_->setText(shown >= 0 ? tipOf(shown) : QString());
}

} // namespace belfry

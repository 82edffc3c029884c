#include "ui/dialogs/layers/layers_pane.h"

#include "ui/dialogs/layers/heat_text.h"
#include "ui/dialogs/layers/layer_maps_view.h"
#include "ui/dialogs/layers/layer_table.h"
#include "ui/foundation/number_text.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/heat_view.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"

#include <QLabel>
#include <utility>

namespace belfry {
namespace {

constexpr std::int64_t kHealthImages = 128;
constexpr int kListWidth = 284; // pixels

} // namespace

LayersPane::LayersPane(const Theme& theme, QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("layersPane"));
    layOut(theme);
    connectService();
    keepTranslated(this, [this] { showTexts(); });
}

void LayersPane::layOut(const Theme& theme) {
    const Parts parts(this);
    name_ = parts.elided("title", "paneNetwork");
    answer_ = parts.elided("", "paneAnswer");
    kind_ = parts.elided("muted", "paneHeatKind");
    table_ = new LayerTable(this);
    heat_ = new HeatView(theme, this);
    scale_ = new HeatScale(theme, this);
    maps_ = new LayerMapsView(theme, this);
    problemText_ = parts.sentence("warning", "paneProblem");
    auto* list = new QWidget(this);
    list->setFixedWidth(kListWidth);
    fillWith(list, columnOf(8, {name_,
                                {table_, 1},
                                rowOf(12, {heat_, {columnOf(4, {answer_, kind_, scale_, Placed::stretch()}), 1}})}));
    fillWith(this, columnOf(8, {problemText_, {rowOf(16, {list, {maps_, 1}}), 1}}));
}

void LayersPane::connectService() {
    connect(&service_, &ExplainService::looked, this, &LayersPane::look);
    connect(&service_, &ExplainService::layersSeen, this, [this](const std::shared_ptr<const SeenLayers>& seen) {
        problem_ = {};
        seen_ = seen;
        table_->setLayers(*snapshot_->blueprint, seen_->maps);
        showTexts();
    });
    connect(&service_, &ExplainService::healthChecked, this, [this](const std::vector<LayerHealth>& health) {
        table_->setHealth(health, sample_);
        showLayer();
    });
    connect(&service_, &ExplainService::failed, this, [this](const Text& sentence) {
        problem_ = sentence;
        showTexts();
    });
    // Without the data there are no marks of dead units; all else is there.
    connect(&samples_, &SampleLoader::loaded, this, [this](const SampleLoader::Pictures& pictures, std::int64_t count) {
        sample_ = count;
        service_.wantHealth(pictures);
    });
    connect(table_, &LayerTable::layerChosen, this, [this](int row) {
        showLayer();
        Q_EMIT layerChosen(table_->nameAt(row));
    });
}

void LayersPane::setNetwork(const std::shared_ptr<const Snapshot>& snapshot, const std::filesystem::path& run,
                            const TranslatableText& hint) {
    noNetwork_ = hint;
    const bool other = snapshot_ == nullptr || snapshot == nullptr || snapshot_->blueprint != snapshot->blueprint ||
                       snapshot_->data != snapshot->data || run_ != run;
    snapshot_ = snapshot;
    run_ = run;
    if (snapshot_ == nullptr || std::ssize(picture_) != snapshot_->blueprint->image.bytes())
        setPicture({}); // it was made for the other network
    if (other) {
        forgetSeen();
        sampled_ = false;
        samples_.stop();
        service_.wantHealth(nullptr);
        table_->setHealth({}, 0);
    }
    service_.setSnapshot(snapshot_);
    if (isVisible())
        askForSample();
    showTexts();
}

void LayersPane::setPicture(const std::vector<std::uint8_t>& picture) {
    picture_ = picture;
    if (picture_.empty()) {
        service_.forget();
        forgetSeen();
    } else {
        service_.ask(picture_);
    }
    showTexts();
}

void LayersPane::forgetSeen() {
    seen_ = nullptr;
    map_ = {};
    heat_->clear();
    scale_->setPeak({});
}

void LayersPane::look(const HeatMap& map, const std::vector<std::uint8_t>& picture) {
    problem_ = {};
    map_ = map;
    heat_->setMap(map, picture, snapshot_->blueprint->image, classNameOf(*snapshot_, map.label));
    scale_->setPeak(map.peak);
    showTexts();
}

TranslatableText LayersPane::hint() const {
    if (snapshot_ == nullptr)
        return noNetwork_;
    if (picture_.empty())
        return [] { return tr("Nothing is drawn yet. Draw on the pad, or show a test picture on it."); };
    if (seen_ == nullptr)
        return [] {
            return ExplainService::isTraining()
                       ? tr("Looking… The run in progress comes first, which may take a while.")
                       : tr("Looking…");
        };
    return {};
}

void LayersPane::showTexts() {
    name_->setText(snapshot_ != nullptr ? networkName(*snapshot_) : tr("No network"));
    const bool known = !map_.values.empty();
    answer_->setText(known ? answerText(*snapshot_, map_) : dashText());
    kind_->setText(known ? kindText(*snapshot_, map_) : QString());
    showSentence(problemText_, translated(problem_));
    showLayer();
}

void LayersPane::showLayer() {
    const int row = table_->layer();
    if (seen_ == nullptr || snapshot_ == nullptr || row < 0)
        maps_->showHint(hint());
    else
        maps_->showLayer(snapshot_, seen_, row, table_->deadOf(seen_->maps[static_cast<std::size_t>(row)].layer));
}

void LayersPane::askForSample() {
    if (snapshot_ != nullptr && !std::exchange(sampled_, true))
        samples_.load(run_, snapshot_, kHealthImages);
}

void LayersPane::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    askForSample();
    service_.wantHeatMap(true);
    service_.wantLayers(true);
}

void LayersPane::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    service_.wantHeatMap(false);
    service_.wantLayers(false);
}

QString LayersPane::networkName(const Snapshot& snapshot) {
    if (snapshot.source == "pretrained network")
        return tr("Pretrained network");
    return tr("%1, step %2").arg(QString::fromStdString(snapshot.source), countText(snapshot.step));
}

} // namespace belfry

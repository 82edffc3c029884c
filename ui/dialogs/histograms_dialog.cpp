#include "ui/dialogs/histograms_dialog.h"

#include "ui/charts/ridge_grid.h"
#include "ui/charts/ridge_plot.h"
#include "ui/charts/ticks.h"
#include "ui/foundation/number_text.h"
#include "ui/foundation/screen_fit.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/scrolled.h"

#include <QLabel>
#include <QPushButton>
#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace belfry {
namespace {

constexpr std::size_t kTileBins = 60, kPlotBins = 120;
constexpr std::array kKinds{VectorKind::Activations, VectorKind::Gradients, VectorKind::Weights};

// "conv1/weight/gradients" -> "conv1 weight": the kind is chosen above.
QString titleOf(const std::string& name) {
    QString title = QString::fromStdString(name);
    for (const char* kind : {"/activations", "/gradients"})
        if (title.endsWith(QLatin1String(kind)))
            title.chop(static_cast<qsizetype>(qstrlen(kind)));
    return title.replace('/', ' ');
}

double deviationOf(const Distribution& numbers) {
    const double count = static_cast<double>(std::max<std::int64_t>(numbers.count, 1)), mean = numbers.sum / count;
    return std::sqrt(std::max(numbers.squares / count - mean * mean, 0.0));
}

} // namespace

HistogramsDialog::HistogramsDialog(const Theme& theme, QWidget* parent) : QDialog(parent) {
    setObjectName(QStringLiteral("histogramsDialog"));
    setModal(false);
    layOut(theme);
    resizeWithinScreen(this, {860, 580});
    connect(
        kind_, &QComboBox::currentIndexChanged, this,
        [this] {
            enlarged_.clear();
            refresh();
        });
    connect(vector_, &QComboBox::activated, this, [this] { enlarge(vector_->currentData().toString().toStdString()); });
    connect(back_, &QPushButton::clicked, this, &HistogramsDialog::showAll);
    connect(
        grid_, &RidgeGrid::opened, this, [this](int tile) { enlarge(tiles_.at(static_cast<std::size_t>(tile))); });
    connect(grid_, &RidgeGrid::sought, this, [this](const QRect& part) {
        scroll_->ensureVisible(part.center().x(), part.center().y(), part.width() / 2, part.height() / 2);
    });
    keepTranslated(this, [this] {
        fillKinds();
        refresh();
    });
}

void HistogramsDialog::layOut(const Theme& theme) {
    const Parts parts(this);
    kind_ = parts.field(new ComboBox(this), "Numbers", "histogramKind",
                        QT_TR_NOOP("Activations: what each layer makes of the same 64 validation images, or fewer. "
                                   "Gradients: of the loss, averaged over the step's images"));
    vector_ = parts.field(new ComboBox(this), "Layer", "histogramVector");
    vector_->setMinimumWidth(200);
    back_ = parts.button("quiet", QT_TR_NOOP("All layers"), QT_TR_NOOP("Shows all layers again (Esc)"));
    caption_ = parts.sentence("muted", "histogramCaption");
    faults_ = parts.sentence("warning", "histogramFaults");
    empty_ = parts.sentence("muted", "histogramsEmpty");
    empty_->setAlignment(Qt::AlignCenter);
    facts_ = parts.sentence("muted", "histogramFacts");
    grid_ = new RidgeGrid(theme, this);
    plot_ = new RidgePlot(theme, this);
    scroll_ = scrolled(grid_, "histogramScroll", this);
    fillWith(this,
             columnOf(8, {rowOf(8, {kind_, vector_, back_, Placed::stretch()}),
                          caption_,
                          faults_,
                          {scroll_, 1},
                          {plot_, 1},
                          facts_,
                          {empty_, 1}}),
             kPageMargins);
}

void HistogramsDialog::fillKinds() {
    const int chosen = std::max(kind_->currentIndex(), 0);
    const QSignalBlocker quiet(kind_);
    kind_->clear();
    kind_->addItems({tr("Activations"), tr("Gradients"), tr("Weights")}); // as kKinds
    kind_->setCurrentIndex(chosen);
}

VectorKind HistogramsDialog::kind() const {
    return kKinds.at(static_cast<std::size_t>(std::max(kind_->currentIndex(), 0)));
}

void HistogramsDialog::setKind(VectorKind kind) {
    kind_->setCurrentIndex(static_cast<int>(std::ranges::find(kKinds, kind) - kKinds.begin()));
}

void HistogramsDialog::setRun(const QString& name, const TranslatableText& emptyText) {
    run_ = name;
    enlarged_.clear();
    setSteps({}, emptyText);
}

void HistogramsDialog::setSteps(std::vector<Distributions> steps, const TranslatableText& emptyText) {
    steps_ = std::move(steps);
    emptyText_ = emptyText;
    if (isVisible())
        refresh();
}

void HistogramsDialog::enlarge(const std::string& vector) {
    enlarged_ = vector;
    refresh();
    plot_->setFocus(Qt::OtherFocusReason);
}

void HistogramsDialog::showAll() {
    enlarged_.clear();
    refresh();
    grid_->setFocus(Qt::OtherFocusReason);
}

void HistogramsDialog::reject() {
    if (enlarged_.empty())
        QDialog::reject();
    else
        showAll();
}

void HistogramsDialog::showEvent(QShowEvent* event) {
    refresh();
    QDialog::showEvent(event);
}

const Distributions::Vector* HistogramsDialog::newest(const std::string& name) const {
    if (steps_.empty())
        return nullptr;
    const auto& vectors = steps_.back().vectors;
    const auto found = std::ranges::find(vectors, name, &Distributions::Vector::name);
    return found == vectors.end() ? nullptr : &*found;
}

std::vector<std::string> HistogramsDialog::namesOf(bool firstOnly) const {
    std::vector<std::string> names;
    std::set<std::string> layers;
    if (steps_.empty())
        return names;
    for (const Distributions::Vector& vector : steps_.back().vectors)
        if (kindOfVector(vector.name) == kind() && (layers.insert(layerOfVector(vector.name)).second || !firstOnly))
            names.push_back(vector.name);
    return names;
}

void HistogramsDialog::refresh() {
    if (newest(enlarged_) == nullptr || kindOfVector(enlarged_) != kind())
        enlarged_.clear(); // another network
    const bool some = !steps_.empty(), large = !enlarged_.empty();
    setWindowTitle(run_.isEmpty() ? tr("Histograms") : tr("Histograms of “%1”").arg(run_));
    caption_->setText(
        large ? tr("Each ridge is one histogram, the newest in front; heights are square roots of shares, without "
                   "exact zeros.")
              : tr("Each ridge is one histogram, the newest in front. Click a layer to enlarge it."));
    empty_->setText(emptyText_.text());
    for (QWidget* part : std::initializer_list<QWidget*>{kind_, caption_})
        part->setVisible(some);
    empty_->setVisible(!some);
    scroll_->setVisible(some && !large);
    for (QWidget* part : std::initializer_list<QWidget*>{plot_, facts_, vector_, back_})
        part->setVisible(some && large);
    fillVectors();
    showFaults();
    if (large)
        showPlot();
    else
        showTiles();
}

void HistogramsDialog::fillVectors() {
    const QSignalBlocker quiet(vector_);
    vector_->clear();
    for (const std::string& name : namesOf(false))
        vector_->addItem(titleOf(name), QString::fromStdString(name));
    vector_->setCurrentIndex(vector_->findData(QString::fromStdString(enlarged_)));
}

// Of the layers in sight, at the newest step.
void HistogramsDialog::showFaults() {
    constexpr std::size_t kMost = 3; // more would push the layers out of the dialog
    QStringList sentences;
    for (const std::string& name : enlarged_.empty() ? namesOf(true) : std::vector<std::string>{enlarged_})
        if (const Text fault = faultText(*newest(name)); !fault.empty())
            sentences << translated(fault);
    const auto more = sentences.size() - static_cast<qsizetype>(kMost);
    if (more > 0)
        sentences = sentences.first(static_cast<qsizetype>(kMost))
                    << translated(Text::plural("%n more layers are marked.", "%n more layer is marked.", more));
    showSentence(faults_, sentences.join('\n'));
}

void HistogramsDialog::showTiles() {
    tiles_ = namesOf(true);
    std::vector<RidgeTile> tiles;
    for (const std::string& name : tiles_)
        tiles.push_back({titleOf(name), ridgePictureOf(steps_, name, kTileBins), translated(faultText(*newest(name)))});
    grid_->setTiles(std::move(tiles));
}

void HistogramsDialog::showPlot() {
    plot_->setPicture(ridgePictureOf(steps_, enlarged_, kPlotBins));
    const Distribution& numbers = newest(enlarged_)->numbers;
    const auto text = [](double value) { return valueText(value, YFormat::Number); };
    if (numbers.count == 0)
        return facts_->setText(tr("Step %1: no finite numbers").arg(countText(steps_.back().step)));
    const QString facts =
        tr("Step %1: %2 numbers from %3 to %4, mean %5, standard deviation %6")
            .arg(countText(steps_.back().step), countText(numbers.count), text(numbers.min), text(numbers.max),
                 text(numbers.sum / static_cast<double>(numbers.count)), text(deviationOf(numbers)));
    facts_->setText(numbers.zeros == 0 ? facts
                                       : tr("%1; %2 are exactly 0").arg(facts, percentText(numbers.sparsity())));
}

} // namespace belfry

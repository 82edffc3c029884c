#include "ui/dialogs/layers/layers_dialog.h"

#include "core/runs/weights_file.h"
#include "ui/dialogs/layers/layer_table.h"
#include "ui/dialogs/layers/layers_pane.h"
#include "ui/dialogs/weights_choice.h"
#include "ui/foundation/screen_fit.h"
#include "ui/widgets/layer_labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/splitter.h"

#include <QLabel>
#include <QPushButton>

namespace belfry {
namespace {

constexpr QSize kAlone{860, 620}, kComparing{1240, 640};

} // namespace

LayersDialog::LayersDialog(const Theme& theme, QWidget* parent) : QDialog(parent) {
    setObjectName(QStringLiteral("layersDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(false);
    layOut(theme);
    connectAll();
    keepTranslated(this, [this] {
        setWindowTitle(tr("What each layer sees"));
        showTexts();
    });
}

LayersDialog::~LayersDialog() = default;

void LayersDialog::layOut(const Theme& theme) {
    const Parts parts(this);
    remarkText_ = parts.sentence("muted", "layersRemark");
    compare_ = parts.chip(QT_TR_NOOP("Compare"), QT_TR_NOOP("Shows what another run's network, or another checkpoint, "
                                                            "makes of the same picture"));
    choice_ = new WeightsChoice("compared", WeightsChoice::kComparedHelp, this);
    choice_->hide();
    pane_ = new LayersPane(theme, this);
    other_ = new LayersPane(theme, this);
    other_->setObjectName(QStringLiteral("comparedPane"));
    other_->hide();
    panes_ = new Splitter(Qt::Horizontal, "layersSplitter", 16, this);
    panes_->add(pane_, 1)->add(other_, 1);
    auto* close = parts.button("", QT_TR_NOOP("Close"), nullptr, "Close layers");
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    fillWith(this,
             columnOf(8, {remarkText_, {panes_, 1}, rowOf(8, {compare_, {choice_, 1}, Placed::stretch(), close})}),
             kPageMargins);
    resizeWithinScreen(this, kAlone);
}

void LayersDialog::connectAll() {
    connect(compare_, &QPushButton::toggled, this, &LayersDialog::compare);
    connect(&loader_, &RunLoader::listed, this, [this](const std::vector<RunSummary>& runs) {
        choice_->setRuns(runs);
        readWeights();
    });
    const auto fail = [this](const Text& sentence) {
        problem_ = sentence;
        compared_ = nullptr;
        showOther();
    };
    connect(&loader_, &RunLoader::failed, this, fail);
    connect(&loader_, &RunLoader::unreadable, this, fail);
    connect(choice_, &WeightsChoice::runChosen, this, &LayersDialog::readWeights);
    connect(choice_, &WeightsChoice::changed, this, &LayersDialog::readNetwork);
    // The same layer of both, where both have one of that name.
    connect(
        pane_, &LayersPane::layerChosen, this, [this](const QString& name) { other_->layers()->chooseNamed(name); });
    connect(other_, &LayersPane::layerChosen, this,
            [this](const QString& name) { pane_->layers()->chooseNamed(name); });
}

void LayersDialog::setNetwork(const std::shared_ptr<const Snapshot>& snapshot, const std::filesystem::path& run) {
    pane_->setNetwork(snapshot, run,
                      [] { return tr("There is no network to look into yet. Press Start to train one."); });
    showOther();
}

void LayersDialog::setPicture(const std::vector<std::uint8_t>& picture) {
    picture_ = picture;
    pane_->setPicture(picture);
    showOther();
}

void LayersDialog::setRemark(const TranslatableText& sentence) {
    remark_ = sentence;
    showTexts();
}

void LayersDialog::compare(bool on) {
    choice_->setVisible(on);
    other_->setVisible(on);
    if (on && width() < kComparing.width()) {
        resizeWithinScreen(this, kComparing.expandedTo(size()));
        moveWithinScreen(this); // it grows to the right, where there may be no room
    }
    loader_.watch(on);
    if (on) {
        other_->layers()->chooseNamed(pane_->layers()->nameAt(pane_->layers()->layer()));
        readWeights();
    }
}

void LayersDialog::readWeights() {
    if (!compare_->isChecked())
        return;
    const std::filesystem::path run = choice_->run();
    loader_.read<RunWeights>([run] { return WeightsChoice::weightsOf(run); },
                             [this, run](const RunWeights& weights) {
                                 if (choice_->run() == run)
                                     choice_->setWeights(weights);
                             });
}

void LayersDialog::readNetwork() {
    const std::filesystem::path file = choice_->file();
    if (!compare_->isChecked() || file == comparedFile_)
        return;
    comparedFile_ = file;
    compared_ = nullptr;
    problem_ = {};
    showOther();
    if (file.empty())
        return;
    loader_.read<std::shared_ptr<const Snapshot>>(
        [file, shipped = choice_->run().empty()]() -> std::shared_ptr<const Snapshot> {
            auto snapshot = std::make_shared<Snapshot>(*loadSnapshot(file));
            if (shipped)
                snapshot->source = "pretrained network";
            return snapshot;
        },
        [this, file](const std::shared_ptr<const Snapshot>& snapshot) {
            if (file != comparedFile_)
                return;
            compared_ = snapshot;
            showOther();
        });
}

void LayersDialog::showOther() {
    const auto& shown = pane_->network();
    const bool alike =
        compared_ != nullptr && (shown == nullptr || shown->blueprint->image == compared_->blueprint->image);
    TranslatableText hint = [] { return tr("Choose a run and its weights below."); };
    if (!problem_.empty()) {
        hint = problem_;
    } else if (compared_ != nullptr && !alike) {
        const auto shapeOf = [](const ImageShape& image) {
            return shapeText({image.height, image.width, image.channels});
        };
        hint = [own = shapeOf(shown->blueprint->image), others = shapeOf(compared_->blueprint->image)] {
            return tr("That network takes pictures of %1, this one of %2. Choose a run on the same data.")
                .arg(others, own);
        };
    }
    other_->setNetwork(alike ? compared_ : nullptr, choice_->run(), hint);
    other_->setPicture(alike ? picture_ : std::vector<std::uint8_t>());
}

void LayersDialog::showTexts() { showSentence(remarkText_, remark_.text()); }

} // namespace belfry

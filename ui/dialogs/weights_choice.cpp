#include "ui/dialogs/weights_choice.h"

#include "core/base/files.h"
#include "ui/foundation/number_text.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/plan_text.h"
#include "ui/widgets/run_state_text.h"

#include <QLabel>
#include <algorithm>
#include <tuple>

namespace belfry {
namespace {

namespace fs = std::filesystem;

constexpr int kRunWidth = 180, kBoxWidth = 132;

QString textOf(const fs::path& path) { return QString::fromStdString(path.string()); }

} // namespace

WeightsChoice::WeightsChoice(const char* prefix, const char* runHelp, QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("%1WeightsChoice").arg(QLatin1String(prefix)));
    const Parts parts(this);
    const QByteArray runName = QByteArray(prefix) + "RunField", weightsName = QByteArray(prefix) + "WeightsField";
    run_ = parts.field(new ComboBox(this), "Run", runName.constData(), runHelp);
    weightsBox_ = parts.field(new ComboBox(this), "Weights", weightsName.constData(),
                              QT_TR_NOOP("The best weights by validation, the final ones, or those of a checkpoint"));
    run_->setMinimumWidth(kRunWidth);
    weightsBox_->setMinimumWidth(kBoxWidth);
    fillWith(this, rowOf(8, {parts.caption(QT_TR_NOOP("Run"), run_),
                             {run_, 1},
                             Placed::space(8),
                             parts.caption(QT_TR_NOOP("Weights"), weightsBox_),
                             weightsBox_}));
    keepTranslated(this, [this] {
        fillRuns();
        fillWeights();
    });
    connect(run_, &QComboBox::currentIndexChanged, this, [this] {
        touched_ = true;
        wanted_.clear();
        weights_.clear(); // until they are read
        fillWeights();
        Q_EMIT runChosen();
        Q_EMIT changed();
    });
    connect(weightsBox_, &QComboBox::currentIndexChanged, this, &WeightsChoice::changed);
}

RunWeights WeightsChoice::weightsOf(const fs::path& run) {
    if (!run.empty())
        return runWeights(run);
    RunWeights ready;
    ready.best = readyNetworkFile();
    return ready;
}

void WeightsChoice::setRuns(const std::vector<RunSummary>& runs) {
    std::vector<RunSummary> usable;
    std::ranges::copy_if(
        runs, std::back_inserter(usable), [](const RunSummary& run) { return run.state != "damaged"; });
    const auto key = [](const RunSummary& run) { return std::tuple(run.folder, run.name, run.state); };
    const bool same = std::ranges::equal(usable, runs_, {}, key, key);
    runs_ = std::move(usable);
    if (!same || !wanted_.empty())
        fillRuns();
}

void WeightsChoice::setRun(const fs::path& folder) {
    touched_ = true;
    wanted_ = folder;
    fillRuns();
    if (weightsBox_->count() > 0)
        weightsBox_->setCurrentIndex(0); // the best
}

// Signals come only when another run is the chosen one: the list is filled again and again.
void WeightsChoice::fillRuns() {
    const bool first = run_->count() == 0;
    const fs::path before = run();
    {
        const QSignalBlocker quiet(run_);
        run_->clear();
        for (const RunSummary& run : runs_) {
            run_->addItem(runTitle(run), textOf(run.folder));
            run_->setItemData(run_->count() - 1,
                              QStringLiteral("%1, %2\n%3")
                                  .arg(networkTitle(run.network), dataTitle(run.data), QString::fromStdString(run.id)),
                              Qt::ToolTipRole);
        }
        run_->addItem(tr("Pretrained network"), QString());
        run_->setItemData(run_->count() - 1, tr("The network that ships with Belfry"), Qt::ToolTipRole);
        int place = wanted_.empty() ? -1 : run_->findData(textOf(wanted_));
        if (place >= 0) {
            wanted_.clear();
        } else {
            // Until the user has chosen, the newest run takes the ready network's place.
            place = first || (before.empty() && !touched_) ? 0 : run_->findData(textOf(before));
        }
        run_->setCurrentIndex(std::max(place, 0));
    }
    if (first || run() != before) {
        weights_.clear();
        fillWeights();
        Q_EMIT runChosen();
        Q_EMIT changed();
    }
}

fs::path WeightsChoice::run() const { return run_->currentData().toString().toStdString(); }

const RunSummary* WeightsChoice::summary() const {
    const auto found = std::ranges::find(runs_, run(), &RunSummary::folder);
    return found == runs_.end() ? nullptr : &*found;
}

void WeightsChoice::setWeights(const RunWeights& weights) {
    std::vector<fs::path> files = weights.possibleCheckpoints();
    if (weights.best)
        files.insert(files.begin(), *weights.best);
    if (files != weights_) {
        weights_ = std::move(files);
        fillWeights();
        Q_EMIT changed();
    }
}

void WeightsChoice::setNewest(const fs::path& weights) {
    if (const int place = weightsBox_->findData(textOf(weights)); place >= 0)
        weightsBox_->setCurrentIndex(place);
}

QString WeightsChoice::weightsText(const fs::path& file) const {
    const std::string name = file.stem().string();
    if (name == "best")
        return tr("best");
    if (name == "final")
        return tr("final");
    const QString text = QString::fromStdString(name); // "step-1200"
    return text.startsWith(QLatin1String("step-")) ? tr("step %1").arg(countText(text.mid(5).toLongLong()))
                                                   : tr("as shipped");
}

void WeightsChoice::fillWeights() {
    const QSignalBlocker quiet(weightsBox_);
    const QString before = weightsBox_->currentData().toString();
    weightsBox_->clear();
    for (const fs::path& file : weights_)
        weightsBox_->addItem(weightsText(file), textOf(file));
    const int place = weightsBox_->findData(before);
    weightsBox_->setCurrentIndex(weightsBox_->count() == 0 ? -1 : std::max(place, 0));
    weightsBox_->setEnabled(weightsBox_->count() > 0);
}

fs::path WeightsChoice::file() const {
    return weightsBox_->currentIndex() < 0 ? fs::path() : fs::path(weightsBox_->currentData().toString().toStdString());
}

} // namespace belfry

#include "ui/pages/evaluate/evaluation_choice.h"

#include "core/base/files.h"
#include "ui/foundation/number_text.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/fields.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <algorithm>

namespace belfry {
namespace {

namespace fs = std::filesystem;

constexpr int kRunWidth = 180, kBoxWidth = 132;

QComboBox* makeBox(const char* object, const char* name, int width, QLabel* label, QWidget* parent) {
    auto* box = new ComboBox(parent);
    box->setObjectName(QLatin1String(object));
    box->setAccessibleName(QLatin1String(name));
    box->setMinimumWidth(width);
    label->setBuddy(box);
    return box;
}

QString textOf(const fs::path& path) {
    return QString::fromStdString(path.string());
}

} // namespace

EvaluationChoice::EvaluationChoice(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("evaluationChoice"));
    runLabel_ = makeLabel({}, "muted", this);
    weightsLabel_ = makeLabel({}, "muted", this);
    splitLabel_ = makeLabel({}, "muted", this);
    run_ = makeBox("evaluatedRunField", "Run", kRunWidth, runLabel_, this);
    weightsBox_ = makeBox("evaluatedWeightsField", "Weights", kBoxWidth, weightsLabel_, this);
    split_ = makeBox("evaluatedSplitField", "Images", kBoxWidth, splitLabel_, this);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(runLabel_);
    row->addWidget(run_, 1);
    row->addSpacing(8);
    row->addWidget(weightsLabel_);
    row->addWidget(weightsBox_);
    row->addSpacing(8);
    row->addWidget(splitLabel_);
    row->addWidget(split_);
    retranslate();
    fillRuns();
    connect(run_, &QComboBox::currentIndexChanged, this, [this] {
        touched_ = true;
        wanted_.clear();
        weights_.clear(); // until they are read
        fillWeights();
        Q_EMIT runChosen();
        Q_EMIT changed();
    });
    connect(weightsBox_, &QComboBox::currentIndexChanged, this, &EvaluationChoice::changed);
    connect(split_, &QComboBox::currentIndexChanged, this, &EvaluationChoice::changed);
}

void EvaluationChoice::setRuns(const std::vector<RunSummary>& runs) {
    std::vector<RunSummary> usable;
    std::ranges::copy_if(
        runs, std::back_inserter(usable), [](const RunSummary& run) { return run.state != "damaged"; });
    const auto key = [](const RunSummary& run) { return std::pair(run.folder, run.name); };
    const bool same = std::ranges::equal(usable, runs_, {}, key, key);
    runs_ = std::move(usable);
    if (!same || !wanted_.empty())
        fillRuns();
}

void EvaluationChoice::setRun(const fs::path& folder) {
    touched_ = true;
    wanted_ = folder;
    fillRuns();
    if (weightsBox_->count() > 0)
        weightsBox_->setCurrentIndex(0); // the best
}

// Signals come only when another run is the chosen one: the list is filled again and again.
void EvaluationChoice::fillRuns() {
    const bool first = run_->count() == 0;
    const fs::path before = run();
    {
        const QSignalBlocker quiet(run_);
        run_->clear();
        for (const RunSummary& run : runs_) {
            run_->addItem(QString::fromStdString(run.name), textOf(run.folder));
            run_->setItemData(run_->count() - 1, QString::fromStdString(run.id + ": " + run.network + ", " + run.data),
                              Qt::ToolTipRole);
        }
        run_->addItem(tr("Ready network"), QString());
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

fs::path EvaluationChoice::run() const {
    return run_->currentData().toString().toStdString();
}

const RunSummary* EvaluationChoice::summary() const {
    const auto found = std::ranges::find(runs_, run(), &RunSummary::folder);
    return found == runs_.end() ? nullptr : &*found;
}

void EvaluationChoice::setWeights(const RunWeights& weights) {
    std::vector<fs::path> files;
    for (const auto& file : {weights.best, weights.final})
        if (file)
            files.push_back(*file);
    files.insert(files.end(), weights.checkpoints.rbegin(), weights.checkpoints.rend()); // the newest first
    if (files != weights_) {
        weights_ = std::move(files);
        fillWeights();
        Q_EMIT changed();
    }
}

void EvaluationChoice::setNewest(const fs::path& weights) {
    if (const int place = weightsBox_->findData(textOf(weights)); place >= 0)
        weightsBox_->setCurrentIndex(place);
}

QString EvaluationChoice::weightsText(const fs::path& file) const {
    const std::string name = file.stem().string();
    if (name == "best")
        return tr("best");
    if (name == "final")
        return tr("final");
    const QString text = QString::fromStdString(name); // "step-1200"
    return text.startsWith(QLatin1String("step-")) ? tr("step %1").arg(countText(text.mid(5).toLongLong()))
                                                   : tr("as shipped");
}

void EvaluationChoice::fillWeights() {
    const QSignalBlocker quiet(weightsBox_);
    const QString before = weightsBox_->currentData().toString();
    weightsBox_->clear();
    for (const fs::path& file : weights_)
        weightsBox_->addItem(weightsText(file), textOf(file));
    const int place = weightsBox_->findData(before);
    weightsBox_->setCurrentIndex(weightsBox_->count() == 0 ? -1 : std::max(place, 0));
    weightsBox_->setEnabled(weightsBox_->count() > 0);
}

void EvaluationChoice::fillSplits() {
    const QSignalBlocker quiet(split_);
    const int before = std::max(split_->currentIndex(), 0);
    split_->clear();
    for (const auto& [text, split] : {std::pair{tr("test"), EvaluationSplit::Test},
                                      {tr("validation"), EvaluationSplit::Validation},
                                      {tr("training"), EvaluationSplit::Train},
                                      {tr("my drawings"), EvaluationSplit::Drawings}})
        split_->addItem(text, static_cast<int>(split));
    split_->setCurrentIndex(before);
}

EvaluationSplit EvaluationChoice::split() const {
    return static_cast<EvaluationSplit>(split_->currentData().toInt());
}

std::optional<EvaluationRequest> EvaluationChoice::request() const {
    if (weightsBox_->currentIndex() < 0)
        return std::nullopt;
    return EvaluationRequest{run(), weightsBox_->currentData().toString().toStdString(), split()};
}

void EvaluationChoice::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        fillRuns();
        fillWeights();
    }
    QWidget::changeEvent(event);
}

void EvaluationChoice::retranslate() {
    runLabel_->setText(tr("Run"));
    run_->setToolTip(tr("The run whose network is evaluated"));
    weightsLabel_->setText(tr("Weights"));
    weightsBox_->setToolTip(tr("The best weights by validation, the final ones, or those of a checkpoint"));
    splitLabel_->setText(tr("Images"));
    split_->setToolTip(tr("What to test it on: a split of its data set, or your saved drawings"));
    fillSplits();
}

} // namespace belfry

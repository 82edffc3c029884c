// Files that the Train page reads and writes: plans, the ready network.
#include "core/base/files.h"
#include "core/interop/package.h"
#include "core/runs/run_folder.h"
#include "core/runs/run_list.h"
#include "core/runs/weights_file.h"
#include "ui/foundation/attempt.h"
#include "ui/foundation/texts.h"
#include "ui/pages/train/draw_panel.h"
#include "ui/pages/train/setup_form.h"
#include "ui/pages/train/train_page.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/save_file.h"

#include <QDir>
#include <QFileInfo>

namespace belfry {
namespace {

constexpr std::int64_t kLastWeights = -1; // of no best epoch

} // namespace

bool TrainPage::refusesPlans() {
    if (controller_.isActive())
        showProblem([] { return tr("A run is in progress: its plan cannot be replaced. Stop it first."); });
    return controller_.isActive();
}

bool TrainPage::openPlan(const QString& file) {
    if (refusesPlans())
        return false;
    return attempt(
        [&] {
            const Plan plan = readPlanFile(file.toStdString());
            validate(plan);
            form()->setPlan(plan);
            lastFile_ = file;
            banner_->withdraw(fileProblem_);
            Q_EMIT logged([file] { return tr("Opened plan %1").arg(file); });
        },
        [this, name = QFileInfo(file).fileName()](const Text& sentence) {
            showFileProblem(
                [name, sentence] { return tr("%1: the plan was not opened. %2").arg(name, translated(sentence)); });
        });
}

void TrainPage::openNetwork(const QString& path) {
    const auto isBusy = [this] {
        if (controller_.isActive())
            showFileProblem([] {
                return tr(
                    "A run is in progress, and the drawing pad follows it. Stop it first, then open the network.");
            });
        return controller_.isActive();
    };
    if (isBusy())
        return;
    const std::filesystem::path named = QDir::cleanPath(QFileInfo(path).absoluteFilePath()).toStdString();
    const std::filesystem::path folder = packageAt(named).value_or(named);
    const QString name = QString::fromStdString(folder.filename().string());
    background_.run<std::shared_ptr<const Snapshot>>(
        [folder] { return loadPackage(folder); },
        [this, name, isBusy](const std::shared_ptr<const Snapshot>& network) {
            if (isBusy()) // since then
                return;
            drawing_->setRun({});
            drawing_->setSnapshot(network, [name] { return tr("%1, exported").arg(name); });
            banner_->withdraw(fileProblem_);
            Q_EMIT logged([name] { return tr("The drawing pad now uses the exported network %1").arg(name); });
        },
        [this, name](const Text& sentence) {
            showFileProblem(
                [name, sentence] { return tr("%1: the network was not opened. %2").arg(name, translated(sentence)); });
        });
}

bool TrainPage::savePlan(const QString& file) {
    return attempt(
        [&] {
            writePlanFile(file.toStdString(), plan());
            lastFile_ = file;
            banner_->withdraw(fileProblem_);
            Q_EMIT logged([file] { return tr("Saved plan %1").arg(file); });
        },
        [this](const Text& sentence) {
            showFileProblem([sentence] { return tr("The plan was not saved. %1").arg(translated(sentence)); });
        });
}

void TrainPage::showFileProblem(const TranslatableText& sentence) {
    fileProblem_ = sentence;
    showProblem(sentence);
}

void TrainPage::askOpenPlan() {
    askOpenFile(
        this,
        {.kind = QStringLiteral("plan"),
         .title = tr("Open plan or exported network"),
         .filters = tr("Plans and networks (*.json);;All files (*)")},
        [this](const QString& file) {
            if (packageAt(file.toStdString()))
                openNetwork(file);
            else
                openPlan(file);
        });
}

void TrainPage::askSavePlan() {
    askSaveFile(
        this,
        {.kind = QStringLiteral("plan"),
         .title = tr("Save plan"),
         .filters = tr("Plans (*.json);;All files (*)"),
         .name = lastFile_.isEmpty() ? QStringLiteral("plan.json") : QFileInfo(lastFile_).fileName()},
        [this](const QString& file) { return savePlan(file); });
}

void TrainPage::drawOn(const std::filesystem::path& folder) {
    if (controller_.isActive())
        return;
    drawOnBest(folder, [this, name = QString::fromStdString(folder.filename().string())] {
        Q_EMIT logged([name] { return tr("The drawing pad now uses run %1").arg(name); });
    });
}

// Not those of a run that has begun in the meantime.
void TrainPage::drawOnBest(const std::filesystem::path& folder, const std::function<void()>& done) {
    struct Weights {
        std::shared_ptr<const Snapshot> snapshot;
        std::int64_t bestEpoch = kLastWeights;
    };
    background_.run<Weights>(
        [folder] {
            const RunWeights weights = runWeights(folder);
            return Weights{loadSnapshot(weights.preferred()),
                           weights.best ? summarise(folder).bestEpoch : kLastWeights};
        },
        [this, folder, done](const Weights& weights) {
            if (controller_.isActive())
                return;
            const std::int64_t epoch = weights.bestEpoch;
            const TranslatableText best([epoch] { return bestWeightsText(epoch); });
            drawing_->setRun(folder);
            drawing_->setSnapshot(weights.snapshot, epoch != kLastWeights ? best : TranslatableText());
            if (done)
                done();
        },
        [this](const Text& sentence) { showProblem(sentence); });
}

void TrainPage::loadReadyNetwork() {
    background_.run<std::shared_ptr<const Snapshot>>(
        [] {
            // Copied: whatever the file's run was called, here it is the ready network.
            Snapshot ready = *loadSnapshot(readyNetworkFile());
            ready.source = "pretrained network";
            return std::make_shared<const Snapshot>(std::move(ready));
        },
        [this](const std::shared_ptr<const Snapshot>& ready) { drawing_->setReady(ready); },
        [this](const Text& sentence) {
            drawing_->setNoNetwork([] { return tr("no network yet: train one"); });
            Q_EMIT logged(sentence);
        });
}

} // namespace belfry

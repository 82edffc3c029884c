#include "ui/pages/runs/runs_page.h"

#include "core/base/error.h"
#include "core/runs/branch.h"
#include "core/runs/run_edit.h"
#include "core/runs/run_notes.h"
#include "ui/bridge/curve_loader.h"
#include "ui/dialogs/run_reporter.h"
#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"
#include "ui/pages/runs/compare_charts.h"
#include "ui/pages/runs/figures_loader.h"
#include "ui/pages/runs/run_card.h"
#include "ui/pages/runs/run_exporter.h"
#include "ui/pages/runs/run_parallel_plot.h"
#include "ui/pages/runs/run_table.h"
#include "ui/pages/runs/run_table_model.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/parts.h"

#include <QDesktopServices>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <algorithm>

namespace belfry {

RunsPage::RunsPage(const Theme& theme, QWidget* parent)
    : QWidget(parent), theme_(theme), opener_([](const QUrl& folder) { return QDesktopServices::openUrl(folder); }) {
    setObjectName(QStringLiteral("runsPage"));
    makeWidgets(theme);
    layOut();
    connectAll();
    connectCard();
    connectComparison();
    connectParallel();
    connectMenu();
    keepTranslated(this, [this] {
        showQueued();
        showTrashCount();
        showListTitle();
        model_->retranslate();
        showCounts();
        drawCurves(); // and the table of what differs
    });
    showChosen();
}

RunsPage::~RunsPage() { card_->save(); }

void RunsPage::connectAll() {
    connect(&loader_, &RunLoader::listed, this, &RunsPage::showRuns);
    connect(&loader_, &RunLoader::removed, this, &RunsPage::offerUndo);
    connect(&loader_, &RunLoader::failed, this, [this](const Text& sentence) {
        banner_->display(sentence);
        loader_.refresh(); // the failed change was shown as done
    });
    connect(&loader_, &RunLoader::unreadable, banner_, &Banner::display);
    connect(search_, &QLineEdit::textChanged, this, [this](const QString& words) {
        filter_->setWords(words);
        table_->selectSomething();
        showCounts();
    });
    connect(table_, &RunTable::selectionMoved, this, &RunsPage::showChosen);
    connect(table_, &RunTable::deleteRequested, this, &RunsPage::removeChosen);
    connect(table_, &RunTable::openRequested, this, &RunsPage::draw);
    connect(queue_, &QPushButton::clicked, this, &RunsPage::queueRequested);
    connect(rename_, &QPushButton::clicked, table_, &RunTable::rename);
    connect(delete_, &QPushButton::clicked, this, &RunsPage::removeChosen);
    connect(model_, &RunTableModel::renamed, this, [this](const QString& id, const QString& name) {
        if (const RunSummary* run = model_->find(id))
            loader_.change([folder = run->folder, text = name.toStdString()] { renameRun(folder, text); });
        showChosen();
    });
}

void RunsPage::connectCard() {
    connect(
        card_, &RunCard::noted, this,
        [this](const RunSummary& run, const QString& note) {
            loader_.change([folder = run.folder, text = note.toStdString()] { noteRun(folder, text); });
        });
    connect(
        card_, &RunCard::tagged, this,
        [this](const RunSummary& run, const QString& tags) {
            loader_.change([folder = run.folder, text = tags.toStdString()] { tagRun(folder, tagsFrom(text)); });
        });
    connect(card_, &RunCard::resumeRequested, this, [this] { Q_EMIT resumeRequested(card_->run().folder); });
    connect(card_, &RunCard::drawRequested, this, &RunsPage::draw);
    connect(card_, &RunCard::evaluateRequested, this, [this] { Q_EMIT evaluateRequested(card_->run().folder); });
    connect(card_, &RunCard::planRequested, this, [this] {
        Plan plan = *card_->plan();
        plan.name.clear(); // another run, with a name of its own
        Q_EMIT planRequested(plan);
    });
    connect(card_, &RunCard::folderRequested, this, &RunsPage::openFolder);
    connect(card_, &RunCard::histogramsRequested, this, &RunsPage::openHistograms);
    connect(
        card_, &RunCard::exportRequested, this,
        [this] { exportOf(card_->run().folder, QString::fromStdString(card_->run().name)); });
    connect(
        card_, &RunCard::reportRequested, this,
        [this] { reporter_->ask(card_->run().folder, QString::fromStdString(card_->run().name)); });
    connect(
        exporter_, &RunExporter::exportingChanged, this, [this] { card_->setExporting(exporter_->isExporting()); });
    connect(reporter_, &RunReporter::writingChanged, this, [this] { card_->setReporting(reporter_->isWriting()); });
}

void RunsPage::exportOf(const std::filesystem::path& run, const QString& name) { exporter_->ask(run, name); }

void RunsPage::setOpener(std::function<bool(const QUrl&)> opener) {
    opener_ = opener;
    exporter_->setOpener(std::move(opener));
}

void RunsPage::setBusy(bool busy) {
    busy_ = busy;
    card_->setBusy(busy);
}

void RunsPage::setQueued(std::size_t plans) {
    queued_ = plans;
    showQueued();
}

void RunsPage::refresh() {
    if (isVisible())
        loader_.refresh();
}

void RunsPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    loader_.watch(true);
}

void RunsPage::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    card_->save();
    wanted_.clear();
    loader_.watch(false);
}

void RunsPage::showRuns(const std::vector<RunSummary>& runs) {
    listed_ = true;
    model_->setRuns(runs);
    if (!wanted_.isEmpty())
        choose(wanted_);
    table_->selectSomething();
    showChosen();
    showCounts();
}

void RunsPage::choose(const QStringList& ids) {
    search_->clear(); // they may be filtered out
    wanted_ = table_->choose(ids) ? QStringList() : ids;
}

std::vector<RunSummary> RunsPage::chosen() const {
    std::vector<RunSummary> runs;
    for (const QString& id : table_->selectedIds())
        if (const RunSummary* run = model_->find(id))
            runs.push_back(*run);
    return runs;
}

void RunsPage::showChosen() {
    const std::vector<RunSummary> runs = chosen();
    side_->setVisible(!runs.empty());
    if (std::ranges::find(runs, picked_, &RunSummary::id) == runs.end())
        picked_.clear();
    parallel_->setChosenRun(picked_);
    if (!runs.empty() && detailed(runs) != card_->run()) {
        const RunSummary& run = detailed(runs);
        const bool another = run.folder != card_->run().folder || run.state != card_->run().state;
        const bool waits = run.state == "running" && !card_->contents().checkpoint; // for its first checkpoint
        card_->setRun(run);
        if (another || waits) // also when it begins: what was "auto" is resolved then
            readContents(run);
    }
    updateButtons();
    showHistograms();
    showCurves();
}

void RunsPage::readContents(const RunSummary& run) {
    loader_.read<RunContents>(
        [run] {
            RunContents contents{
                .read = true, .plan = {}, .checkpoint = hasCheckpoint(run.folder), .parent = parentOf(run)};
            try {
                contents.plan = readPlanFile(RunFiles(run.folder).plan);
            } catch (const Error&) {
                // its state says "damaged"
            }
            return contents;
        },
        [this, folder = run.folder](const RunContents& contents) {
            if (card_->run().folder == folder)
                card_->setContents(contents);
        },
        [](const Text&) {}); // a folder that went meanwhile goes from the list, too
}

void RunsPage::updateButtons() {
    const std::vector<RunSummary> runs = chosen();
    rename_->setEnabled(runs.size() == 1);
    restore_->setEnabled(!runs.empty());
    erase_->setEnabled(!runs.empty());
    delete_->setEnabled(std::ranges::any_of(runs, [](const RunSummary& run) { return run.state != "running"; }));
}

void RunsPage::removeChosen() {
    if (inTrash())
        return;
    card_->save(); // before its folder goes
    if (const auto folders = chosenFolders(); !folders.empty())
        loader_.remove(folders);
}

void RunsPage::offerUndo(const RunRemoval& removal) {
    if (removal.trashed.empty()) {
        banner_->display(removal.problem);
        return;
    }
    banner_->offer(
        [removal] {
            const auto count = static_cast<std::int64_t>(removal.trashed.size());
            const QString done = count == 1 ? tr("The run “%1” was moved to the trash.").arg(removal.name)
                                            : translated(Text::plural("%n runs were moved to the trash.",
                                                                      "%n run was moved to the trash.", count));
            return removal.problem.empty() ? done : done + ' ' + translated(removal.problem);
        },
        [] { return tr("Undo"); }, [this, trashed = removal.trashed] { loader_.restore(trashed); });
}

void RunsPage::openFolder() {
    const QString folder = QString::fromStdString(card_->run().folder.string());
    if (!opener_(QUrl::fromLocalFile(folder))) {
        banner_->display(
            [folder] { return tr("No file manager could be opened. The run's files are in %1.").arg(folder); });
    }
}

void RunsPage::draw() {
    if (!side_->isHidden() && !busy_ && !inTrash())
        Q_EMIT drawRequested(card_->run().folder);
}

void RunsPage::showQueued() {
    queue_->setText(queued_ == 0 ? tr("Queue…") : tr("Queue (%1)…").arg(countText(static_cast<std::int64_t>(queued_))));
}

void RunsPage::showCounts() {
    const int all = model_->rowCount(), shown = filter_->rowCount();
    count_->setText(
        translated(all == shown ? Text::plural("%n runs", "%n run", all)
                                : Text::plural("%1 of %n runs", "%1 of %n run", all, countText(shown).toStdString())));
    count_->setVisible(all > 0);
    empty_->setText(!listed_                ? tr("Looking for runs…")
                    : all == 0 && inTrash() ? tr("The trash is empty.")
                    : all == 0
                        ? tr("No runs yet. Start one on the Train page, or with belfry-cli train: it appears here.")
                        : tr("No runs match “%1”.").arg(search_->text().trimmed()));
    empty_->setVisible(shown == 0);
    table_->setVisible(shown > 0);
}

} // namespace belfry

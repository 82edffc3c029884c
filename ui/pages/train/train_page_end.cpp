// What the Train page offers once a run has ended.
#include "core/runs/run_list.h"
#include "core/runs/version_gain.h"
#include "ui/foundation/attempt.h"
#include "ui/pages/train/end_card.h"
#include "ui/pages/train/setup_form.h"
#include "ui/pages/train/train_page.h"

namespace belfry {
namespace {

// Folders are named by the time at which their runs began.
std::filesystem::path runBefore(const std::filesystem::path& run) {
    std::filesystem::path before;
    for (const std::filesystem::path& folder : runFolders(run.parent_path()))
        if (folder.filename() < run.filename() && folder.filename() > before.filename())
            before = folder;
    return before;
}

// What a run that has ended is compared with.
struct EarlierRun {
    std::filesystem::path folder; // empty: there is none
    Text gain;                    // of another version of its pictures; empty: it is the one before
};

EarlierRun earlierRun(const std::filesystem::path& run, bool otherVersion) {
    VersionGain gain;
    if (otherVersion) // a run that cannot be read is no failure of this one
        attempt([&] { gain = versionGain(run); }, [](const Text&) {});
    if (!gain.sentence.empty())
        return {.folder = gain.other, .gain = gain.sentence};
    return {.folder = runBefore(run), .gain = {}};
}

} // namespace

void TrainPage::connectEndCard() {
    connect(endCard_, &EndCard::evaluateRequested, this, &TrainPage::evaluateRequested);
    connect(endCard_, &EndCard::compareRequested, this, &TrainPage::compareRequested);
    connect(endCard_, &EndCard::exportRequested, this, &TrainPage::exportRequested);
    connect(endCard_, &EndCard::longerRequested, this, &TrainPage::trainLonger);
    connect(endCard_, &EndCard::resumeRequested, this, [this](const std::filesystem::path& run) { resumeRun(run); });
}

// A failure has a banner of its own. A run from a backbone may be done without a step.
void TrainPage::offerNext(const Finished& finished) {
    const bool offers =
        (finished.state == RunState::Finished || (finished.state == RunState::Stopped && finished.steps > 0)) &&
        !finished.runFolder.empty();
    stoppedRun_ = offers && finished.state == RunState::Stopped ? finished.runFolder : std::filesystem::path();
    stoppedPlan_ = form()->plan();
    if (!offers)
        return;
    endCard_->showEnd(finished, runPlan_);
    const bool otherVersion = finished.state == RunState::Finished && !runPlan_.dataVersion.empty();
    background_.run<EarlierRun>([run = finished.runFolder, otherVersion] { return earlierRun(run, otherVersion); },
                                [this, run = finished.runFolder](const EarlierRun& earlier) {
                                    if (endCard_->run() == run)
                                        endCard_->setPrevious(earlier.folder, earlier.gain);
                                },
                                [](const Text&) {}); // then there is nothing to compare with
}

// With the plan that it had, whatever the next run will be called: one that was edited is another run's.
bool TrainPage::canResumeStopped() const {
    Plan now = form()->plan();
    now.name = stoppedPlan_.name;
    return status_.kind == RunStatus::Kind::Stopped && !stoppedRun_.empty() && now == stoppedPlan_;
}

void TrainPage::trainLonger(const std::filesystem::path& run, qint64 length) {
    resumeRun(
        run,
        [length, waited = endCard_->epochsSinceBest()](Plan& plan) {
            (plan.steps > 0 ? plan.steps : plan.epochs) = length;
            if (plan.patience > 0)
                plan.patience += waited; // it begins anew: else a run that it ended could not go on
        });
}

} // namespace belfry

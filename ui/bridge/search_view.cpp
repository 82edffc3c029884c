#include "ui/bridge/search_view.h"

#include <algorithm>
#include <utility>

namespace belfry {
namespace {

auto placeOf(std::vector<Trial>& trials, int id) { return std::ranges::lower_bound(trials, id, {}, &Trial::id); }

} // namespace

const Trial* SearchView::find(int trial) const {
    const auto place = std::ranges::lower_bound(trials, trial, {}, &Trial::id);
    return place != trials.end() && place->id == trial ? &*place : nullptr;
}

const Trial* SearchView::best() const {
    const Trial* best = nullptr;
    for (const Trial& trial : trials)
        if (trial.state == TrialState::Done && (best == nullptr || better(trial, *best)))
            best = &trial;
    return best;
}

Trial& SearchView::at(int trial) {
    const auto place = placeOf(trials, trial);
    if (place != trials.end() && place->id == trial)
        return *place;
    Trial fresh;
    fresh.id = trial;
    return *trials.insert(place, std::move(fresh));
}

void SearchView::dropUnfinished() {
    std::erase_if(
        trials,
        [](const Trial& trial) { return trial.state == TrialState::Running || trial.state == TrialState::Waiting; });
}

void SearchView::setTime(double since) {
    for (Trial& trial : trials) {
        const auto begun = begun_.find(trial.id);
        if (trial.state == TrialState::Running && begun != begun_.end())
            trial.seconds = std::max(0.0, progress.seconds + since - begun->second);
    }
}

void SearchView::take(const SearchEvent& event) {
    std::visit([this](const auto& one) { on(one); }, event);
}

void SearchView::on(const SearchStarted& started) {
    folder = started.folder;
    plan = started.plan;
    if (state != "paused") // before it had begun
        state = "running";
    reason = {};
    layout = started.layout;
    measured = started.measured;
    remarks = started.remarks;
    progress = started.progress;
    trials = started.trials;
    generations = started.generations;
    inTraining.clear();
}

void SearchView::on(const SearchPaused& pause) {
    state = pause.paused ? "paused" : "running";
    progress = pause.progress;
}

void SearchView::on(const TrialStarted& started) {
    Trial& trial = at(started.trial.id) = started.trial;
    trial.curve.clear(); // of a first attempt
    trial.epochs = 0;
    trial.accuracy = 0;
    trial.seconds = 0;
    begun_[trial.id] = started.seconds;
}

void SearchView::on(const TrialEpoch& epoch) {
    Trial& trial = at(epoch.trial);
    trial.curve.push_back(epoch.accuracy);
    trial.epochs = epoch.epoch;
    trial.accuracy = std::max(trial.accuracy, double{epoch.accuracy});
}

void SearchView::on(const TrialRetried& retried) { at(retried.trial.id) = retried.trial; }

void SearchView::on(const TrialEnded& ended) {
    at(ended.trial.id) = ended.trial;
    progress = ended.progress;
}

void SearchView::on(const GenerationEnded& ended) { generations.push_back(ended.generation); }

void SearchView::on(const WinnerStarted& started) {
    dropUnfinished();
    endTraining(started); // its first attempt failed
    inTraining.push_back({.trial = started.trial, .seed = started.seed});
}

void SearchView::on(const WinnerEpoch& epoch) {
    for (WinnerTraining& training : inTraining) {
        if (training.is(epoch)) {
            training.epochs = epoch.epochs;
            training.curve.push_back(epoch.accuracy);
        }
    }
}

void SearchView::on(const WinnerEnded& ended) {
    putWinner(winners, ended.run);
    endTraining(ended.run);
}

void SearchView::on(const HelperNews& news) {
    if (news.kind == HelperNews::Kind::Listening)
        joinAt = news.host;
    helpers = news.helpers;
}

void SearchView::on(const SearchEnded& ended) {
    joinAt.clear();
    helpers = 0;
    state = ended.state;
    reason = ended.reason;
    progress = ended.progress;
    winners = ended.winners;
    inTraining.clear();
    dropUnfinished();
}

SearchView viewOf(const SearchRecord& record) {
    SearchView view;
    view.folder = record.folder;
    view.plan = record.plan;
    view.state = record.state.state;
    view.reason = record.state.reason;
    view.layout = record.state.layout;
    view.trials = record.trials;
    view.trials.insert(view.trials.end(), record.inTraining.begin(), record.inTraining.end());
    std::ranges::sort(view.trials, {}, &Trial::id);
    view.generations = record.generations;
    view.winners = record.winners;
    view.progress.ended = static_cast<std::int64_t>(record.trials.size());
    view.progress.expected = record.expected;
    view.progress.exhaustive = sizeOf(record.plan.space);
    view.progress.seconds = record.state.seconds;
    return view;
}

} // namespace belfry

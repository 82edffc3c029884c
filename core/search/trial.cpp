#include "core/search/trial.h"

#include "core/base/error.h"
#include "core/base/text_json.h"
#include "core/formats/json_reader.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace belfry {
namespace {

using Json = nlohmann::json;

constexpr std::array kStates{"waiting", "running", "done", "failed"};

TrialState stateFromName(const std::string& name) {
    const auto found = std::ranges::find(kStates, name);
    if (found == kStates.end())
        throw dataError(Text::tr("unknown state '%1'", name.substr(0, 60)));
    return static_cast<TrialState>(found - kStates.begin());
}

// Every plain field with its name, once: writing and reading follow from it.
template <typename T, typename Visit>
void forEachField(T& trial, const Visit& visit) {
    visit("trial", trial.id);
    visit("generation", trial.asked.generation);
    visit("parents", trial.asked.parents);
    visit("mutated", trial.asked.mutated);
    visit("rung", trial.asked.rung);
    visit("epochs_allowed", trial.asked.epochs);
    visit("accuracy", trial.accuracy);
    visit("best_epoch", trial.bestEpoch);
    visit("epochs", trial.epochs);
    visit("parameters", trial.parameters);
    visit("images", trial.images);
    visit("seconds", trial.seconds);
    visit("images_per_second", trial.imagesPerSecond);
    visit("curve", trial.curve);
    visit("device", trial.device);
}

template <typename R, typename Visit>
void forEachWinnerField(R& run, const Visit& visit) {
    visit("winner", run.trial);
    visit("rank", run.rank);
    visit("seed", run.seed);
    visit("validation", run.validation);
    visit("test", run.test);
    visit("test_images", run.testImages);
    visit("run", run.run);
}

} // namespace

std::string trialStateName(TrialState state) { return kStates[static_cast<std::size_t>(state)]; }

bool better(const Trial& a, const Trial& b) {
    const bool aFailed = a.state == TrialState::Failed, bFailed = b.state == TrialState::Failed;
    if (aFailed != bFailed)
        return bFailed;
    return a.accuracy != b.accuracy ? a.accuracy > b.accuracy : a.id < b.id;
}

void putWinner(std::vector<WinnerRun>& runs, WinnerRun run) {
    std::erase_if(
        runs, [&run](const WinnerRun& other) { return other.trial == run.trial && other.seed == run.seed; });
    const auto order = [](const WinnerRun& of) { return std::pair(of.rank, of.seed); };
    const auto place = std::ranges::upper_bound(runs, order(run), {}, order);
    runs.insert(place, std::move(run));
}

std::vector<WinnerRun> winnersAmong(const std::vector<WinnerRun>& runs, const std::vector<Trial>& best) {
    std::vector<WinnerRun> winners;
    for (WinnerRun run : runs) {
        const auto trial = std::ranges::find(best, run.trial, &Trial::id);
        if (trial == best.end())
            continue;
        run.rank = static_cast<int>(trial - best.begin()) + 1;
        putWinner(winners, std::move(run));
    }
    return winners;
}

TestFigure testFigure(const std::vector<WinnerRun>& runs, int trial) {
    TestFigure figure;
    double sum = 0, squares = 0;
    for (const WinnerRun& run : runs) {
        if (run.trial != trial || !run.reason.empty())
            continue;
        ++figure.runs;
        sum += run.test;
        squares += run.test * run.test;
    }
    if (figure.runs > 0)
        figure.mean = sum / figure.runs;
    if (figure.runs > 1)
        figure.deviation = std::sqrt(std::max(0.0, (squares - sum * figure.mean) / (figure.runs - 1)));
    return figure;
}

Json toJson(const Trial& trial, const Space& space) {
    Json json{{"genes", genesJson(space, trial.asked.genes)},
              {"state", trialStateName(trial.state)},
              {"failures", englishOf(trial.failures)}};
    forEachField(trial, jsonFieldsTo(json));
    if (trial.divergences > 0)
        json["divergences"] = trial.divergences;
    if (trial.kills > 0)
        json["kills"] = trial.kills;
    return json;
}

Json toJson(const Generation& generation) {
    return {{"generation", generation.number}, {"members", generation.members}, {"done", generation.done},
            {"mean", generation.mean},         {"best", generation.best},       {"deviation", generation.deviation}};
}

Json toJson(const WinnerRun& run) {
    Json json{{"reason", run.reason.english()}};
    forEachWinnerField(run, jsonFieldsTo(json));
    if (!run.failures.empty())
        json["failures"] = englishOf(run.failures);
    if (run.kills > 0)
        json["kills"] = run.kills;
    return json;
}

Trial trialFromJson(const Json& json, const Space& space) {
    Trial trial;
    forEachField(trial, jsonFieldsOf(json));
    trial.failures = textsField(json, "failures");
    trial.divergences = json.value("divergences", 0);
    trial.kills = json.value("kills", 0);
    trial.asked.genes = genesFromJson(space, json.at("genes"));
    trial.state = stateFromName(json.at("state").get<std::string>());
    return trial;
}

WinnerRun winnerRunFromJson(const Json& json) {
    WinnerRun run;
    forEachWinnerField(run, jsonFieldsOf(json));
    run.reason = textField(json, "reason");
    if (json.contains("failures"))
        run.failures = textsField(json, "failures");
    run.kills = json.value("kills", 0);
    return run;
}

} // namespace belfry

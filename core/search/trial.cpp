#include "core/search/trial.h"

#include "core/base/error.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace belfry {
namespace {

using Json = nlohmann::json;

constexpr std::array kStates{"waiting", "running", "done", "failed"};

TrialState stateFromName(const std::string& name) {
    const auto found = std::ranges::find(kStates, name);
    if (found == kStates.end())
        throw Error(ErrorCategory::Data, "unknown state '" + name.substr(0, 60) + "'");
    return static_cast<TrialState>(found - kStates.begin());
}

} // namespace

std::string trialStateName(TrialState state) {
    return kStates[static_cast<std::size_t>(state)];
}

bool better(const Trial& a, const Trial& b) {
    const bool aFailed = a.state == TrialState::Failed, bFailed = b.state == TrialState::Failed;
    if (aFailed != bFailed)
        return bFailed;
    return a.accuracy != b.accuracy ? a.accuracy > b.accuracy : a.id < b.id;
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
    return {{"trial", trial.id},
            {"genes", genesJson(space, trial.asked.genes)},
            {"generation", trial.asked.generation},
            {"parents", trial.asked.parents},
            {"mutated", trial.asked.mutated},
            {"rung", trial.asked.rung},
            {"epochs_allowed", trial.asked.epochs},
            {"state", trialStateName(trial.state)},
            {"failures", trial.failures},
            {"accuracy", trial.accuracy},
            {"best_epoch", trial.bestEpoch},
            {"epochs", trial.epochs},
            {"parameters", trial.parameters},
            {"images", trial.images},
            {"seconds", trial.seconds},
            {"images_per_second", trial.imagesPerSecond},
            {"curve", trial.curve},
            {"device", trial.device}};
}

Json toJson(const Generation& generation) {
    return {{"generation", generation.number},
            {"members", generation.members},
            {"mean", generation.mean},
            {"best", generation.best},
            {"deviation", generation.deviation}};
}

Json toJson(const WinnerRun& run) {
    return {{"winner", run.trial}, {"rank", run.rank},
            {"seed", run.seed},    {"validation", run.validation},
            {"test", run.test},    {"test_images", run.testImages},
            {"run", run.run},      {"reason", run.reason}};
}

Trial trialFromJson(const Json& json, const Space& space) {
    Trial trial;
    json.at("trial").get_to(trial.id);
    trial.asked.genes = genesFromJson(space, json.at("genes"));
    json.at("generation").get_to(trial.asked.generation);
    json.at("parents").get_to(trial.asked.parents);
    json.at("mutated").get_to(trial.asked.mutated);
    json.at("rung").get_to(trial.asked.rung);
    json.at("epochs_allowed").get_to(trial.asked.epochs);
    trial.state = stateFromName(json.at("state").get<std::string>());
    json.at("failures").get_to(trial.failures);
    json.at("accuracy").get_to(trial.accuracy);
    json.at("best_epoch").get_to(trial.bestEpoch);
    json.at("epochs").get_to(trial.epochs);
    json.at("parameters").get_to(trial.parameters);
    json.at("images").get_to(trial.images);
    json.at("seconds").get_to(trial.seconds);
    json.at("images_per_second").get_to(trial.imagesPerSecond);
    json.at("curve").get_to(trial.curve);
    json.at("device").get_to(trial.device);
    return trial;
}

WinnerRun winnerRunFromJson(const Json& json) {
    WinnerRun run;
    json.at("winner").get_to(run.trial);
    json.at("rank").get_to(run.rank);
    json.at("seed").get_to(run.seed);
    json.at("validation").get_to(run.validation);
    json.at("test").get_to(run.test);
    json.at("test_images").get_to(run.testImages);
    json.at("run").get_to(run.run);
    json.at("reason").get_to(run.reason);
    return run;
}

} // namespace belfry

#include "core/search/search_events.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>

namespace belfry {
namespace {

using Json = nlohmann::json;

Json progressJson(const SearchProgress& progress) {
    return {{"ended", progress.ended},
            {"expected", std::llround(progress.expected)},
            {"exhaustive", progress.exhaustive},
            {"seconds", progress.seconds},
            {"seconds_left", progress.secondsLeft < 0 ? Json(nullptr) : Json(progress.secondsLeft)}};
}

struct JsonOf {
    const Space& space;

    Json operator()(const SearchStarted& e) const {
        Json measured = Json::array();
        for (const LayoutTrial& trial : e.measured)
            measured.push_back({{"layout", toJson(trial.layout)},
                                {"images_per_second", trial.imagesPerSecond},
                                {"problem", trial.problem.english()}});
        Json trials = Json::array(), generations = Json::array();
        for (const Trial& trial : e.trials)
            trials.push_back(toJson(trial, space));
        for (const Generation& generation : e.generations)
            generations.push_back(toJson(generation));
        return {{"event", "started"},         {"plan", toJson(e.plan)},     {"folder", e.folder.string()},
                {"layout", toJson(e.layout)}, {"measured", measured},       {"remarks", englishOf(e.remarks)},
                {"trials", trials},           {"generations", generations}, {"progress", progressJson(e.progress)}};
    }
    Json operator()(const SearchPaused& e) const {
        return {{"event", "state"}, {"state", e.paused ? "paused" : "running"}, {"progress", progressJson(e.progress)}};
    }
    Json operator()(const TrialStarted& e) const { return trialJson("trial", e.trial); }
    Json operator()(const TrialEpoch& e) const {
        return {{"event", "epoch"}, {"trial", e.trial}, {"epoch", e.epoch}, {"accuracy", e.accuracy}};
    }
    Json operator()(const TrialRetried& e) const { return trialJson("retried", e.trial); }
    Json operator()(const TrialEnded& e) const {
        Json json = trialJson("trial", e.trial);
        json["progress"] = progressJson(e.progress);
        return json;
    }
    Json operator()(const GenerationEnded& e) const {
        Json json = toJson(e.generation);
        json["event"] = "generation";
        json["generations"] = e.generations;
        return json;
    }
    Json operator()(const WinnerStarted& e) const {
        return {{"event", "winner started"}, {"winner", e.trial}, {"rank", e.rank}, {"seed", e.seed}};
    }
    Json operator()(const WinnerEpoch& e) const {
        return {{"event", "winner epoch"}, {"winner", e.trial},  {"rank", e.rank},        {"seed", e.seed},
                {"epoch", e.epoch},        {"epochs", e.epochs}, {"accuracy", e.accuracy}};
    }
    Json operator()(const WinnerEnded& e) const {
        Json json = toJson(e.run);
        json["event"] = "winner";
        return json;
    }
    Json operator()(const SearchWarning& e) const { return {{"event", "warning"}, {"text", e.text.english()}}; }
    Json operator()(const HelperNews& e) const {
        constexpr std::array kKinds{"listening", "joined", "other device", "refused", "left", "lost", "gave back"};
        return {{"event", "helper"},    {"change", kKinds[static_cast<std::size_t>(e.kind)]},
                {"host", e.host},       {"places", e.places},
                {"helpers", e.helpers}, {"text", e.text.english()}};
    }
    Json operator()(const SearchEnded& e) const {
        Json top = Json::array(), winners = Json::array();
        for (const Trial& trial : e.top)
            top.push_back(toJson(trial, space));
        for (const WinnerRun& run : e.winners)
            winners.push_back(toJson(run));
        Json json{{"event", "finished"}, {"state", e.state},   {"reason", e.reason.english()},
                  {"top", top},          {"winners", winners}, {"progress", progressJson(e.progress)}};
        if (!e.winners.empty()) {
            const TestFigure figure = testFigure(e.winners, e.winners.front().trial);
            json["test"] = {{"mean", figure.mean}, {"deviation", figure.deviation}, {"runs", figure.runs}};
        }
        return json;
    }

private:
    Json trialJson(const char* event, const Trial& trial) const {
        Json json = toJson(trial, space);
        json["event"] = event;
        return json;
    }
};

} // namespace

Json toJson(const SearchEvent& event, const Space& space, const std::string& search) {
    Json json = std::visit(JsonOf{space}, event);
    json["search"] = search;
    return json;
}

} // namespace belfry

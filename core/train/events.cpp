#include "core/train/events.h"

#include "core/base/class_means_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace belfry {
namespace {

using Json = nlohmann::json;

Json towersJson(const std::vector<StageTimes>& towers) {
    Json list = Json::array();
    for (const StageTimes& times : towers) {
        list.push_back({{"images", times.images}});
        for (const Stage& stage : kEveryStage)
            list.back()[stage.name] = times.*stage.milliseconds;
    }
    return list;
}

Json placementJson(const std::vector<TowerPlacement>& placement) {
    Json list = Json::array();
    for (const TowerPlacement& t : placement)
        list.push_back({{"tower", t.tower},
                        {"device", t.device},
                        {"device_name", t.deviceName},
                        {"pci_bus_id", t.pciBusId},
                        {"threads", t.threads},
                        {"memory_bytes", t.memoryBytes},
                        {"batch", t.batch},
                        {"host", t.host}});
    return list;
}

Json trialsJson(const std::vector<ExchangeTrial>& trials) {
    Json list = Json::array();
    for (const ExchangeTrial& trial : trials)
        list.push_back({{"exchange", trial.name}, {"milliseconds", trial.milliseconds}});
    return list;
}

Json bestJson(const RunFigures& run) {
    Json json{{"accuracy", run.bestValidation}, {"epoch", run.bestEpoch}};
    setClassMeans(json, run.bestMeans);
    return json;
}

struct JsonOf {
    Json operator()(const Started& e) const {
        return {{"event", "started"},
                {"plan", toJson(e.plan)},
                {"placement", placementJson(e.placement)},
                {"remarks", englishOf(e.remarks)},
                {"exchange_trials", trialsJson(e.exchangeTrials)},
                {"startup_seconds", e.startupSeconds},
                {"step", e.step},
                {"steps_per_epoch", e.stepsPerEpoch},
                {"total_steps", e.totalSteps},
                {"train_images", e.trainImages},
                {"parameters", e.parameters},
                {"stages_timed_every", e.stagesTimedEvery},
                {"dropout", trainsWithDropout(e.plan)}};
    }
    Json operator()(const BackboneProgress& e) const {
        return {{"event", "backbone"}, {"done", e.done}, {"images", e.images}};
    }
    Json operator()(const StateChanged& e) const { return {{"event", "state"}, {"state", runStateName(e.state)}}; }
    Json operator()(const StepDone& e) const {
        Json json{{"event", "step"},
                  {"step", e.step},
                  {"epoch", e.epoch},
                  {"images", e.images},
                  {"seconds", e.seconds},
                  {"loss", e.loss},
                  {"accuracy", e.accuracy},
                  {"learning_rate", e.learningRate},
                  {"milliseconds", e.milliseconds},
                  {"staleness", e.staleness < 0 ? Json(nullptr) : Json(e.staleness)},
                  {"queue_fill", e.queueFill < 0 ? Json(nullptr) : Json(e.queueFill)},
                  {"towers", towersJson(e.towers)}};
        if (e.sentBytes > 0)
            json["network"] = {{"sent_bytes", e.sentBytes}, {"milliseconds", e.sumsOnTheWay}};
        return json;
    }
    Json operator()(const EpochDone& e) const {
        const Json train = e.epoch > 0 ? Json{{"loss", e.trainLoss}, {"accuracy", e.trainAccuracy}} : Json();
        return {{"event", "epoch"},
                {"epoch", e.epoch},
                {"step", e.step},
                {"images", e.images},
                {"seconds", e.seconds},
                {"train", train},
                {"validation", toJson(e.validation)},
                {"best", e.best}};
    }
    Json operator()(const Distributions& e) const {
        Json vectors = Json::array();
        for (const Distributions::Vector& vector : e.vectors)
            vectors.push_back(toJson(vector));
        return {{"event", "distributions"}, {"step", e.step}, {"vectors", vectors}};
    }
    Json operator()(const CheckpointSaved& e) const {
        return {{"event", "checkpoint"}, {"step", e.step}, {"path", e.path.string()}, {"best", e.best}};
    }
    Json operator()(const Warning& e) const { return {{"event", "warning"}, {"text", e.text.english()}}; }
    Json operator()(const SettingChanged& e) const {
        Json json{{"event", "setting"}, {"step", e.step}, {"text", e.text.english()}};
        if (!e.field.empty())
            json.update({{"field", e.field}, {"before", e.before}, {"after", e.after}});
        return json;
    }
    Json operator()(const Finished& e) const {
        return {{"event", "finished"},
                {"state", runStateName(e.state)},
                {"reason", e.reason.english()},
                {"steps", e.steps},
                {"epochs", e.epochs},
                {"images", e.images},
                {"images_per_second", e.imagesPerSecond},
                {"seconds", e.seconds},
                {"startup_seconds", e.startupSeconds},
                {"train", {{"loss", e.trainLoss}, {"accuracy", e.trainAccuracy}}},
                {"validation", toJson(e.validation)},
                {"best_validation", bestJson(e)},
                {"test", toJson(e.test)},
                {"remarks", englishOf(e.remarks)}};
    }
};

} // namespace

Json toJson(const EvaluationResult& result) {
    if (result.images == 0)
        return nullptr; // not evaluated
    Json json{{"loss", result.loss},
              {"accuracy", result.accuracy()},
              {"correct", result.correct},
              {"images", result.images},
              {"images_per_second", result.imagesPerSecond()}};
    setClassMeans(json, result.means);
    return json;
}

Json toJson(const Distributions::Vector& vector) {
    const Distribution& numbers = vector.numbers;
    const auto count = static_cast<double>(std::max<std::int64_t>(numbers.count, 1));
    return {{"name", vector.name},
            {"count", numbers.count},
            {"not_finite", numbers.notFinite},
            {"min", numbers.min},
            {"max", numbers.max},
            {"mean", numbers.sum / count},
            {"mean_square", numbers.squares / count},
            {"sparsity", numbers.sparsity()}};
}

bool isForEventFile(const Plan& plan, std::int64_t step, bool epochEnds) {
    return plan.histogramsEvery > 0 ? step % plan.histogramsEvery == 0 : epochEnds;
}

Json toJson(const Event& event, const std::string& run) {
    Json json = std::visit(JsonOf{}, event);
    json["run"] = run;
    return json;
}

std::string_view runStateName(RunState state) {
    constexpr std::array<std::string_view, 5> kNames{"running", "paused", "finished", "stopped", "failed"};
    return kNames.at(static_cast<std::size_t>(state));
}

} // namespace belfry

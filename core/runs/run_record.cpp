#include "core/runs/run_record.h"

#include "core/base/class_means_json.h"
#include "core/base/error.h"
#include "core/base/text_json.h"
#include "core/formats/json_file.h"
#include "core/formats/json_reader.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <ctime>

namespace belfry {
namespace {

using nlohmann::json;

constexpr std::uint64_t kMaxRecordBytes = 16 << 20; // a confusion matrix of 1,000 classes has 2 MB

// JSON has no NaN: it is written as null.
double numberFrom(const json& value) { return value.is_null() ? std::nan("") : value.get<double>(); }

json resultJson(const EvaluationResult& result) {
    json out{
        {"loss", result.loss}, {"accuracy", result.accuracy()}, {"correct", result.correct}, {"images", result.images}};
    if (!result.confusion.empty())
        out["confusion"] = result.confusion;
    setClassMeans(out, result.means);
    return out;
}

EvaluationResult resultFrom(const json& value) {
    EvaluationResult result;
    result.loss = numberFrom(value.at("loss"));
    value.at("correct").get_to(result.correct);
    value.at("images").get_to(result.images);
    if (value.contains("confusion"))
        value.at("confusion").get_to(result.confusion);
    result.means = classMeansIn(value);
    return result;
}

std::int64_t secondsFrom(const json& value) {
    const auto text = value.get<std::string>();
    if (text.empty())
        return 0;
    std::tm parts{};
    const char* end = ::strptime(text.c_str(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    if (!end || *end)
        throw dataError(Text::tr("'%1' is not a time such as 2026-03-01T12:34:56Z", text.substr(0, 40)));
    return ::timegm(&parts);
}

// Counts must be integers: the JSON library would convert any number.
std::int64_t countFrom(const json& value) {
    if (!value.is_number_integer() || value.get<std::int64_t>() < 0)
        throw dataError(Text::tr("a count is %1", value.dump().substr(0, 40)));
    return value.get<std::int64_t>();
}

RunRecord recordFrom(const json& in) {
    RunRecord record;
    in.at("state").get_to(record.state);
    record.reason = textField(in, "reason");
    in.at("version").get_to(record.version);
    record.process = processIdentityFromJson(in.at("process"));
    if (in.contains("parent")) {
        in.at("parent").at("run").get_to(record.parent);
        in.at("parent").at("step").get_to(record.parentStep);
    }
    record.started = secondsFrom(in.at("started"));
    record.ended = secondsFrom(in.at("ended"));
    record.steps = countFrom(in.at("steps"));
    in.at("epochs").get_to(record.epochs);
    record.images = countFrom(in.at("images"));
    in.at("seconds").get_to(record.seconds);
    record.startupSeconds = in.value("startup_seconds", 0.0); // absent in records of earlier versions
    in.at("images_per_second").get_to(record.imagesPerSecond);
    record.trainLoss = static_cast<float>(numberFrom(in.at("train").at("loss")));
    record.trainAccuracy = static_cast<float>(numberFrom(in.at("train").at("accuracy")));
    record.validation = resultFrom(in.at("validation"));
    in.at("validation").at("epoch").get_to(record.validationEpoch);
    in.at("best").at("accuracy").get_to(record.bestValidation);
    in.at("best").at("epoch").get_to(record.bestEpoch);
    record.bestMeans = classMeansIn(in.at("best"));
    record.test = resultFrom(in.at("test"));
    if (in.contains("hardware")) // absent in records of earlier versions
        record.hardware = runHardwareFromJson(in.at("hardware"));
    return record;
}

void checkState(const RunRecord& record) {
    constexpr std::array kStates{"running", "finished", "stopped", "failed", "interrupted"};
    if (std::ranges::find(kStates, record.state) == kStates.end())
        throw dataError(Text::tr("state '%1' is unknown", record.state.substr(0, 40)));
}

} // namespace

RunRecord newRunRecord() {
    RunRecord record;
    record.version = BELFRY_VERSION;
    record.process = thisProcess();
    record.started = secondsSince1970();
    return record;
}

void apply(RunRecord& record, const EpochDone& epoch) {
    record.steps = epoch.step;
    record.epochs = static_cast<double>(epoch.epoch);
    record.images = epoch.images;
    record.seconds = epoch.seconds;
    record.imagesPerSecond = epoch.seconds > 0 ? static_cast<double>(epoch.images) / epoch.seconds : 0;
    record.trainLoss = epoch.trainLoss;
    record.trainAccuracy = epoch.trainAccuracy;
    record.validation = epoch.validation;
    record.validationEpoch = epoch.epoch;
    if (epoch.best) {
        record.bestValidation = epoch.validation.accuracy();
        record.bestMeans = epoch.validation.means;
        record.bestEpoch = epoch.epoch;
    }
}

void apply(RunRecord& record, const Finished& finished) {
    static_cast<RunFigures&>(record) = finished;
    record.state = runStateName(finished.state);
    record.reason = finished.reason;
    record.ended = secondsSince1970();
}

json toJson(const RunRecord& record) {
    json validation = resultJson(record.validation);
    validation["epoch"] = record.validationEpoch;
    json best{{"accuracy", record.bestValidation}, {"epoch", record.bestEpoch}};
    setClassMeans(best, record.bestMeans);
    json out{{"state", record.state},
             {"version", record.version},
             {"process", toJson(record.process)},
             {"started", utcText(record.started)},
             {"ended", utcText(record.ended)},
             {"steps", record.steps},
             {"epochs", record.epochs},
             {"images", record.images},
             {"seconds", record.seconds},
             {"startup_seconds", record.startupSeconds},
             {"images_per_second", record.imagesPerSecond},
             {"train", {{"loss", record.trainLoss}, {"accuracy", record.trainAccuracy}}},
             {"validation", validation},
             {"best", best},
             {"test", resultJson(record.test)}};
    if (!record.hardware.towers.empty())
        out["hardware"] = toJson(record.hardware);
    setTextField(out, "reason", record.reason);
    if (!record.parent.empty())
        out["parent"] = {{"run", record.parent}, {"step", record.parentStep}};
    return out;
}

void writeRunRecord(const std::filesystem::path& path, const RunRecord& record) { writeJsonFile(path, toJson(record)); }

RunRecord readRunRecord(const std::filesystem::path& path) {
    const auto read = [](const json& in) {
        RunRecord record = recordFrom(in);
        checkState(record);
        return record;
    };
    return readRecordFile(path, kMaxRecordBytes, read, [&path](const Text& reason) {
        return Text::tr("'%1' is not the record of a run (%2). Delete the run or restore the file from a copy.",
                        path.string(), reason);
    });
}

std::int64_t secondsSince1970() {
    using namespace std::chrono;
    return duration_cast<seconds>(system_clock::now().time_since_epoch()).count();
}

std::string utcText(std::int64_t seconds) {
    if (seconds == 0)
        return {};
    const std::time_t time = seconds;
    std::tm parts{};
    ::gmtime_r(&time, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text.data();
}

} // namespace belfry

#include "core/search/journal.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/system_text.h"
#include "core/base/text_json.h"
#include "core/formats/json_reader.h"

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace belfry {
namespace {

using Json = nlohmann::json;

[[noreturn]] void refuse(const std::filesystem::path& path) {
    throw ioError(Text::tr("Cannot write '%1' (%2). Free some space.", path.string(), systemText()));
}

Training trainingIn(const Json& json, const char* verb) {
    Training training{json.at(verb).get<int>(), {}};
    if (json.contains("seed"))
        training.seed = json.at("seed").get<std::uint64_t>();
    return training;
}

Json lineOf(const char* verb, const Training& training) {
    Json json{{verb, training.trial}};
    if (training.seed)
        json["seed"] = *training.seed;
    return json;
}

bool wasKilled(const Work& work) { return work.winner.trial > 0 ? work.winner.kills > 0 : work.trial.kills > 0; }

Json lineWithAlone(const char* verb, const Work& work) {
    Json json = lineOf(verb, trainingOf(work));
    if (wasKilled(work))
        json["alone"] = true;
    return json;
}

void count(JournalContents& contents, const Training& training, bool alone) {
    Kills& kills = contents.kills[training];
    ++kills.all;
    kills.alone += alone ? 1 : 0;
}

// What a helper trained is not why the leader was killed.
void countKill(JournalContents& contents, const Training& training, bool alone) {
    if (!contents.away.contains(training))
        count(contents, training, alone);
}

void take(JournalContents& contents, const Json& json, const Space& space) {
    if (json.contains("winner")) {
        WinnerRun run = winnerRunFromJson(json);
        contents.open.erase({run.trial, run.seed});
        contents.kills.erase({run.trial, run.seed}); // a failed one is trained again when the search is resumed
        contents.failures.erase({run.trial, run.seed});
        putWinner(contents.winners, std::move(run));
    } else if (json.contains("begun")) {
        const Training training = trainingIn(json, "begun");
        if (const auto before = contents.open.find(training); before != contents.open.end())
            countKill(contents, training, before->second); // it did not come to an end before
        contents.open[training] = json.value("alone", false);
        if (json.value("away", false))
            contents.away.insert(training);
        else
            contents.away.erase(training);
    } else if (json.contains("broke")) {
        const Training training = trainingIn(json, "broke");
        count(contents, training, json.value("alone", false));
        contents.open.erase(training);
    } else if (json.contains("left")) {
        contents.open.erase(trainingIn(json, "left"));
    } else if (json.contains("retried")) {
        const Training training = trainingIn(json, "retried");
        contents.open.erase(training);
        contents.failures[training] = {textsField(json, "failures"), json.value("divergences", 0)};
    } else {
        contents.trials.push_back(trialFromJson(json, space));
        contents.open.erase({contents.trials.back().id, {}});
    }
}

} // namespace

Training trainingOf(const Work& work) {
    if (work.winner.trial > 0)
        return {work.winner.trial, work.winner.seed};
    return {work.trial.id, {}};
}

Text killedAlone() {
    return Text::tr("The program was killed or its device broke twice while this network trained alone.");
}

bool trainsAlone(const Work& work) {
    const bool failed = work.winner.trial > 0 ? !work.winner.failures.empty() : otherFailures(work.trial) > 0;
    return failed || wasKilled(work);
}

Kills JournalContents::killsOf(const Training& training) const {
    const auto found = kills.find(training);
    return found == kills.end() ? Kills{} : found->second;
}

void JournalContents::recallFailures(Trial& trial) const {
    if (const auto found = failures.find({trial.id, {}}); found != failures.end()) {
        trial.failures = found->second.reasons;
        trial.divergences = found->second.divergences;
    }
}

JournalContents readJournal(const std::filesystem::path& path, const Space& space) {
    JournalContents contents;
    std::error_code code;
    if (!std::filesystem::exists(path, code))
        return contents;
    const std::string text = readFile(path);
    std::size_t begin = 0, number = 1;
    for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1, ++number) {
        try {
            take(contents, Json::parse(text.substr(begin, end - begin)), space);
        } catch (const std::exception& error) {
            throw dataError(
                Text::tr("'%1' is damaged in line %2 (%3). Restore the file from a copy, or delete that line.",
                         path.string(), number, jsonReason(error)));
        }
    }
    contents.bytes = begin;
    for (const auto& [training, alone] : contents.open)
        countKill(contents, training, alone);
    return contents;
}

Journal::Journal(std::filesystem::path path, std::uint64_t bytes)
    : path_(std::move(path)), file_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644)), bytes_(bytes) {
    if (!file_.isOpen() || ::ftruncate(file_.get(), static_cast<off_t>(bytes)) != 0)
        refuse(path_);
}

void Journal::append(const Json& json) {
    const std::string line = json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    if (!writeAllAt(file_, line, bytes_)) { // the half line is cut off again, now or when the file is read
        const int reason = errno;
        if (::ftruncate(file_.get(), static_cast<off_t>(bytes_)) == 0)
            errno = reason;
        refuse(path_);
    }
    if (::fdatasync(file_.get()) != 0)
        refuse(path_);
    bytes_ += line.size();
}

Json startedJson(const Work& work) {
    Json json = lineWithAlone("begun", work);
    if (work.away)
        json["away"] = true;
    return json;
}

Json deviceFailedJson(const Work& work) { return lineWithAlone("broke", work); }

Json cancelledJson(const Work& work) { return lineOf("left", trainingOf(work)); }

Json trialJson(const Trial& trial, const Space& space) {
    Json json = toJson(trial, space);
    addTextParts(json, "failures", trial.failures);
    return json;
}

Json winnerJson(const WinnerRun& run) {
    Json json = toJson(run);
    addTextParts(json, "reason", run.reason);
    addTextParts(json, "failures", run.failures);
    return json;
}

Json retriedJson(const Training& training, const FailedAttempts& soFar) {
    Json json = lineOf("retried", training);
    json["failures"] = englishOf(soFar.reasons);
    addTextParts(json, "failures", soFar.reasons);
    if (soFar.divergences > 0)
        json["divergences"] = soFar.divergences;
    return json;
}

} // namespace belfry

#include "core/search/search_folder.h"

#include "core/base/csv.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/joined.h"
#include "core/base/suggest.h"
#include "core/base/text_json.h"
#include "core/formats/json_file.h"
#include "core/formats/json_reader.h"
#include "core/runs/run_folder.h"
#include "core/runs/run_record.h"
#include "core/search/journal.h"
#include "core/search/strategy_log.h"

#include <nlohmann/json.hpp>
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cstdlib>
#include <system_error>
#include <utility>

namespace belfry {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::uint64_t kMaxBytes = 16 << 20; // of search.json and state.json
constexpr std::size_t kMaxQuoted = 80;        // of a name that is unknown

std::string nameOf(const SearchPlan& plan) {
    return !plan.name.empty() ? plan.name : !plan.preset.empty() ? plan.preset : plan.strategy + " search";
}

// `what` is the kind of file, for the sentence.
template <typename Read>
auto readPart(const fs::path& path, const Text& what, const Read& read) {
    return readRecordFile(
        path, kMaxBytes, read,
        [&](const Text& reason) {
            return Text::tr("'%1' does not hold %2 (%3). Restore the file from a copy, or begin a new search.",
                            path.string(), what, reason);
        });
}

SearchState readState(const fs::path& path) {
    SearchState state = readPart(path, Text::tr("the state of a search"), [](const Json& json) {
        SearchState read;
        json.at("state").get_to(read.state);
        read.reason = textField(json, "reason");
        read.process = processIdentityFromJson(json.at("process"));
        json.at("started").get_to(read.started);
        json.at("ended").get_to(read.ended);
        json.at("seconds").get_to(read.seconds);
        if (json.contains("layout"))
            read.layout = layoutFromJson(json.at("layout"));
        return read;
    });
    if (state.state == "running" && livenessOf(state.process) == Liveness::Gone) {
        state.state = "interrupted";
        state.reason = Text::tr("Belfry quit unexpectedly during this search.");
    }
    return state;
}

void writePlan(const SearchFiles& files, const SearchPlan& plan) { writeJsonFile(files.plan, toJson(plan)); }

std::string csvRow(const Trial& trial, const Space& space) {
    std::string row = std::to_string(trial.id) + "," + std::to_string(trial.asked.generation) + "," +
                      joined(trial.asked.parents, " ", [](int parent) { return std::to_string(parent); }) + "," +
                      joined(trial.asked.mutated, " ") + "," + std::to_string(trial.asked.rung) + "," +
                      trialStateName(trial.state);
    const std::vector<bool> said = expressed(space, trial.asked.genes);
    for (std::size_t i = 0; i < space.genes.size(); ++i)
        row +=
            "," + (said[i]
                       ? csvField(geneText(space.genes[i].choices().at(static_cast<std::size_t>(trial.asked.genes[i]))))
                       : std::string());
    row += fmt::format(",{:.6f},{},{},{},{:.3f},{:.1f},", trial.accuracy, trial.bestEpoch, trial.epochs,
                       trial.parameters, trial.seconds, trial.imagesPerSecond); // with points in any locale
    return row + csvField(trial.device) + "," + std::to_string(trial.kills) + "," +
           csvField(joined(englishOf(trial.failures), " ")) + "\n";
}

// The open trials of a journal, which has their numbers alone: the strategy is asked for them once more.
std::vector<Trial> trialsOf(const JournalContents& journal, StrategyLog& strategyLog) {
    const auto left = std::ranges::count_if(journal.open, [](const auto& entry) { return !entry.first.seed; });
    std::vector<Trial> open;
    while (std::ssize(open) < left) {
        std::optional<Trial> trial = strategyLog.next();
        if (!trial)
            break;
        const Training training{.trial = trial->id, .seed = {}};
        if (!journal.open.contains(training))
            continue;
        trial->state = TrialState::Running;
        journal.recallFailures(*trial);
        open.push_back(std::move(*trial));
    }
    return open;
}

} // namespace

SearchFiles::SearchFiles(fs::path searchFolder)
    : folder(std::move(searchFolder)), plan(folder / "search.json"), state(folder / "state.json"),
      trials(folder / "trials.jsonl"), log(folder / "log.txt"), lock(folder / "lock") {}

fs::path searchesRoot() {
    if (const char* named = std::getenv("BELFRY_SEARCHES"); named && *named)
        return fs::absolute(named);
    return userDataFolder() / "searches";
}

fs::path createSearch(const SearchPlan& plan, const fs::path& root) {
    makeWritableFolder(root);
    const std::int64_t now = secondsSince1970();
    const SearchFiles files(makeTimedFolder(root, nameOf(plan), now, "BELFRY_SEARCHES"));
    orRemove(files.folder, [&] {
        SearchPlan named = plan;
        named.name = nameOf(plan);
        writePlan(files, named);
        SearchState state;
        state.state = "stopped"; // nothing has begun
        state.started = now;
        writeSearchState(files, state);
    });
    return files.folder;
}

void writeSearchState(const SearchFiles& files, const SearchState& state) {
    Json json{{"state", state.state},
              {"reason", state.reason.english()},
              {"process", toJson(state.process)},
              {"started", state.started},
              {"ended", state.ended},
              {"seconds", state.seconds}};
    addTextParts(json, "reason", state.reason);
    if (state.layout)
        json["layout"] = toJson(*state.layout);
    writeJsonFile(files.state, json);
}

RunLock lockSearch(const SearchFiles& files) {
    try {
        return RunLock(files.lock);
    } catch (const Error& error) {
        if (error.category() != ErrorCategory::Usage)
            throw;
        throw usageError(
            Text::tr("The search '%1' is in progress in another process. Wait for its end, or stop it there.",
                     files.folder.filename().string()));
    }
}

const Trial* SearchRecord::best() const {
    const Trial* found = nullptr;
    for (const Trial& trial : trials)
        if (trial.state == TrialState::Done && (!found || better(trial, *found)))
            found = &trial;
    return found;
}

SearchRecord readSearch(const fs::path& folder) {
    const SearchFiles files(absolutePath(folder));
    SearchRecord record;
    record.folder = files.folder;
    record.plan = readPart(files.plan, Text::tr("a search"), [](const Json& json) {
        SearchPlan plan = searchPlanFromJson(json);
        validate(plan);
        return plan;
    });
    record.state = readState(files.state);
    JournalContents journal = readJournal(files.trials, record.plan.space);
    StrategyLog strategyLog(record.plan, journal.trials);
    for (const auto& [id, trial] : strategyLog.ended())
        record.trials.push_back(trial);
    record.generations = strategyLog.generations();
    record.expected = strategyLog.expected();
    record.winners = winnersAmong(journal.winners, strategyLog.best(static_cast<std::size_t>(record.plan.winners)));
    if (record.state.state == "running")
        record.inTraining = trialsOf(journal, strategyLog);
    return record;
}

void requireOpen(const SearchRecord& record) {
    if (record.state.state == "finished")
        throw usageError(Text::tr("The search '%1' has ended; there is nothing to resume. Start a new one.",
                                  record.folder.filename().string()));
}

void giveBudget(const fs::path& folder, double minutes) {
    const SearchFiles files(absolutePath(folder));
    const RunLock lock = lockSearch(files);
    SearchRecord record = readSearch(files.folder);
    requireOpen(record);
    record.plan.budgetMinutes = record.state.seconds / 60 + minutes;
    validate(record.plan);
    writePlan(files, record.plan);
}

std::vector<SearchSummary> listSearches(const fs::path& root) {
    std::vector<SearchSummary> all;
    std::error_code code;
    for (fs::directory_iterator entry(root, code), end; !code && entry != end; entry.increment(code)) {
        const SearchFiles files(entry->path());
        std::error_code ignored;
        if (!fs::exists(files.plan, ignored))
            continue;
        SearchSummary summary{.id = files.folder.filename().string(), .folder = files.folder};
        try {
            const SearchRecord record = readSearch(files.folder);
            summary.name = record.plan.name;
            summary.strategy = record.plan.strategy;
            summary.data = record.plan.space.plan.data;
            summary.state = record.state.state;
            summary.reason = record.state.reason;
            summary.started = record.state.started;
            summary.trials = static_cast<int>(record.trials.size());
            summary.best = record.best() ? record.best()->accuracy : 0;
        } catch (const std::exception& error) {
            summary.name = summary.id;
            summary.state = "damaged";
            summary.reason = messageOf(error);
        }
        all.push_back(std::move(summary));
    }
    std::ranges::sort(all, std::ranges::greater{}, &SearchSummary::id); // begins with the time
    return all;
}

fs::path findSearch(const std::string& idOrPath, const fs::path& root) {
    std::error_code code;
    for (const fs::path& folder : {root / idOrPath, fs::path(idOrPath)})
        if (!idOrPath.empty() && fs::exists(SearchFiles(folder).plan, code))
            return absolutePath(folder);
    std::vector<std::string> known;
    std::ranges::transform(listSearches(root), std::back_inserter(known), &SearchSummary::id);
    if (known.empty())
        throw usageError(Text::tr("Unknown search '%1'. There are none yet.", idOrPath.substr(0, kMaxQuoted)));
    throw usageError(unknownName(Text::tr("search"), idOrPath, known));
}

std::string trialsCsv(const SearchRecord& record) {
    std::string csv = "trial,generation,parents,mutated,rung,state";
    for (const Gene& gene : record.plan.space.genes)
        csv += "," + gene.name;
    csv += ",accuracy,best_epoch,epochs,parameters,seconds,images_per_second,device,kills,failures\n";
    for (const Trial& trial : record.trials)
        csv += csvRow(trial, record.plan.space);
    return csv;
}

} // namespace belfry

#include "core/search/search_log.h"

#include <nlohmann/json.hpp>
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <ctime>
#include <iterator>

namespace belfry {
namespace {

std::string perCent(double fraction) { return fmt::format("{:.2f}%", 100 * fraction); }

void addNetwork(std::vector<std::string>& lines, const Trial& trial, const Space& space) {
    lines.push_back(genesJson(space, trial.asked.genes).dump());
    lines.push_back("Network accuracy: " + perCent(trial.accuracy));
}

std::string doing(int generation, int generations) {
    return fmt::format("***Doing generation {} of {}***", generation, generations);
}

struct LinesOf {
    const SearchPlan& plan;
    std::vector<std::string> lines{};

    void operator()(const SearchStarted& e) {
        if (plan.strategy == "genetic")
            lines.push_back(fmt::format("***Evolving {} generation{} with population {}***", plan.genetic.generations,
                                        plan.genetic.generations == 1 ? "" : "s", plan.genetic.population));
        const std::string expected = fmt::format("{:.0f}", e.progress.expected);
        lines.push_back(fmt::format("about {} trial{} expected; the whole space has {:.6g}", expected,
                                    expected == "1" ? "" : "s", e.progress.exhaustive));
        lines.push_back(fmt::format("{} in parallel, {} tower{} each", e.layout.trials, e.layout.towers,
                                    e.layout.towers == 1 ? "" : "s"));
        std::ranges::transform(e.remarks, std::back_inserter(lines), &Text::english);
        const int ended = static_cast<int>(e.generations.size());
        if (plan.strategy == "genetic" && ended < plan.genetic.generations) // else its winners are left
            lines.push_back(doing(ended + 1, plan.genetic.generations));
    }
    void operator()(const TrialRetried& e) { lines.push_back(failure(e.trial) + " It is tried once more."); }
    void operator()(const TrialEnded& e) {
        if (e.trial.state == TrialState::Failed)
            lines.push_back(failure(e.trial));
        else if (plan.strategy != "genetic")
            addNetwork(lines, e.trial, plan.space);
    }
    void operator()(const GenerationEnded& e) {
        lines.push_back("Generation average: " +
                        (e.generation.done > 0 ? perCent(e.generation.mean) : "none, all of its trials failed"));
        lines.emplace_back(80, '-');
        if (e.generation.number < e.generations)
            lines.push_back(doing(e.generation.number + 1, e.generations));
    }
    void operator()(const WinnerStarted& e) {
        lines.push_back(fmt::format("Winner {} (trial {}), seed {} of {} ...", e.rank, e.trial, e.seed - plan.seed + 1,
                                    plan.winnerSeeds));
    }
    void operator()(const WinnerEnded& e) {
        lines.push_back(e.run.reason.empty() ? fmt::format("Winner {} (trial {}), seed {}: test {} of {} image{}",
                                                           e.run.rank, e.run.trial, e.run.seed, perCent(e.run.test),
                                                           e.run.testImages, e.run.testImages == 1 ? "" : "s")
                                             : fmt::format("Winner {} failed: {}", e.run.rank, e.run.reason.english()));
    }
    void operator()(const SearchWarning& e) { lines.push_back("warning: " + e.text.english()); }
    void operator()(const HelperNews& e) { lines.push_back(e.text.english()); }
    void operator()(const SearchEnded& e) {
        lines.emplace_back(80, '-');
        for (const Trial& trial : e.top)
            addNetwork(lines, trial, plan.space);
        if (const TestFigure figure = testFigure(e.winners, e.winners.empty() ? 0 : e.winners.front().trial);
            figure.runs > 0)
            lines.push_back(fmt::format("Test accuracy of the best network: {:.2f}% +- {:.2f} over {} seed{}",
                                        100 * figure.mean, 100 * figure.deviation, figure.runs,
                                        figure.runs == 1 ? "" : "s"));
        lines.push_back("The search is " + e.state + "." + (e.reason.empty() ? "" : " " + e.reason.english()));
    }
    void operator()(const SearchPaused&) {}
    void operator()(const TrialStarted&) {}
    void operator()(const TrialEpoch&) {}
    void operator()(const WinnerEpoch&) {}

private:
    static std::string failure(const Trial& trial) {
        return fmt::format("Trial {} failed: {}", trial.id,
                           trial.failures.empty() ? "" : trial.failures.back().english());
    }
};

Text killedRemark(const Training& training) {
    if (training.seed)
        return Text::tr("The winner's run of trial %1 from seed %2 was in progress when the program was killed; it is "
                        "restarted with no other trials in parallel.",
                        training.trial, std::to_string(*training.seed));
    return Text::tr(
        "Trial %1 was in training when the program was killed; it is restarted with no other trials in parallel.",
        training.trial);
}

} // namespace

std::vector<std::string> logLines(const SearchEvent& event, const SearchPlan& plan) {
    LinesOf lines{plan};
    std::visit(lines, event);
    return std::move(lines.lines);
}

void SearchLog::write(const SearchEvent& event, const SearchPlan& plan) {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    ::localtime_r(&now, &parts);
    char time[64];
    std::strftime(time, sizeof time, "%m/%d/%Y %I:%M:%S ", &parts);
    const char* half = parts.tm_hour < 12 ? "AM" : "PM"; // %p has no words for it in most languages
    for (const std::string& text : logLines(event, plan))
        stream_ << time << half << " - INFO - " << text << '\n';
    stream_.flush();
}

SearchEvent epochOf(const Work& work, const EpochDone& epoch) {
    const auto accuracy = static_cast<float>(epoch.validation.accuracy());
    if (const WinnerRun& winner = work.winner; winner.trial > 0)
        return WinnerEpoch{winner.trial, winner.seed, winner.rank, epoch.epoch, work.job.plan.epochs, accuracy};
    return TrialEpoch{work.trial.id, epoch.epoch, accuracy};
}

std::vector<Text> startRemarks(const SearchPlan& plan, const Layout& layout, const JournalContents& contents) {
    std::vector<Text> remarks{towersRemark(plan, layout), devicesRemark(layout, listDevices().devices)};
    std::erase_if(remarks, [](const Text& remark) { return remark.empty(); });
    for (const auto& [training, alone] : contents.open)
        if (!contents.away.contains(training) && !contents.killsOf(training).tooMany()) // else its failure is reported
            remarks.push_back(killedRemark(training));
    return remarks;
}

Ending endingOf(const StrategyLog& strategyLog, const WinnerRuns& winnerRuns, const Text& failedDevice,
                bool budgetExhausted) {
    if (!failedDevice.empty())
        return {"failed", Text::sentences({failedDevice, Text::tr("No trial was recorded as failed because of this; "
                                                                  "resume the search when the device works again.")})};
    const bool found = !strategyLog.best(1).empty();
    if (!found && !strategyLog.ended().empty()) {
        const std::vector<Text>& reasons = strategyLog.ended().rbegin()->second.failures;
        return {"failed", Text::sentences({Text::tr("All trials failed."), reasons.empty() ? Text() : reasons.back()})};
    }
    if (found && !winnerRuns.problem().empty())
        return {"failed", Text::sentences({Text::tr("No run of the winners succeeded."), winnerRuns.problem()})};
    if (!budgetExhausted)
        return {"finished", {}};
    if (!found)
        return {
            "failed",
            Text::tr("The budget was used up before any trial had ended; to resume the search, give it a larger one.")};
    return {"stopped", Text::tr("The budget is used up; with a larger one the search can be resumed.")};
}

} // namespace belfry

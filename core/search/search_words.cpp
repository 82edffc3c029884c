#include "core/search/search_words.h"

namespace belfry {
namespace {

Text killedRemark(const Training& training) {
    if (training.seed)
        return Text::tr("The winner's run of trial %1 from seed %2 was in progress when the program was killed; it "
                        "begins anew, alone.",
                        training.trial, std::to_string(*training.seed));
    return Text::tr("Trial %1 was in training when the program was killed; it begins anew, alone.", training.trial);
}

} // namespace

std::vector<Text> startRemarks(const SearchPlan& plan, const Layout& layout, const JournalContents& contents) {
    std::vector<Text> remarks{towersRemark(plan, layout), devicesRemark(layout, listDevices().devices)};
    std::erase_if(remarks, [](const Text& remark) { return remark.empty(); });
    for (const auto& [training, alone] : contents.open)
        if (!contents.killsOf(training).tooMany()) // else its failure is reported
            remarks.push_back(killedRemark(training));
    return remarks;
}

Ending endingOf(const StrategyLog& strategyLog, const WinnerRuns& winnerRuns, const Text& failedDevice,
                bool budgetExhausted) {
    if (!failedDevice.empty())
        return {
            "failed",
            Text::sentences(
                {failedDevice,
                 Text::tr(
                     "Nothing was recorded as failed for that; go on with the search when the device works again.")})};
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
        return {"failed",
                Text::tr("The budget was used up before a trial had ended; give the search more of it to go on.")};
    return {"stopped", Text::tr("The budget is used up; with more of it the search can go on.")};
}

} // namespace belfry

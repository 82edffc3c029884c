#include "core/search/search_words.h"

namespace belfry {
namespace {

std::string killedRemark(const Training& training) {
    const std::string trial = std::to_string(training.trial);
    if (training.seed)
        return "The winner's run of trial " + trial + " from seed " + std::to_string(*training.seed) +
               " was in progress when the program was killed; it begins anew, alone.";
    return "Trial " + trial + " was in training when the program was killed; it begins anew, alone.";
}

} // namespace

std::vector<std::string> startRemarks(const SearchPlan& plan, const Layout& layout, const JournalContents& contents) {
    std::vector<std::string> remarks;
    if (std::string towers = towersRemark(plan, layout); !towers.empty())
        remarks.push_back(std::move(towers));
    if (std::string kinds = devicesRemark(layout, listDevices().devices); !kinds.empty())
        remarks.push_back(std::move(kinds));
    for (const auto& [training, alone] : contents.open)
        if (!contents.killsOf(training).tooMany()) // else its failure is told
            remarks.push_back(killedRemark(training));
    return remarks;
}

Ending endingOf(const Ledger& ledger, const Finals& finals, const std::string& brokenDevice, bool cutShort) {
    if (!brokenDevice.empty())
        return {"failed", brokenDevice + " Nothing was recorded as failed for that; go on with the search when the "
                                         "device works again."};
    const bool found = !ledger.best(1).empty();
    if (!found && !ledger.ended().empty()) {
        const std::vector<std::string>& reasons = ledger.ended().rbegin()->second.failures;
        return {"failed", "All trials failed. " + (reasons.empty() ? std::string() : reasons.back())};
    }
    if (found && !finals.problem().empty())
        return {"failed", "No run of the winners succeeded. " + finals.problem()};
    if (!cutShort)
        return {"finished", ""};
    if (!found)
        return {"failed", "The budget was used up before a trial had ended; give the search more of it to go on."};
    return {"stopped", "The budget is used up; with more of it the search can go on."};
}

} // namespace belfry

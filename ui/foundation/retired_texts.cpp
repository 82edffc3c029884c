#include "ui/foundation/retired_texts.h"

#include <algorithm>
#include <array>

namespace belfry {
namespace {

// Both are found in records, so nothing is ever taken out of this table. A new wording of a reason that a run or a
// search records adds a row here and changes the second text of its older rows.
struct Rewording {
    std::string recorded, present;
};

const auto& rewordings() {
    static const std::string closed = "Belfry was closed before the run finished.";
    static const std::string unstarted = "Not started since it branched.";
    static const std::string killed = "Belfry (process %1) quit unexpectedly during this run.";
    static const std::string searchClosed = "Belfry quit unexpectedly during this search.";
    static const std::array table{
        Rewording{"The program left the run before its end.", closed},
        Rewording{"The program exited before the run ended.", closed},
        Rewording{"It has not begun yet.", unstarted},
        Rewording{"No step has been trained yet.", unstarted},
        Rewording{"Its process %1 is gone without having ended it.", killed},
        Rewording{"Its process %1 exited before the run ended.", killed},
        Rewording{"The program left the search before its end.", searchClosed},
        Rewording{"The program exited before the search ended.", searchClosed},
    };
    return table;
}

} // namespace

const std::string& presentTemplate(const std::string& recorded) {
    const auto found = std::ranges::find(rewordings(), recorded, &Rewording::recorded);
    return found == rewordings().end() ? recorded : found->present;
}

bool isRecordedSentence(const std::string& words) {
    return std::ranges::any_of(
        rewordings(),
        [&words](const Rewording& rewording) { return rewording.recorded == words || rewording.present == words; });
}

} // namespace belfry

#include "core/runs/run_find.h"

#include "core/base/error.h"
#include "core/base/suggest.h"

#include <algorithm>

namespace belfry {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kNamesInMessage = 5; // of those that are known

std::string namesText(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), kNamesInMessage); ++i)
        text += (i ? ", " : "") + names[i];
    return text + (names.size() > kNamesInMessage ? ", ..." : "");
}

[[noreturn]] void refuseUnknown(const std::string& wanted, const std::vector<RunSummary>& runs, const fs::path& root) {
    const std::string shown = wanted.substr(0, 80);
    if (runs.empty())
        throw Error(ErrorCategory::Usage,
                    Text::tr("Unknown run '%1': there is none yet in '%2'. Train one first.", shown, root.string()));
    std::vector<std::string> ids, known;
    for (const RunSummary& run : runs) {
        ids.push_back(run.id);
        known.push_back(run.id);
        known.push_back(run.name);
    }
    const std::string near = nearestName(wanted, known);
    throw Error(ErrorCategory::Usage,
                near.empty() ? Text::tr("Unknown run '%1'. Newest in '%2': %3.", shown, root.string(), namesText(ids))
                             : Text::tr("Unknown run '%1'; did you mean '%2'? Newest in '%3': %4.", shown, near,
                                        root.string(), namesText(ids)));
}

} // namespace

RunSummary findRun(const std::string& wanted, const fs::path& root) {
    if (!wanted.empty() && isRunFolder(wanted) && wanted.find('/') != std::string::npos)
        return summarise(wanted);
    const std::vector<RunSummary> runs = listRuns(root);
    if (const auto run = std::ranges::find(runs, wanted, &RunSummary::id); run != runs.end())
        return *run;
    std::vector<std::string> ids;
    for (const RunSummary& run : runs)
        if (run.name == wanted)
            ids.push_back(run.id);
    if (ids.size() > 1)
        throw Error(ErrorCategory::Usage,
                    Text::tr("%1 runs are named '%2'. Use the folder's name: %3.", ids.size(), wanted, namesText(ids)));
    if (ids.empty())
        refuseUnknown(wanted, runs, root);
    return *std::ranges::find(runs, ids.front(), &RunSummary::id);
}

} // namespace belfry

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
    std::string text = "Unknown run '" + wanted.substr(0, 80) + "'";
    if (runs.empty())
        throw Error(ErrorCategory::Usage, text + ": there is none yet in '" + root.string() + "'. Train one first.");
    std::vector<std::string> ids, known;
    for (const RunSummary& run : runs) {
        ids.push_back(run.id);
        known.push_back(run.id);
        known.push_back(run.name);
    }
    const std::string near = nearestName(wanted, known);
    text += near.empty() ? "." : "; did you mean '" + near + "'?";
    throw Error(ErrorCategory::Usage, text + " Newest in '" + root.string() + "': " + namesText(ids) + ".");
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
        throw Error(ErrorCategory::Usage, std::to_string(ids.size()) + " runs are named '" + wanted +
                                              "'. Use the folder's name: " + namesText(ids) + ".");
    if (ids.empty())
        refuseUnknown(wanted, runs, root);
    return *std::ranges::find(runs, ids.front(), &RunSummary::id);
}

} // namespace belfry

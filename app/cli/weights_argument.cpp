#include "app/cli/weights_argument.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/runs/run_list.h"
#include "core/runs/weights_file.h"

#include <algorithm>

namespace belfry::cli {
namespace {

namespace fs = std::filesystem;

// What there is, for a sentence: "best, final, 100, 200".
std::string known(const RunWeights& weights) {
    std::string list;
    const auto add = [&list](const std::string& name) { list += (list.empty() ? "" : ", ") + name; };
    if (weights.best)
        add("best");
    if (weights.final)
        add("final");
    for (const fs::path& checkpoint : weights.checkpoints)
        add(checkpoint.stem().string().substr(std::string("step-").size()));
    return list.empty() ? "none" : list;
}

fs::path chosen(const RunWeights& weights, const std::string& which) {
    if (which.empty())
        return weights.preferred();
    if (which == "best" && weights.best)
        return *weights.best;
    if (which == "final" && weights.final)
        return *weights.final;
    if (which == "newest" && !weights.checkpoints.empty())
        return weights.checkpoints.back();
    const auto step = std::ranges::find(weights.checkpoints, "step-" + which,
                                        [](const fs::path& checkpoint) { return checkpoint.stem().string(); });
    if (step != weights.checkpoints.end())
        return *step;
    throw Error(ErrorCategory::Usage, Text::tr("The run has no weights '%1'; it has %2. Choose one of these.",
                                               which.substr(0, 40), known(weights)));
}

} // namespace

fs::path weightsFileNamed(const std::string& runOrFile, const std::string& which) {
    if (runOrFile == "ready")
        return readyNetworkFile();
    std::error_code code;
    if (fs::is_regular_file(runOrFile, code))
        return runOrFile;
    return chosen(runWeights(findRun(runOrFile).folder), which);
}

std::shared_ptr<const Snapshot> weightsNamed(const std::string& runOrFile, const std::string& which) {
    return loadSnapshot(weightsFileNamed(runOrFile, which));
}

} // namespace belfry::cli

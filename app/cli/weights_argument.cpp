#include "app/cli/weights_argument.h"

#include "app/cli/number_options.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/joined.h"
#include "core/data/catalogue.h"
#include "core/data/picture_size.h"
#include "core/runs/run_list.h"
#include "core/runs/weights_file.h"
#include "core/train/plan_fields.h"

#include <algorithm>

namespace belfry::cli {
namespace {

namespace fs = std::filesystem;

// The available weights, for a sentence: "best, final, 100, 200".
std::string known(const RunWeights& weights) {
    std::vector<std::string> names;
    if (weights.best)
        names.emplace_back("best");
    if (weights.final)
        names.emplace_back("final");
    for (const fs::path& checkpoint : weights.checkpoints)
        names.push_back(checkpoint.stem().string().substr(std::string("step-").size()));
    return names.empty() ? "none" : joined(names);
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
    throw usageError(
        Text::tr("The run has no weights '%1'; it has %2. Choose one of these.", which.substr(0, 40), known(weights)));
}

} // namespace

void addRunArgument(CLI::App& app, std::string& run) {
    app.add_option("run", run, "Run, weights file, or 'ready' for the network that ships with Belfry")->required();
}

CLI::Option* addWeightsOption(CLI::App& app, std::string& weights) {
    return app.add_option("--weights", weights, "Of a run: best, final, newest checkpoint, or a checkpoint's step");
}

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

void SnapshotDataOptions::addTo(CLI::App& app) {
    app.add_option("--data-dir", dataDir, "Folder to look for data sets first");
    addNumber(app, "--split-seed", splitSeed, planField("split_seed").help.english());
}

std::shared_ptr<const DataSet> dataOf(const Snapshot& snapshot, const SnapshotDataOptions& options) {
    DataOptions where{.dataDir = options.dataDir, .splitSeed = options.splitSeed.value_or(1)};
    if (isPictureFolder(snapshot.data)) // brought to the size that the network reads
        where.pictureSize = pictureSizeText(snapshot.blueprint->image);
    return openDataSet(snapshot.data, where);
}

} // namespace belfry::cli

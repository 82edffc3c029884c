#include "app/cli/weights_argument.h"

#include "app/cli/formatting.h"
#include "app/cli/number_options.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/joined.h"
#include "core/base/suggest.h"
#include "core/data/stores.h"
#include "core/interop/package.h"
#include "core/predict/network_input.h"
#include "core/runs/run_list.h"
#include "core/runs/run_pictures.h"
#include "core/runs/weights_file.h"
#include "core/train/plan_fields.h"
#include "core/train/prepare.h"

#include <algorithm>
#include <cstdio>

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

bool isFile(const std::string& name) {
    std::error_code code;
    return fs::is_regular_file(name, code);
}

// The folder of an exported network. A run of that name comes first, as the folder may have been named after it.
std::optional<fs::path> packageNamed(const std::string& name) {
    std::optional<fs::path> folder = packageAt(name);
    const auto isNamed = [&name](const RunSummary& run) { return run.id == name || run.name == name; };
    if (name == "ready" || (folder && name.find('/') == std::string::npos && std::ranges::any_of(listRuns(), isNamed)))
        folder.reset();
    return folder;
}

} // namespace

void addRunArgument(CLI::App& app, std::string& run) {
    app.add_option(
           "run", run,
           "Run, weights file, folder of an exported network, or 'ready' for the network that ships with Belfry")
        ->required();
}

CLI::Option* addWeightsOption(CLI::App& app, std::string& weights) {
    return app.add_option("--weights", weights, "Of a run: best, final, newest checkpoint, or a checkpoint's step");
}

fs::path weightsFileNamed(const std::string& runOrFile, const std::string& which) {
    if (runOrFile == "ready")
        return readyNetworkFile();
    if (packageNamed(runOrFile)) {
        const fs::path named(runOrFile);
        return named.has_filename() ? named : named.parent_path(); // without the '/' at the end
    }
    if (isFile(runOrFile))
        return runOrFile;
    return chosen(runWeights(findRun(runOrFile).folder), which);
}

std::shared_ptr<const Snapshot> weightsIn(const fs::path& file) {
    const auto package = packageAt(file);
    return package ? loadPackage(*package) : loadSnapshot(file);
}

std::shared_ptr<const Snapshot> weightsNamed(const std::string& runOrFile, const std::string& which) {
    return weightsIn(weightsFileNamed(runOrFile, which));
}

fs::path runFolderNamed(const std::string& runOrFile) {
    const bool isNoRun = runOrFile == "ready" || packageNamed(runOrFile) || isFile(runOrFile);
    return isNoRun ? fs::path() : findRun(runOrFile).folder;
}

fs::path ownRunNamed(const std::string& run) {
    if (packageNamed(run))
        throw usageError(
            Text::tr("'%1' is an exported network, which has no plan and no record of a run; expected a run. "
                     "Name the run that it was exported from.",
                     run));
    return findRun(run).folder;
}

void SnapshotDataOptions::addTo(CLI::App& app) {
    app.add_option("--data-dir", dataDir, "Folder to look for data sets first");
    addNumber(app, "--split-seed", splitSeed, planField("split_seed").help.english());
}

std::shared_ptr<const DataSet> dataOf(const std::string& runOrFile, const Snapshot& snapshot,
                                      const SnapshotDataOptions& options) {
    const fs::path run = runFolderNamed(runOrFile);
    Plan plan = dataPlan(run, snapshot);
    if (options.dataDir)
        plan.dataDir = options.dataDir;
    plan.splitSeed = options.splitSeed.value_or(plan.splitSeed);
    RunPictures pictures = picturesFor(run, snapshot, openData(plan));
    if (!pictures.remark.empty())
        std::fprintf(stderr, "belfry-cli: %s\n", oneLine(pictures.remark.english()).c_str());
    return std::move(pictures.data);
}

std::shared_ptr<const ImageStore> splitNamed(const DataSet& data, const std::string& name) {
    if (name == "train")
        return data.train;
    if (name == "validation")
        return data.validation;
    if (name == "test")
        return data.test;
    const std::vector<std::string> known(kSplitNames.begin(), kSplitNames.end());
    throw usageError(unknownName(Text::tr("split"), name, known));
}

std::optional<std::vector<std::uint8_t>> pictureNamed(const std::string& file, const Snapshot& snapshot) {
    try {
        return pictureIn(file, snapshot);
    } catch (const Error& error) {
        std::fprintf(stderr, "belfry-cli: %s\n", oneLine(error.what()).c_str());
        return {};
    }
}

} // namespace belfry::cli

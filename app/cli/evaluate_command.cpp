#include "app/cli/command.h"
#include "app/cli/text.h"
#include "app/cli/weights_argument.h"
#include "core/base/error.h"
#include "core/base/suggest.h"
#include "core/data/catalogue.h"
#include "core/predict/evaluate_snapshot.h"
#include "core/train/event_json.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdio>

namespace belfry::cli {
namespace {

struct Options {
    std::string run, split = "test", dataDir;
    bool json = false;
};

const ImageStore& splitNamed(const DataSet& data, const std::string& name) {
    if (name == "train")
        return *data.train;
    if (name == "validation")
        return *data.validation;
    if (name == "test")
        return *data.test;
    throw Error(ErrorCategory::Usage,
                unknownName("split", name, std::vector<std::string>{"train", "validation", "test"}));
}

void printConfusion(const EvaluationResult& result, const std::vector<std::string>& classes) {
    const std::size_t n = classes.size();
    std::printf("rows: true class; columns: answers\n        ");
    for (const std::string& name : classes)
        std::printf("%7.6s", name.c_str());
    std::printf("   right\n");
    for (std::size_t row = 0; row < n; ++row) {
        std::int64_t total = 0;
        std::printf("%8.7s", classes[row].c_str());
        for (std::size_t column = 0; column < n; ++column) {
            total += result.confusion[row * n + column];
            std::printf("%7lld", static_cast<long long>(result.confusion[row * n + column]));
        }
        std::printf(
            "  %s\n",
            total > 0
                ? perCent(static_cast<double>(result.confusion[row * n + row]) / static_cast<double>(total)).c_str()
                : "-");
    }
}

int evaluateRun(const Options& options) {
    const std::shared_ptr<const Snapshot> snapshot = weightsNamed(options.run);
    const auto data = openDataSet(
        snapshot->data, options.dataDir.empty() ? std::nullopt : std::optional<std::filesystem::path>(options.dataDir));
    const EvaluationResult result = evaluateSnapshot(*snapshot, *data, splitNamed(*data, options.split));
    if (options.json) {
        nlohmann::json json = toJson(result);
        json.update({{"run", options.run},
                     {"split", options.split},
                     {"data", data->name},
                     {"step", snapshot->step},
                     {"classes", data->classes},
                     {"confusion", result.confusion}});
        std::printf("%s\n", json.dump().c_str());
        return 0;
    }
    std::printf("%s, step %s, on %s %s: %s (%s of %s), loss %.4f; %s images/s\n", snapshot->source.c_str(),
                grouped(snapshot->step).c_str(), data->title.c_str(), options.split.c_str(),
                perCent(result.accuracy()).c_str(), grouped(result.correct).c_str(), grouped(result.images).c_str(),
                result.loss, grouped(std::llround(result.imagesPerSecond())).c_str());
    printConfusion(result, data->classes);
    return 0;
}

} // namespace

void addEvaluate(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("evaluate", "Loss, accuracy and confusion matrix of a run on a split");
    const auto options = std::make_shared<Options>();
    command->add_option("run", options->run, "Run, weights file, or 'ready' for the network that ships with Belfry")
        ->required();
    command->add_option("--split", options->split, "train, validation or test");
    command->add_option("--data-dir", options->dataDir, "Folder to look for data sets first");
    command->add_flag("--json", options->json, "As one JSON object");
    command->callback([&action, options] { action = [options] { return evaluateRun(*options); }; });
}

} // namespace belfry::cli

#include "app/cli/command.h"
#include "app/cli/json.h"
#include "app/cli/snapshot_data.h"
#include "app/cli/text.h"
#include "app/cli/weights_argument.h"
#include "core/base/error.h"
#include "core/base/suggest.h"
#include "core/predict/evaluate_snapshot.h"
#include "core/runs/folder_watch.h"
#include "core/runs/run_list.h"
#include "core/runs/weights_file.h"
#include "core/train/event_json.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <set>

namespace belfry::cli {
namespace {

struct Options {
    std::string run, weights, split = "test";
    SnapshotDataOptions data;
    bool json = false, watch = false;
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

struct ClassResult {
    std::int64_t correct = 0, images = 0;
    double accuracy() const { return static_cast<double>(correct) / static_cast<double>(images); } // images > 0
};

ClassResult classResult(const EvaluationResult& result, std::size_t row, std::size_t classes) {
    const auto begin = result.confusion.begin() + static_cast<std::ptrdiff_t>(row * classes);
    return {result.confusion[row * classes + row],
            std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(classes), std::int64_t{0})};
}

void printConfusion(const EvaluationResult& result, const std::vector<std::string>& classes) {
    const std::size_t n = classes.size();
    std::printf("rows: true class; columns: answers\n        ");
    for (const std::string& name : classes)
        std::printf("%7.6s", name.c_str());
    std::printf("   right\n");
    for (std::size_t row = 0; row < n; ++row) {
        std::printf("%8.7s", classes[row].c_str());
        for (std::size_t column = 0; column < n; ++column)
            std::printf("%7lld", static_cast<long long>(result.confusion[row * n + column]));
        const ClassResult ofClass = classResult(result, row, n);
        std::printf("  %s\n", ofClass.images > 0 ? perCent(ofClass.accuracy()).c_str() : "-");
    }
}

nlohmann::json perClass(const EvaluationResult& result, const std::vector<std::string>& classes) {
    nlohmann::json list = nlohmann::json::array();
    const std::size_t n = classes.size();
    for (std::size_t row = 0; row < n; ++row) {
        const ClassResult ofClass = classResult(result, row, n);
        list.push_back({{"class", classes[row]},
                        {"correct", ofClass.correct},
                        {"images", ofClass.images},
                        {"accuracy", ofClass.images > 0 ? nlohmann::json(ofClass.accuracy()) : nlohmann::json()}});
    }
    return list;
}

// One line, and the matrix below when it is wanted.
void evaluate(const Snapshot& snapshot, const DataSet& data, const std::string& file, const Options& options) {
    const EvaluationResult result = evaluateSnapshot(snapshot, data, splitNamed(data, options.split));
    if (options.json) {
        nlohmann::json json = toJson(result);
        json.update({{"run", options.run},
                     {"weights", file},
                     {"split", options.split},
                     {"data", data.name},
                     {"step", snapshot.step},
                     {"classes", data.classes},
                     {"per_class", perClass(result, data.classes)},
                     {"confusion", result.confusion}});
        printJson(json);
    } else {
        std::printf("%s, %sstep %s, on %s %s: %s (%s of %s), loss %.4f\n", snapshot.source.c_str(),
                    options.watch ? (file + ", ").c_str() : "", grouped(snapshot.step).c_str(), data.title.c_str(),
                    options.split.c_str(), perCent(result.accuracy()).c_str(), grouped(result.correct).c_str(),
                    grouped(result.images).c_str(), result.loss);
        if (!options.watch)
            printConfusion(result, data.classes);
    }
    std::fflush(stdout);
}

int evaluateOnce(const Options& options) {
    const std::filesystem::path file = weightsFileNamed(options.run, options.weights);
    const auto snapshot = loadSnapshot(file);
    evaluate(*snapshot, *dataOf(*snapshot, options.data), file.filename().string(), options);
    return 0;
}

// Weights files that were written since they were last seen.
class News {
public:
    std::vector<std::filesystem::path> operator()(const RunWeights& weights) {
        std::vector<std::filesystem::path> all = weights.checkpoints;
        for (const auto& file : {weights.best, weights.final})
            if (file)
                all.push_back(*file);
        std::erase_if(all, [this](const std::filesystem::path& file) {
            std::error_code code;
            const auto time = std::filesystem::last_write_time(file, code);
            return code || !seen_.insert({file, time}).second;
        });
        return all;
    }

private:
    std::set<std::pair<std::filesystem::path, std::filesystem::file_time_type>> seen_;
};

// Every checkpoint that the run of another process writes, until it ends.
int watch(const Options& options) {
    constexpr std::chrono::milliseconds kLivenessCheck{1000}; // a run that was killed writes nothing more
    const std::filesystem::path folder = findRun(options.run).folder;
    FolderWatch changes({folder, runWeights(folder).folder});
    News news;
    std::set<std::pair<std::filesystem::path, std::int64_t>> told; // a file may be replaced while it is looked at
    std::shared_ptr<const DataSet> data;
    for (bool going = true; going;) {
        going = summarise(folder).state == "running"; // asked first: what it wrote before its end is evaluated
        for (const std::filesystem::path& file : news(runWeights(folder))) {
            std::shared_ptr<const Snapshot> snapshot;
            try {
                snapshot = loadSnapshot(file);
            } catch (const Error&) {
                if (std::filesystem::exists(file))
                    throw;
                continue; // an older checkpoint that made room just now
            }
            if (!told.insert({file, snapshot->step}).second)
                continue;
            if (!data)
                data = dataOf(*snapshot, options.data);
            evaluate(*snapshot, *data, file.filename().string(), options);
        }
        if (going)
            changes.wait(kLivenessCheck);
    }
    return 0;
}

} // namespace

void addEvaluate(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("evaluate", "Loss, accuracy and confusion matrix of a run on a split");
    const auto options = std::make_shared<Options>();
    command->add_option("run", options->run, "Run, weights file, or 'ready' for the network that ships with Belfry")
        ->required();
    command->add_option("--split", options->split, "train, validation or test");
    auto* weights = command->add_option("--weights", options->weights,
                                        "Of a run: best, final, newest checkpoint, or a checkpoint's step");
    options->data.addTo(*command);
    command->add_flag("--json", options->json, "As one JSON object (with --watch: one a line)");
    command->add_flag("--watch", options->watch, "Every checkpoint of a run in progress, until it ends")
        ->excludes(weights);
    command->callback([&action, options] {
        action = [options] { return options->watch ? watch(*options) : evaluateOnce(*options); };
    });
}

} // namespace belfry::cli

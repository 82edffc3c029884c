#include "app/cli/command.h"
#include "app/cli/data_reports.h"
#include "app/cli/error_lists.h"
#include "app/cli/field_options.h"
#include "app/cli/formatting.h"
#include "app/cli/number_options.h"
#include "app/cli/table_file.h"
#include "app/cli/weights_argument.h"
#include "core/base/class_figures.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/suggest.h"
#include "core/predict/evaluate_snapshot.h"
#include "core/predict/evaluation_csv.h"
#include "core/predict/own_drawings.h"
#include "core/predict/rejection.h"
#include "core/runs/folder_watch.h"
#include "core/runs/run_list.h"
#include "core/runs/weights_file.h"
#include "core/train/events.h"
#include "core/train/plan_fields.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>
#include <set>

namespace belfry::cli {
namespace {

struct EvaluateOptions {
    std::string run, weights, split = "test", views = "1";
    std::filesystem::path drawings, csv;
    ErrorListFiles errors;
    SnapshotDataOptions data;
    double noneBelow = 0; // answers that are less probable do not count
    bool json = false, watch = false;
};

const std::vector<std::string> kSplits{"train", "validation", "test", "drawings"};

// The images of an evaluation, kept from one checkpoint to the next.
struct Images {
    std::shared_ptr<const DataSet> data; // null: drawings
    KeptDrawings drawings;
    std::shared_ptr<const ImageStore> store;
    std::string name, title;
    std::int64_t unreadable = 0; // as was told

    // readable: the images of the evaluation's rows; must outlive it.
    Evaluated evaluated(const Evaluation& evaluation, const ImageStore& readable, const Snapshot& snapshot) const {
        const auto file = [this, &readable](std::int64_t image) {
            return data ? readable.name(image) : drawings.files.at(static_cast<std::size_t>(image)).string();
        };
        return {evaluation, readable, snapshot.blueprint->image, snapshot.classes, data ? data->folder : "", file};
    }
};

Images imagesFor(const Snapshot& snapshot, const EvaluateOptions& options) {
    if (std::ranges::find(kSplits, options.split) == kSplits.end())
        throw usageError(unknownName(Text::tr("split"), options.split, kSplits));
    if (options.split == "drawings") {
        const std::filesystem::path folder = options.drawings.empty() ? drawingsFolder() : options.drawings;
        Images images{nullptr, keptDrawings(snapshot, folder), nullptr, folder.string(), "my", 0};
        images.store = images.drawings.images;
        for (const DataIssue& issue : images.drawings.issues)
            std::fprintf(stderr, "%s\n", issue.sentence.english().c_str());
        if (images.store->size() == 0)
            throw dataError(
                Text::tr("'%1' holds no drawing for this network. Keep some on the window's drawing pad, or "
                         "name another folder with --drawings.",
                         folder.string()));
        return images;
    }
    Images images{dataOf(options.run, snapshot, options.data), {}, nullptr, {}, {}, 0};
    images.store = splitNamed(*images.data, options.split);
    images.name = images.data->name;
    images.title = images.data->title;
    return images;
}

void printConfusion(const EvaluationResult& result, const std::vector<std::string>& classes) {
    const std::size_t n = classes.size();
    const std::vector<ClassFigures> ofClass = figuresByClass(result.confusion);
    std::printf("rows: true class; columns: answers\n        ");
    for (const std::string& name : classes)
        std::printf("%s", inColumn(name, 6, 7).c_str());
    std::printf("%10s%10s%10s\n", "recall", "precision", "F1");
    for (std::size_t row = 0; row < n; ++row) {
        std::printf("%s", inColumn(classes[row], 7, 8).c_str());
        for (std::size_t column = 0; column < n; ++column)
            std::printf("%7lld", static_cast<long long>(result.confusion[row * n + column]));
        for (const auto& figure : {ofClass[row].recall(), ofClass[row].precision(), ofClass[row].f1()})
            std::printf("%10s", figure ? perCent(*figure).c_str() : "-");
        std::printf("\n");
    }
}

nlohmann::json perClass(const EvaluationResult& result, const std::vector<std::string>& classes) {
    nlohmann::json list = nlohmann::json::array();
    const std::vector<ClassFigures> ofClass = figuresByClass(result.confusion);
    for (std::size_t row = 0; row < classes.size(); ++row)
        list.push_back({{"class", classes[row]},
                        {"correct", ofClass[row].correct},
                        {"images", ofClass[row].images},
                        {"accuracy", orNull(ofClass[row].recall())},
                        {"recall", orNull(ofClass[row].recall())},
                        {"precision", orNull(ofClass[row].precision())},
                        {"f1", orNull(ofClass[row].f1())}});
    return list;
}

nlohmann::json figuresJson(const Evaluation& evaluation, const Snapshot& snapshot, const EvaluateOptions& options) {
    const EvaluationResult& result = evaluation.result;
    nlohmann::json json = toJson(result);
    json.update({{"run", options.run},
                 {"split", options.split},
                 {"test_views", options.views},
                 {"step", snapshot.step},
                 {"classes", snapshot.classes},
                 {"per_class", perClass(result, snapshot.classes)},
                 {"calibration_error", calibrationOf(evaluation).expectedError},
                 {"temperature", snapshot.temperature},
                 {"confusion", result.confusion}});
    if (options.noneBelow > 0) {
        const Rejection refused = rejectionAt(evaluation, options.noneBelow);
        json["none_below"] = {{"threshold", refused.threshold},
                              {"answered", refused.answered},
                              {"right", refused.right},
                              {"right_refused", refused.refusedRight}};
    }
    return json;
}

// One line, and the matrix below when it is wanted.
void evaluate(const Snapshot& snapshot, Images& images, const std::string& file, const EvaluateOptions& options) {
    const Evaluation evaluation = evaluateSnapshot(snapshot, *images.store, {.views = std::stoi(options.views)});
    if (images.data)
        images.unreadable = tellUnreadable(*images.data, images.unreadable);
    const auto readable = evaluatedImages(images.store, evaluation);
    const EvaluationResult& result = evaluation.result;
    const double calibrationError = calibrationOf(evaluation).expectedError;
    const Rejection refused = options.noneBelow > 0 ? rejectionAt(evaluation, options.noneBelow) : Rejection();
    const Evaluated evaluated = images.evaluated(evaluation, *readable, snapshot);
    // The next checkpoint is not kept waiting for lists.
    const ErrorLists errors =
        options.watch ? ErrorLists() : errorLists(evaluated, options.errors, runFolderNamed(options.run));
    writeErrorLists(errors, evaluated, options.errors);
    if (!options.csv.empty())
        writeFileAtomically(options.csv, evaluationCsv(result, snapshot.classes));
    if (options.json) {
        nlohmann::json json = figuresJson(evaluation, snapshot, options);
        json.update({{"weights", file}, {"data", images.name}});
        if (!options.watch)
            addErrorLists(json, errors, evaluated);
        printJson(json);
    } else {
        std::printf("%s, %sstep %s, on %s %s: %s (%s of %s)%s, loss %.4f, calibration error %s\n",
                    snapshot.source.c_str(), options.watch ? (file + ", ").c_str() : "", grouped(snapshot.step).c_str(),
                    images.title.c_str(), options.split.c_str(), perCent(result.accuracy()).c_str(),
                    grouped(result.correct).c_str(), grouped(result.images).c_str(), meansText(result.means).c_str(),
                    result.loss, perCent(calibrationError).c_str());
        if (options.noneBelow > 0)
            std::printf("none of these below %s: %s are answered, of which %s are right; %s right answers are lost\n",
                        perCent(options.noneBelow, 0).c_str(), perCent(refused.share(result.images)).c_str(),
                        perCent(refused.accuracy()).c_str(), grouped(refused.refusedRight).c_str());
        if (!options.watch) {
            printConfusion(result, snapshot.classes);
            printErrorLists(errors, evaluated);
        }
    }
    std::fflush(stdout);
}

int evaluateOnce(const EvaluateOptions& options) {
    checkTableFile(options.csv, "--csv");
    options.errors.check(!runFolderNamed(options.run).empty());
    const std::filesystem::path file = weightsFileNamed(options.run, options.weights);
    const auto snapshot = weightsIn(file);
    Images images = imagesFor(*snapshot, options);
    evaluate(*snapshot, images, file.filename().string(), options);
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
int watch(const EvaluateOptions& options) {
    constexpr std::chrono::milliseconds kLivenessCheck{1000}; // a run that was killed writes nothing more
    const std::filesystem::path folder = ownRunNamed(options.run);
    FolderWatch changes({folder, runWeights(folder).folder});
    News news;
    std::set<std::pair<std::filesystem::path, std::int64_t>> reported; // a file may be replaced while it is looked at
    std::optional<Images> images;
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
            if (!reported.insert({file, snapshot->step}).second)
                continue;
            if (!images)
                images = imagesFor(*snapshot, options);
            evaluate(*snapshot, *images, file.filename().string(), options);
        }
        if (going)
            changes.wait(kLivenessCheck);
    }
    return 0;
}

} // namespace

void addEvaluate(CLI::App& app, Chosen& chosen) {
    CLI::App* command = app.add_subcommand("evaluate", "Loss, accuracy and confusion matrix of a run on a split");
    const auto options = std::make_shared<EvaluateOptions>();
    addRunArgument(*command, options->run);
    command->add_option("--split", options->split,
                        "train, validation, test or drawings (those saved from the drawing pad)");
    command->add_option("--drawings", options->drawings, "Folder of drawings, one sub-folder per class");
    const PlanField& views = planField("test_views");
    command->add_option_function<std::string>(
        views.optionName(),
        [options, &views](const std::string& name) {
            checkName(views, name);
            options->views = name;
        },
        optionHelp(views, {}, {}));
    command->add_option("--none-below", options->noneBelow, kNoneBelowHelp)->check(numberFromTo(0, 1));
    CLI::Option* weights = addWeightsOption(*command, options->weights);
    options->data.addTo(*command);
    CLI::Option* csv = command->add_option(
        "--csv", options->csv, "Also writes the confusion matrix and the figures of each class to this CSV file");
    command->add_flag("--json", options->json, "As one JSON object (with --watch: one a line)");
    CLI::Option* watched =
        command->add_flag("--watch", options->watch, "Every checkpoint of a run in progress, until it ends")
            ->excludes(weights)
            ->excludes(csv);
    for (CLI::Option* const list : options->errors.addTo(*command))
        watched->excludes(list);
    whenChosen(*command, chosen, [options] { return options->watch ? watch(*options) : evaluateOnce(*options); });
}

} // namespace belfry::cli

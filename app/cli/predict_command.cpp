#include "app/cli/command.h"
#include "app/cli/formatting.h"
#include "app/cli/interrupt.h"
#include "app/cli/number_options.h"
#include "app/cli/table_file.h"
#include "app/cli/weights_argument.h"
#include "core/base/csv.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/predict/network_input.h"
#include "core/predict/predict_files.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <iterator>

namespace belfry::cli {
namespace {

struct PredictOptions {
    std::string run, csv;
    std::vector<std::string> images;
    double noneBelow = 0;
    bool json = false;
};

constexpr const char* kStandardInput = "-";

class Answers {
public:
    Answers(const PredictOptions& options, const Snapshot& snapshot) : options_(options), classes_(snapshot.classes) {
        if (options.csv.empty())
            return;
        table_ = "image,answer,confidence,none_of_these,problem";
        for (const std::string& name : classes_)
            table_ += ',' + csvField("p(" + name + ')');
        table_ += "\r\n";
    }

    void add(const FileAnswer& answer) {
        const bool known = answer.problem.empty();
        anyProblem_ = anyProblem_ || !known;
        if (!known)
            std::fprintf(stderr, "belfry-cli: %s\n", oneLine(answer.problem.english()).c_str());
        if (!options_.csv.empty())
            addRow(answer);
        else if (known && options_.json)
            printAsJson(answer);
        else if (known)
            printAsText(answer);
    }
    void finish() const {
        if (options_.csv == kStandardInput)
            std::fwrite(table_.data(), 1, table_.size(), stdout);
        else if (!options_.csv.empty())
            writeFileAtomically(options_.csv, table_);
    }
    int status() const { return anyProblem_ ? kSomeUnreadable : 0; }

private:
    BestAnswer bestOf(const FileAnswer& answer) const {
        return bestAnswer(answer.prediction.probabilities, options_.noneBelow);
    }
    void printAsText(const FileAnswer& answer) const {
        const BestAnswer best = bestOf(answer);
        std::printf("%s: %s%s (%s)\n", oneLine(answer.file).c_str(),
                    best.noneOfThese ? "none of these; most likely " : "", oneLine(classes_[best.label]).c_str(),
                    perCent(best.confidence, 1).c_str());
    }
    void printAsJson(const FileAnswer& answer) const {
        const BestAnswer best = bestOf(answer);
        printJson({{"image", answer.file},
                   {"answer", classes_[best.label]},
                   {"none_of_these", best.noneOfThese},
                   {"classes", classes_},
                   {"probabilities", answer.prediction.probabilities},
                   {"step", answer.prediction.step}});
    }
    void addRow(const FileAnswer& answer) {
        table_ += csvField(answer.file);
        if (answer.problem.empty()) {
            const BestAnswer best = bestOf(answer);
            table_ += ',' + csvField(classes_[best.label]) + ',' + significant(best.confidence).english() + ',' +
                      (best.noneOfThese ? "yes" : "no") + ',';
        } else
            table_ += ",,,," + csvField(answer.problem.english());
        for (std::size_t label = 0; label < classes_.size(); ++label)
            table_ +=
                ',' + (answer.problem.empty() ? significant(answer.prediction.probabilities[label]).english() : "");
        table_ += "\r\n";
    }

    const PredictOptions& options_;
    const std::vector<std::string>& classes_;
    std::string table_;
    bool anyProblem_ = false;
};

FileAnswer answerToStandardInput(const std::shared_ptr<const Snapshot>& snapshot) {
    FileAnswer answer{.file = kStandardInput, .prediction = {}, .problem = {}};
    try {
        const std::string bytes{std::istreambuf_iterator<char>(std::cin), {}};
        answer.prediction = Predictor(snapshot).predict(pictureIn(asBytes(bytes), "standard input", *snapshot));
    } catch (const Error& error) {
        answer.problem = error.message();
    }
    return answer;
}

int predictImages(const PredictOptions& options) {
    holdInterrupts();
    if (options.csv != kStandardInput)
        checkTableFile(options.csv);
    const std::shared_ptr<const Snapshot> snapshot = weightsNamed(options.run);
    Answers answers(options, *snapshot);
    if (options.images == std::vector<std::string>{kStandardInput}) {
        answers.add(answerToStandardInput(snapshot));
    } else {
        if (std::ranges::find(options.images, kStandardInput) != options.images.end())
            throw usageError(
                Text::tr("'-' is the picture on standard input, and stands alone; a file of that name is './-'."));
        const PictureFiles found = pictureFilesAt(options.images);
        for (const Text& issue : found.issues)
            std::fprintf(stderr, "belfry-cli: %s\n", oneLine(issue.english()).c_str());
        if (found.files.empty())
            throw dataError(Text::tr("'%1' holds no picture that is read here: PNG, JPEG, WebP, TIFF, HEIF or BMP.",
                                     options.images.front()));
        const Stopper stopper;
        predictFiles(snapshot, found.files, stopper.token(), [&](const FileAnswer& answer) { answers.add(answer); });
        if (stopper.token().stop_requested()) {
            std::fprintf(stderr, "belfry-cli: stopped before the last picture%s\n",
                         options.csv.empty() ? "" : "; no table was written");
            return kStoppedByUser;
        }
    }
    answers.finish();
    return answers.status();
}

} // namespace

void addPredict(CLI::App& app, Chosen& chosen) {
    CLI::App* command = app.add_subcommand("predict", "Classify image files");
    const auto options = std::make_shared<PredictOptions>();
    addRunArgument(*command, options->run);
    command
        ->add_option("image", options->images,
                     "PNG, JPEG, WebP, TIFF, HEIF or BMP files, folders of them, or - for the one on standard input")
        ->required();
    CLI::Option* csv = command->add_option("--csv", options->csv, "Write a table to this file, or print it: -");
    command->add_option("--none-below", options->noneBelow, kNoneBelowHelp)->check(numberFromTo(0, 1));
    command->add_flag("--json", options->json, "One JSON object per picture")->excludes(csv);
    whenChosen(*command, chosen, [options] { return predictImages(*options); });
}

} // namespace belfry::cli

#include "core/report/card_sections.h"

#include "core/backbones/backbone.h"
#include "core/base/class_figures.h"
#include "core/base/error.h"
#include "core/base/joined.h"
#include "core/predict/rejection.h"
#include "core/report/report_words.h"

#include <algorithm>
#include <span>

namespace belfry {
namespace {

constexpr std::int64_t kFewPictures = 30; // of a class: one mistake more is three points

std::string shapeWords(const ImageShape& shape) {
    const std::string colours = shape.channels == 1   ? "grey"
                                : shape.channels == 3 ? "colour"
                                                      : std::to_string(shape.channels) + "-channel";
    return std::to_string(shape.width) + " x " + std::to_string(shape.height) + " pixels, " + colours;
}

std::string classNames(const std::vector<std::string>& classes) {
    constexpr std::size_t kMost = 200;
    std::vector<std::string> names;
    for (const std::string& name : std::span(classes).first(std::min(classes.size(), kMost)))
        names.push_back(plainMarkdown(name));
    return joined(names) + (classes.size() > kMost ? " and " + countText(std::ssize(classes) - 200) + " more" : "");
}

std::string lengthWords(const Plan& plan) {
    const std::int64_t length = plan.steps > 0 ? plan.steps : plan.epochs;
    return countText(length) + (plan.steps > 0 ? " step" : " epoch") + (length == 1 ? "" : "s");
}

std::string stateWords(const RunSummary& run) {
    if (run.state == "finished")
        return "The run reached its end.";
    if (run.state == "running")
        return "The run is still in progress: the figures are those so far.";
    const std::string end = run.state == "stopped"  ? "The run was stopped before its end."
                            : run.state == "failed" ? "The run failed."
                                                    : "The run was interrupted.";
    return end + (run.reason.empty() ? "" : " " + plainMarkdown(run.reason.english()));
}

std::string deviceWords(const RunHardware& hardware) {
    std::vector<std::string> names;
    for (const TowerPlacement& tower : hardware.towers) {
        const std::string name = plainMarkdown(tower.deviceName.empty() ? tower.device : tower.deviceName);
        if (std::ranges::find(names, name) == names.end())
            names.push_back(name);
    }
    return joined(names);
}

// The classes whose figures rest on few pictures.
std::string fewWords(const ReportEvaluation& found) {
    std::vector<std::string> few;
    const std::vector<ClassFigures> figures = figuresByClass(found.evaluation.result.confusion);
    for (std::size_t label = 0; label < figures.size(); ++label)
        if (figures[label].images < kFewPictures)
            few.push_back(plainMarkdown(found.snapshot->classes[label]));
    if (few.empty())
        return {};
    const std::string which = few.size() > 20 ? countText(std::ssize(few)) + " classes" : joined(few);
    return "There are fewer than " + std::to_string(kFewPictures) + " " + found.split + " pictures of " + which +
           ": figures of so few say little.";
}

void addThresholds(Markdown& card, const ReportEvaluation& found) {
    card.paragraph("It may be told to answer 'none of these' below a probability (`belfry-cli predict --none-below`). "
                   "On the " +
                   found.split + " pictures, all of which are of a class it knows, that costs and gains:");
    MarkdownTable table{{"None below", "Answered", "Right of the answered", "Right answers lost"}, {}};
    for (const double threshold : {0.5, 0.8, 0.9, 0.99}) {
        const Rejection at = rejectionAt(found.evaluation, threshold);
        table.rows.push_back({significant(threshold, 3).english(), percentText(at.share(found.evaluation.images())),
                              at.answered > 0 ? percentText(at.accuracy()) : "none is answered",
                              countText(at.refusedRight)});
    }
    card.table(table);
}

} // namespace

void addSummary(Markdown& card, const RunReportData& report) {
    const RunSummary& run = report.summary;
    card.heading(1, plainMarkdown(run.name));
    std::string words = "A network that names pictures";
    if (report.weights)
        words += " as one of " + countText(std::ssize(report.weights->classes)) + " classes";
    words += ", trained by Belfry " + plainMarkdown(report.record.version) + " on " + plainMarkdown(run.data);
    if (run.started > 0)
        words += ", begun on " + utcText(run.started).substr(0, 10);
    card.paragraph(words + ". " + stateWords(run));
    if (!run.note.empty())
        card.paragraph("Note: " + plainMarkdown(run.note));
    if (!run.tags.empty()) {
        std::vector<std::string> tags;
        for (const std::string& tag : run.tags)
            tags.push_back(plainMarkdown(tag));
        card.paragraph("Tags: " + joined(tags));
    }
}

void addNetwork(Markdown& card, const RunReportData& report) {
    card.heading(2, "Network");
    const Plan& plan = report.plan;
    if (!report.weights) {
        card.paragraph("The network is " + codeMarkdown(plan.model) +
                       ". Nothing more is known of it, as there are no "
                       "weights: " +
                       plainMarkdown(report.noWeights.english()));
        return;
    }
    const Snapshot& weights = *report.weights;
    card.item("Name: " + codeMarkdown(weights.blueprint->architecture.name));
    card.item("Parameters: " + countText(weights.blueprint->parameters));
    card.item("Multiply-adds for one picture: " + countText(weights.blueprint->multiplyAdds));
    card.item("Input: " + shapeWords(weights.blueprint->image) + "; other pictures are resized");
    card.item("Classes (" + countText(std::ssize(weights.classes)) + "): " + classNames(weights.classes));
    card.item("Weights: of step " + countText(weights.step));
    if (plan.backbone.empty())
        return;
    std::string words = "It started from the backbone " + codeMarkdown(plan.backbone);
    try {
        const BackboneOrigin origin = loadBackbone(plan.backbone).origin;
        if (!origin.source.empty())
            words += ", from " + plainMarkdown(origin.source);
        words += origin.licence.empty() ? "; its source states no licence"
                                        : "; licence of those weights: " + plainMarkdown(origin.licence);
    } catch (const Error&) {
        words += ", which is no longer on this machine, so that its licence is not known here";
    }
    card.paragraph(words + ".");
}

void addData(Markdown& card, const RunReportData& report) {
    card.heading(2, "Data");
    const Plan& plan = report.plan;
    card.item("Name: " + plainMarkdown(report.data ? report.data->title : plan.data));
    if (!report.data) {
        card.paragraph("The pictures could not be read for this card. " + plainMarkdown(report.noData.english()));
        return;
    }
    const DataSet& data = *report.data;
    card.item("Pictures: " + countText(data.train->size()) + " for training, " + countText(data.validation->size()) +
              " for validation, " + countText(data.test->size()) + " for testing");
    if (!data.version.empty())
        card.item("Version: " + codeMarkdown(data.version));
    if (!data.origin.empty())
        card.item("Made by: " + plainMarkdown(data.origin));
    if (!data.licence.empty())
        card.item("Licence: " + plainMarkdown(data.licence.english()));
    if (!data.remark.empty())
        card.item(plainMarkdown(data.remark.english()));
    card.item("SHA-256 of training and validation pictures: " + codeMarkdown(report.dataHash));
    card.item("SHA-256 of test pictures: " + codeMarkdown(report.testHash));
    if (plan.augmentation != "none")
        card.item("Changed in training by " + codeMarkdown(plan.augmentation));
}

void addTraining(Markdown& card, const RunReportData& report) {
    card.heading(2, "Training");
    const Plan& plan = report.plan;
    const RunRecord& record = report.record;
    card.item("Optimizer: " + plan.optimizer + ", learning rate " + significant(plan.learningRate, 6).english() +
              ", schedule " + plan.schedule);
    card.item("Batch: " + countText(plan.imagesPerUpdate()) + (plan.imagesPerUpdate() == 1 ? " picture" : " pictures") +
              " an update, in " + plan.precision);
    card.item("Planned length: " + lengthWords(plan) + "; trained: " + countText(report.summary.steps) + " steps, " +
              decimals(report.summary.epochs, 2).english() + " epochs");
    if (record.seconds > 0)
        card.item("Time: " + secondsText(record.seconds) + " of training");
    if (const std::string devices = deviceWords(record.hardware); !devices.empty())
        card.item("Hardware: " + std::to_string(record.hardware.towers.size()) +
                  (record.hardware.towers.size() == 1 ? " tower on " : " towers on ") + devices);
    if (!record.parent.empty())
        card.item("Branch of the run " + plainMarkdown(record.parent) + ", from step " + countText(record.parentStep));
}

void addLimits(Markdown& card, const RunReportData& report) {
    card.heading(2, "Intended use and limits");
    if (!report.weights) {
        card.paragraph("Without weights there is nothing to use.");
        return;
    }
    const std::vector<std::string>& classes = report.weights->classes;
    card.item("It answers with one of its " + countText(std::ssize(classes)) +
              " classes and a probability for each. A picture of anything else gets one of these names too.");
    card.item("It sees pictures of " + shapeWords(report.weights->blueprint->image) +
              ". What is lost when a picture is made so small, it cannot see.");
    card.item("It says what a whole picture is of, not where in it something is, nor how many there are.");
    card.item("It was measured on pictures of the same collection as those it was trained on. How well it does on "
              "pictures of another origin is not known.");
    if (!report.evaluation)
        return;
    const ReportEvaluation& found = *report.evaluation;
    if (found.split != "test")
        card.item("There is no test split. The validation pictures, on which it was measured, also chose the weights, "
                  "so the figures are too good rather than too bad.");
    if (const std::string few = fewWords(found); !few.empty())
        card.item(few);
    if (const EvaluationSlice* const worst = worstSlice(found.slices))
        card.item(plainMarkdown(sentenceOf(*worst).english()));
    addThresholds(card, found);
}

void addUse(Markdown& card, const RunReportData& report) {
    card.heading(2, "How to load and repeat");
    const std::string& run = report.summary.id;
    if (report.weights) {
        card.code("belfry-cli predict " + run + " picture.png\nbelfry-cli export " + run +
                  " --output my-model   # ONNX, PyTorch, safetensors");
        card.paragraph("In PyTorch, from the folder that `export` wrote: `import model; network = model.load()`.");
    }
    const RunRecord& record = report.record;
    if (record.parent.empty()) {
        card.paragraph("To train it again, with the plan that is in the run's folder:");
        card.code("belfry-cli train --plan plan.json");
    } else {
        card.paragraph("To train it again, repeat the run that it branches from, then:");
        card.code("belfry-cli branch " + record.parent + " --at " + std::to_string(record.parentStep));
    }
    card.paragraph("Seed " + std::to_string(report.plan.seed) + ", seed of the splits " +
                   std::to_string(report.plan.splitSeed) + ". On the same machine the CPU gives the same bits.");
}

} // namespace belfry

// `report`: a run in one HTML file, or a model card in Markdown.
#include "app/cli/command.h"
#include "app/cli/formatting.h"
#include "app/cli/table_file.h"
#include "app/cli/weights_argument.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/report/model_card.h"
#include "core/report/run_report.h"

#include <nlohmann/json.hpp>

#include <cstdio>

namespace belfry::cli {
namespace {

struct MakeReportOptions {
    std::string run, weights, output;
    std::optional<std::string> dataDir;
    std::size_t mistakes = ReportOptions().mistakes;
    bool card = false, json = false;
};

std::string sizeText(std::size_t bytes) {
    return bytes < 100'000 ? fixed(static_cast<double>(bytes) / 1e3, 1) + " kB"
                           : fixed(static_cast<double>(bytes) / 1e6, 2) + " MB";
}

int makeReport(const MakeReportOptions& options) {
    checkTableFile(options.output, "--output");
    const std::filesystem::path folder = ownRunNamed(options.run);
    ReportOptions gathered{.mistakes = options.card ? 0 : options.mistakes, .map = !options.card};
    if (!options.weights.empty())
        gathered.weights = weightsFileNamed(folder.string(), options.weights);
    if (options.dataDir)
        gathered.dataDir = *options.dataDir;
    const RunReportData report = gatherReport(folder, gathered);
    const std::string text = options.card ? modelCard(report) : runReportHtml(report);
    writeFileAtomically(options.output, text);
    const std::string file = std::filesystem::absolute(options.output).string();
    if (options.json)
        printJson({{"run", report.summary.id},
                   {options.card ? "card" : "report", file},
                   {"bytes", text.size()},
                   {"evaluated", report.evaluation.has_value()},
                   {"reason", report.noEvaluation.english()}});
    else
        std::printf("%s: %s of %s written to %s\n%s", report.summary.name.c_str(),
                    options.card ? "model card" : "report", sizeText(text.size()).c_str(), file.c_str(),
                    report.evaluation ? "" : (report.noEvaluation.english() + '\n').c_str());
    return 0;
}

} // namespace

void addReport(CLI::App& app, Chosen& chosen) {
    CLI::App* command = app.add_subcommand("report", "Write a report of a run as one HTML file, or a model card");
    const auto options = std::make_shared<MakeReportOptions>();
    command->add_option("run", options->run, "Run: folder name, name or path")->required();
    command
        ->add_option("--output", options->output,
                     "HTML file to write, or Markdown of a card; an existing one is replaced")
        ->required();
    addWeightsOption(*command, options->weights);
    command->add_option("--data-dir", options->dataDir, "Folder to look for data sets first");
    command
        ->add_option("--mistakes", options->mistakes, "Most confident mistakes to show with their pictures, 0 to 200")
        ->check(CLI::Range(0, 200));
    command->add_flag("--card", options->card,
                      "A model card in Markdown instead: data, training, results, limits and how to load it");
    command->add_flag("--json", options->json, "As one JSON object");
    whenChosen(*command, chosen, [options] { return makeReport(*options); });
}

} // namespace belfry::cli

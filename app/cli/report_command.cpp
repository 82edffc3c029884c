// `report`: a run in one HTML file.
#include "app/cli/command.h"
#include "app/cli/formatting.h"
#include "app/cli/table_file.h"
#include "app/cli/weights_argument.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/report/run_report.h"

#include <nlohmann/json.hpp>

#include <cstdio>

namespace belfry::cli {
namespace {

struct MakeReportOptions {
    std::string run, weights, output;
    std::optional<std::string> dataDir;
    std::size_t mistakes = ReportOptions().mistakes;
    bool json = false;
};

int makeReport(const MakeReportOptions& options) {
    checkTableFile(options.output, "--output");
    const std::filesystem::path folder = findRun(options.run).folder;
    ReportOptions gathered{.mistakes = options.mistakes};
    if (!options.weights.empty())
        gathered.weights = weightsFileNamed(folder.string(), options.weights);
    if (options.dataDir)
        gathered.dataDir = *options.dataDir;
    const RunReportData report = gatherReport(folder, gathered);
    const std::string html = runReportHtml(report);
    writeFileAtomically(options.output, html);
    const std::string file = std::filesystem::absolute(options.output).string();
    if (options.json)
        printJson({{"run", report.summary.id},
                   {"report", file},
                   {"bytes", html.size()},
                   {"evaluated", report.evaluation.has_value()},
                   {"reason", report.noEvaluation.english()}});
    else
        std::printf("%s: report of %s written to %s\n%s", report.summary.name.c_str(),
                    (fixed(static_cast<double>(html.size()) / 1e6, 2) + " MB").c_str(), file.c_str(),
                    report.evaluation ? "" : (report.noEvaluation.english() + '\n').c_str());
    return 0;
}

} // namespace

void addReport(CLI::App& app, Chosen& chosen) {
    CLI::App* command = app.add_subcommand("report", "Write a report of a run as one HTML file");
    const auto options = std::make_shared<MakeReportOptions>();
    command->add_option("run", options->run, "Run: folder name, name or path")->required();
    command->add_option("--output", options->output, "HTML file to write; an existing one is replaced")->required();
    addWeightsOption(*command, options->weights);
    command->add_option("--data-dir", options->dataDir, "Folder to look for data sets first");
    command
        ->add_option("--mistakes", options->mistakes, "Most confident mistakes to show with their pictures, 0 to 200")
        ->check(CLI::Range(0, 200));
    command->add_flag("--json", options->json, "As one JSON object");
    whenChosen(*command, chosen, [options] { return makeReport(*options); });
}

} // namespace belfry::cli

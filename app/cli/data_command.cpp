// `data`: a bar on a terminal shows how far it is, elsewhere one line comes at the end.
#include "app/cli/bar.h"
#include "app/cli/command.h"
#include "app/cli/data_reports.h"
#include "app/cli/formatting.h"
#include "app/cli/interrupt.h"
#include "app/cli/number_options.h"
#include "app/cli/watched_download.h"
#include "core/base/joined.h"
#include "core/data/convert.h"
#include "core/data/data_download.h"
#include "core/data/parquet_import.h"
#include "core/train/plan_fields.h"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>

namespace belfry::cli {
namespace {

// `to` becomes a folder of `format`.
int convertData(const std::string& from, const std::string& to, const std::string& format, const DataOptions& options) {
    const auto data = openDataSet(from, options);
    const auto [train, validation, test] = [&] {
        Bar bar; // gone before anything is printed
        return convertDataSet(*data, format, to, [&bar](double part) { bar.draw(part, {{perCent(part, 0), 0}}); });
    }();
    std::printf("%s: %s training, %s validation and %s test images as %s in %s\n", data->title.c_str(),
                grouped(train).c_str(), grouped(validation).c_str(), grouped(test).c_str(), format.c_str(), to.c_str());
    for (const DataIssue& issue : issues(*data))
        std::printf("%s\n", issue.sentence.english().c_str());
    return 0;
}

// Ctrl-C stops, and leaves nothing.
int importData(const std::string& from, const std::string& to, ParquetOptions options) {
    holdInterrupts();
    const Stopper stopper;
    options.stop = stopper.token();
    const auto read = [&] {
        Bar bar; // gone before anything is printed
        options.progress = [&bar](double part) { bar.draw(part, {{perCent(part, 0), 0}}); };
        return importParquet(from, to, options);
    };
    const std::optional<ParquetImport> found = read();
    if (!found) {
        std::printf("stopped; nothing was written\n");
        return kStoppedByUser;
    }
    const auto [train, validation, test] = found->images;
    if (found->hasSplits)
        std::printf("%s training, %s validation and %s test images of %s classes in %s\n", grouped(train).c_str(),
                    grouped(validation).c_str(), grouped(test).c_str(), grouped(found->classes).c_str(), to.c_str());
    else
        std::printf("%s images of %s classes in %s\n", grouped(train).c_str(), grouped(found->classes).c_str(),
                    to.c_str());
    for (const DataIssue& issue : found->issues)
        std::printf("%s\n", issue.sentence.english().c_str());
    return 0;
}

// `parent`: instead of the user's data folder, "" for that; `mirror`: a server asked first, "" for none. Ctrl-C stops,
// and what came stays.
int downloadNamed(const std::string& name, const std::string& parent, const std::string& mirror) {
    holdInterrupts(); // before libcurl starts threads of its own
    const DownloadPlan plan =
        downloadPlan(name, parent.empty() ? std::nullopt : std::optional<std::filesystem::path>(parent), mirror);
    if (!watchedDownload([&plan](const DownloadOptions& options) { return downloadData(plan, options); }))
        return kStoppedByUser;
    std::printf("%s is in %s, equal to the published files\n", name.c_str(), plan.folder.c_str());
    return 0;
}

struct DataCommandOptions {
    std::optional<std::string> dataDir;
    std::string name, to, format = "tfrecord", parent, mirror, pictureSize, groups;
    std::optional<std::uint64_t> splitSeed;
    bool json = false, damaged = false;

    DataOptions where() const {
        return {.dataDir = dataDir, .pictureSize = pictureSize, .splitSeed = splitSeed.value_or(1), .groups = groups};
    }
};

using Shared = std::shared_ptr<DataCommandOptions>;

void addPlaces(CLI::App& command, const Shared& options) {
    command.add_option("--data-dir", options->dataDir, "Folder to look in first");
    command.add_flag("--json", options->json, "As JSON");
}

void addFolderOptions(CLI::App& command, const Shared& options) {
    command.add_option("--picture-size", options->pictureSize, planField("picture_size").help.english());
    addNumber(command, "--split-seed", options->splitSeed, planField("split_seed").help.english());
    command.add_option("--groups", options->groups, planField("groups").help.english());
}

void addOneSet(CLI::App& command, const Shared& options) {
    command.add_option("name", options->name, "Name or folder")->required();
    addFolderOptions(command, options);
    addPlaces(command, options);
}

void addConvert(CLI::App& data, Chosen& chosen, const Shared& options) {
    std::string help = "Format:";
    for (const ConvertFormat& format : convertFormats())
        help += "\n  " + format.name + ": " + format.help;
    CLI::App* command = data.add_subcommand("convert", "Write a data set in another format");
    command->add_option("from", options->name, "Name or folder")->required();
    command->add_option("to", options->to, "New or empty folder")->required();
    command->add_option("--format", options->format, help);
    command->add_option("--data-dir", options->dataDir, "Folder to look in first");
    addFolderOptions(*command, options);
    whenChosen(*command, chosen,
               [options] { return convertData(options->name, options->to, options->format, options->where()); });
}

void addImport(CLI::App& data, Chosen& chosen) {
    struct Options {
        std::string from, to;
        ParquetOptions columns;
    };
    const auto options = std::make_shared<Options>();
    CLI::App* command = data.add_subcommand("import", "Turn Parquet files into a folder of pictures");
    command->add_option("from", options->from, "Parquet file, or a folder with those of one data set")->required();
    command->add_option("--output", options->to, "New or empty folder")->required();
    command->add_option("--picture-column", options->columns.pictureColumn,
                        "Column of the pictures or of their files; else the one that looks like it");
    command->add_option("--label-column", options->columns.labelColumn,
                        "Column of the classes; else the one that looks like it");
    whenChosen(*command, chosen,
               [options] { return importData(options->from, options->to, std::move(options->columns)); });
}

void addDownload(CLI::App& data, Chosen& chosen, const Shared& options) {
    CLI::App* command = data.add_subcommand("download", "Get a published data set, and compare it with its checksum");
    command->alias("fetch");
    command->add_option("name", options->name, "Data set: " + joined(dataSetNames()))->required();
    command->add_option("--to", options->parent, "Folder for data sets, instead of the user's own");
    command->add_option("--mirror", options->mirror, "URL of a folder on a server that is tried first");
    whenChosen(*command, chosen, [options] { return downloadNamed(options->name, options->parent, options->mirror); });
}

} // namespace

void addData(CLI::App& app, Chosen& chosen) {
    CLI::App* data = app.add_subcommand("data", "List, look at, check, convert, import and download data sets");
    data->require_subcommand(1);
    const auto options = std::make_shared<DataCommandOptions>();
    CLI::App* list = data->add_subcommand("list", "Data sets that Belfry knows, and where they were found");
    addPlaces(*list, options);
    whenChosen(*list, chosen, [options] { return listData(options->where(), options->json); });
    CLI::App* show = data->add_subcommand("show", "Images by class and split, mean and deviation, duplicates");
    addOneSet(*show, options);
    show->add_flag("--damaged", options->damaged, "Only the files of pictures that cannot be read, one a line");
    whenChosen(*show, chosen, [options] {
        return options->damaged ? showDamaged(options->name, options->where())
                                : showData(options->name, options->where(), options->json);
    });
    CLI::App* check =
        data->add_subcommand("check", "Read a data set to its end and compare it with the published files");
    addOneSet(*check, options);
    whenChosen(*check, chosen, [options] { return checkData(options->name, options->where(), options->json); });
    addDoctor(*data, chosen);
    addFix(*data, chosen);
    addConvert(*data, chosen, options);
    addImport(*data, chosen);
    addDownload(*data, chosen, options);
}

} // namespace belfry::cli

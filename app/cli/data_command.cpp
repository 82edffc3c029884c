#include "app/cli/command.h"
#include "app/cli/data_actions.h"
#include "app/cli/formatting.h"
#include "app/cli/number_options.h"
#include "core/data/convert.h"

#include <memory>

namespace belfry::cli {
namespace {

struct DataCommandOptions {
    std::optional<std::string> dataDir;
    std::string name, to, format = "tfrecord", parent, mirror, pictureSize;
    std::optional<std::uint64_t> splitSeed;
    bool json = false;

    DataOptions where() const {
        DataOptions options;
        if (dataDir)
            options.dataDir = *dataDir;
        options.pictureSize = pictureSize;
        options.splitSeed = splitSeed.value_or(1);
        return options;
    }
};

using Shared = std::shared_ptr<DataCommandOptions>;

void addPlaces(CLI::App& command, const Shared& options) {
    command.add_option("--data-dir", options->dataDir, "Folder to look in first");
    command.add_flag("--json", options->json, "As JSON");
}

void addFolderOptions(CLI::App& command, const Shared& options) {
    command.add_option("--picture-size", options->pictureSize,
                       "Folder: size of its pictures, such as 32, 64x48 or 28x28x1 (grey)");
    addNumber(command, "--split-seed", options->splitSeed,
              "Folder: deals pictures to the splits that it does not have of its own");
}

void addConvert(CLI::App& data, Action& action, const Shared& options) {
    std::string help = "Format:";
    for (const ConvertFormat& format : convertFormats())
        help += "\n  " + format.name + ": " + format.help;
    CLI::App* command = data.add_subcommand("convert", "Write a data set in another format");
    command->add_option("from", options->name, "Name or folder")->required();
    command->add_option("to", options->to, "New or empty folder")->required();
    command->add_option("--format", options->format, help);
    command->add_option("--data-dir", options->dataDir, "Folder to look in first");
    addFolderOptions(*command, options);
    command->callback([&action, options] {
        action = [options] { return convertData(options->name, options->to, options->format, options->where()); };
    });
}

void addDownload(CLI::App& data, Action& action, const Shared& options) {
    CLI::App* command = data.add_subcommand("download", "Get a published data set, and compare it with its checksum");
    command->alias("fetch");
    command->add_option("name", options->name, "Data set: " + joined(dataSetNames()))->required();
    command->add_option("--to", options->parent, "Folder for data sets, instead of the user's own");
    command->add_option("--mirror", options->mirror, "Address of a folder on a server that is asked first");
    command->callback([&action, options] {
        action = [options] { return downloadNamed(options->name, options->parent, options->mirror); };
    });
}

} // namespace

void addData(CLI::App& app, Action& action) {
    CLI::App* data = app.add_subcommand("data", "List, look at, check, convert and download data sets");
    data->require_subcommand(1);
    const auto options = std::make_shared<DataCommandOptions>();
    CLI::App* list = data->add_subcommand("list", "Data sets that Belfry knows, and where they were found");
    addPlaces(*list, options);
    list->callback([&action, options] { action = [options] { return listData(options->where(), options->json); }; });
    CLI::App* show = data->add_subcommand("show", "Images by class and split, mean and deviation, duplicates");
    show->add_option("name", options->name, "Name or folder")->required();
    addFolderOptions(*show, options);
    addPlaces(*show, options);
    show->callback([&action, options] {
        action = [options] { return showData(options->name, options->where(), options->json); };
    });
    CLI::App* check =
        data->add_subcommand("check", "Read a data set to its end and compare it with the published files");
    check->add_option("name", options->name, "Name or folder")->required();
    addFolderOptions(*check, options);
    addPlaces(*check, options);
    check->callback([&action, options] {
        action = [options] { return checkData(options->name, options->where(), options->json); };
    });
    addConvert(*data, action, options);
    addDownload(*data, action, options);
}

} // namespace belfry::cli

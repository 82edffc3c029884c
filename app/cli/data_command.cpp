#include "app/cli/command.h"
#include "app/cli/text.h"
#include "core/base/error.h"
#include "core/data/catalogue.h"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <filesystem>
#include <optional>

namespace belfry::cli {
namespace {

using Json = nlohmann::json;
using Folder = std::optional<std::filesystem::path>;

int list(const Folder& dataDir, bool json) {
    Json sets = Json::array();
    for (const CatalogueEntry& entry : catalogue()) {
        std::string found;
        try {
            found = openDataSet(entry.name, dataDir)->folder.string();
        } catch (const Error& error) {
            found = error.what();
        }
        if (json)
            sets.push_back({{"name", entry.name},
                            {"title", entry.title},
                            {"summary", entry.summary},
                            {"classes", entry.classes},
                            {"folder", found}});
        else
            std::printf("%s  %s: %s\n    %s\n", entry.name.c_str(), entry.title.c_str(), entry.summary.c_str(),
                        found.c_str());
    }
    if (json)
        std::printf("%s\n", sets.dump(2).c_str());
    return 0;
}

int check(const std::string& name, const Folder& dataDir, bool json) {
    const CheckReport report = checkDataSet(name, dataDir);
    if (json) {
        std::printf("%s\n", Json{{"name", report.name},
                                 {"folder", report.folder.string()},
                                 {"train", report.train},
                                 {"validation", report.validation},
                                 {"test", report.test},
                                 {"train_per_class", report.trainPerClass},
                                 {"official", report.official},
                                 {"note", report.note}}
                                .dump(2)
                                .c_str());
        return 0;
    }
    std::printf("%s in %s: %s training, %s validation, %s test images; %s\n", report.name.c_str(),
                report.folder.c_str(), grouped(report.train).c_str(), grouped(report.validation).c_str(),
                grouped(report.test).c_str(),
                report.official ? "equal to the published files" : "readable");
    std::printf("training images per class:");
    for (std::int64_t count : report.trainPerClass)
        std::printf(" %s", grouped(count).c_str());
    std::printf("\n");
    if (!report.note.empty())
        std::printf("%s\n", report.note.c_str());
    return 0;
}

Folder folderOf(const std::string& text) {
    return text.empty() ? Folder() : Folder(text);
}

} // namespace

void addData(CLI::App& app, Action& action) {
    CLI::App* command = app.add_subcommand("data", "List and check data sets");
    command->require_subcommand(1);
    struct Options {
        std::string dataDir, name;
        bool json = false;
    };
    const auto options = std::make_shared<Options>();
    const auto shared = [&options](CLI::App* sub) {
        sub->add_option("--data-dir", options->dataDir, "Folder to look in first");
        sub->add_flag("--json", options->json, "As JSON");
        return sub;
    };
    shared(command->add_subcommand("list", "Data sets that Belfry knows, and where they were found"))
        ->callback(
            [&action, options] { action = [options] { return list(folderOf(options->dataDir), options->json); }; });
    CLI::App* checked =
        shared(command->add_subcommand("check", "Read a data set to its end and compare it with the published files"));
    checked->add_option("name", options->name, "Name or folder")->required();
    checked->callback([&action, options] {
        action = [options] { return check(options->name, folderOf(options->dataDir), options->json); };
    });
}

} // namespace belfry::cli

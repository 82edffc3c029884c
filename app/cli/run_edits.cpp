#include "app/cli/command.h"
#include "core/base/error.h"
#include "core/runs/run_edit.h"
#include "core/runs/run_list.h"
#include "core/runs/run_notes.h"

#include <cstdio>

namespace belfry::cli {
namespace {

struct EditOptions {
    std::string run, text;
};

void remove(const std::string& run) {
    const std::filesystem::path place = deleteRun(findRun(run).folder);
    std::printf("moved to %s; 'belfry-cli runs restore %s' brings it back\n", place.c_str(), place.filename().c_str());
}

void restore(const std::string& run) {
    const std::filesystem::path trash = trashOf(runsRoot());
    if (listRuns(trash).empty())
        throw usageError(Text::tr("The trash '%1' contains no runs; nothing can be restored.", trash.string()));
    std::printf("restored to %s\n", restoreRun(findRun(run, trash).folder).c_str());
}

} // namespace

void addRunEdits(CLI::App& runs, Chosen& chosen) {
    const auto options = std::make_shared<EditOptions>();
    const auto add = [&](const char* name, const char* help, auto work) {
        CLI::App* command = runs.add_subcommand(name, help);
        command->add_option("run", options->run, "Folder name, name or path")->required();
        whenChosen(
            *command, chosen,
            [options, work] {
                work(*options);
                return 0;
            });
        return command;
    };
    add(
        "rename", "Give a run another name", [](const EditOptions& o) { renameRun(findRun(o.run).folder, o.text); })
        ->add_option("name", options->text, "The new name")
        ->required();
    add(
        "note", "Write a note to a run", [](const EditOptions& o) { noteRun(findRun(o.run).folder, o.text); })
        ->add_option("text", options->text, "The note; \"\" takes it away")
        ->required();
    add(
        "tag", "Give a run tags", [](const EditOptions& o) { tagRun(findRun(o.run).folder, tagsFrom(o.text)); })
        ->add_option("tags", options->text, "All of them, with commas between; \"\" takes them away")
        ->required();
    add(
        "delete", "Move a run to the trash", [](const EditOptions& o) { remove(o.run); });
    add("restore", "Restore a run from the trash", [](const EditOptions& o) { restore(o.run); });
}

} // namespace belfry::cli

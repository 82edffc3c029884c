// `data doctor` and `data fix`: what is wrong with a data set, and versions of a folder of pictures without it.
#include "app/cli/bar.h"
#include "app/cli/command.h"
#include "app/cli/data_reports.h"
#include "app/cli/doctor_report.h"
#include "app/cli/formatting.h"
#include "app/cli/interrupt.h"
#include "app/cli/number_options.h"
#include "app/cli/table_file.h"
#include "core/base/counted.h"
#include "core/base/error.h"
#include "core/base/suggest.h"
#include "core/base/utf8.h"
#include "core/data/class_folders.h"
#include "core/data/data_version.h"
#include "core/data/picture_list.h"
#include "core/ranks/host_list.h"
#include "core/train/plan_fields.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <set>

namespace belfry::cli {
namespace {

struct DoctorOptions {
    Plan plan;
    std::optional<std::uint64_t> splitSeed;
    std::string csv;
    std::optional<std::int64_t> most;
    bool json = false;
};

const char* stageName(DoctorStage stage) {
    switch (stage) {
    case DoctorStage::Pictures:
        return "looking at pictures";
    case DoctorStage::Features:
        return "features";
    case DoctorStage::Labels:
        return "labels";
    case DoctorStage::Copies:
        return "copies";
    }
    return "";
}

// None: stopped.
std::optional<DoctorReport> watchedExamination(const Plan& plan, const DataSet& data) {
    holdInterrupts();
    const Stopper stopper;
    Bar bar;
    return examine(plan, data, stopper.token(), [&bar](DoctorStage stage, double part) {
        bar.draw(part, {{stageName(stage), 0}, {perCent(part, 0), 1}});
    });
}

int runDoctor(DoctorOptions options) {
    checkTableFile(options.csv);
    Plan& plan = options.plan;
    plan.data = resolveDataName(plan.data);
    plan.splitSeed = options.splitSeed.value_or(plan.splitSeed);
    takeBackbone(plan);
    const std::shared_ptr<const DataSet> data = openData(plan);
    const std::optional<DoctorReport> report = watchedExamination(plan, *data);
    if (!report)
        return kStoppedByUser;
    tellUnreadable(*data);
    const DoctorText text{*data, *report, plan.backbone, static_cast<std::size_t>(options.most.value_or(20))};
    options.json ? printDoctorJson(text) : printDoctorReport(text);
    if (!options.csv.empty())
        writeDoctorTable(text, options.csv);
    return 0;
}

struct FixOptions {
    std::string folder, from;
    std::vector<std::string> leftOut, labels, kept, apart;
    bool copiesTogether = false;
};

// Pictures and classes of a folder, so that a mistyped name is told now.
class FolderNames {
public:
    explicit FolderNames(const std::string& folder) : folder_(folder) {
        if (!isPictureFolder(folder))
            throw usageError(Text::tr("'%1' is not a folder with one sub-folder of pictures per class, and no list of "
                                      "pictures. Versions are of such only.",
                                      folder));
        const std::optional<std::filesystem::path> list = pictureListAt(folder);
        ClassFolders found = list ? readPictureList(*list) : findClassFolders(folder);
        classes_ = std::move(found.classes);
        for (const std::vector<PictureFile>& files : found.files)
            for (const PictureFile& file : files)
                files_.insert(file.path);
    }
    const std::string& file(const std::string& name) const {
        if (!files_.contains(name))
            throw usageError(Text::tr("'%1' holds no picture '%2'. Name it as 'data doctor' does, below the folder.",
                                      folder_, oneLine(name)));
        return name;
    }
    const std::string& classNamed(const std::string& name) const {
        if (std::ranges::find(classes_, name) == classes_.end())
            throw usageError(unknownName(Text::tr("class"), name, classes_));
        return name;
    }

private:
    std::string folder_;
    std::vector<std::string> classes_;
    std::set<std::string> files_;
};

// False: stopped.
bool keepCopiesTogether(DataVersion& version, const FixOptions& options) {
    Plan plan;
    plan.data = resolveDataName(options.folder);
    plan.dataVersion = options.from;
    const std::optional<DoctorReport> report = watchedExamination(plan, *openData(plan));
    if (!report)
        return false;
    CountedFiles notUtf8; // a version is a JSON file
    for (const CopiedPictures& copies : report->copies) {
        std::vector<std::string> files;
        for (const std::size_t picture : copies.pictures)
            if (const std::string& file = report->pictures[picture].file; isUtf8(file))
                files.push_back(file);
            else
                notUtf8.add(file);
        if (files.size() > 1)
            keepTogether(version, std::move(files));
    }
    if (notUtf8.count > 0)
        std::fprintf(stderr, "%s\n", // the first line of the output is the version
                     Text::plural("%n near copies have names that are not UTF-8, and stay where they are; the first: "
                                  "'%1'. Rename them.",
                                  "%n near copy has a name that is not UTF-8, and stays where it is: '%1'. Rename it.",
                                  notUtf8.count, asUtf8(notUtf8.first))
                         .english()
                         .c_str());
    return true;
}

int fix(const FixOptions& options) {
    const FolderNames names(options.folder);
    DataVersion version = options.from.empty() ? DataVersion{} : loadDataVersion(options.from);
    version.folder = resolveDataName(options.folder);
    for (const std::string& file : options.leftOut)
        version.changes[names.file(file)] = std::nullopt;
    for (const std::string& text : options.labels) {
        const std::size_t sign = text.rfind('=');
        if (sign == std::string::npos)
            throw usageError(Text::tr("--label is '%1'; expected FILE=CLASS, such as cat/12.jpg=dog.", oneLine(text)));
        const std::string file = names.file(text.substr(0, sign));
        if (std::ranges::find(options.leftOut, text.substr(0, sign)) != options.leftOut.end())
            throw usageError(
                Text::tr("'%1' is to be left out and to have another class; expected one of both.", oneLine(file)));
        version.changes[file] = names.classNamed(text.substr(sign + 1));
    }
    for (const std::string& file : options.kept)
        if (version.changes.erase(file) == 0)
            names.file(file);
    for (const std::string& file : options.apart)
        if (!takeApart(version, names.file(file)))
            throw usageError(Text::tr("'%1' is in no set of pictures that stay in one split. Name the version that has "
                                      "the set with --from.",
                                      oneLine(file)));
    if (options.copiesTogether && !keepCopiesTogether(version, options))
        return kStoppedByUser;
    if (version.changes.empty() && version.together.empty())
        throw usageError(options.copiesTogether
                             ? Text::tr("There are no near copies, and nothing else is changed.")
                             : Text::tr("Nothing is changed. Name pictures with --leave-out or --label."));
    const std::string hash = saveDataVersion(version);
    const auto leftOut = std::ranges::count_if(version.changes, [](const auto& change) { return !change.second; });
    std::printf("%s\n%s left out, %s in another class, %s that stay in one split. The folder is as it was.\n"
                "belfry-cli train --preset my-pictures --data %s --data-version %s\n",
                hash.c_str(), counted(leftOut, "pictures", "picture").c_str(),
                grouped(std::ssize(version.changes) - leftOut).c_str(),
                counted(std::ssize(version.together), "sets", "set").c_str(),
                oneLine(quotedForShell(version.folder)).c_str(), hash.c_str());
    return 0;
}

} // namespace

void addDoctor(CLI::App& data, Chosen& chosen) {
    CLI::App* command = data.add_subcommand(
        "doctor", "Labels that are probably wrong, near copies, pictures that look wrong, classes that are mixed up");
    const auto options = std::make_shared<DoctorOptions>();
    command->add_option("name", options->plan.data, "Name or folder")->required();
    command->add_option("--backbone", options->plan.backbone,
                        "Backbone whose features are used, instead of the usual one");
    command->add_option("--data-version", options->plan.dataVersion, planField("data_version").help.english());
    command->add_option("--groups", options->plan.groups, planField("groups").help.english());
    command->add_option("--picture-size", options->plan.pictureSize, planField("picture_size").help.english());
    command->add_option("--data-dir", options->plan.dataDir, "Folder to look in first");
    addNumber(*command, "--split-seed", options->splitSeed, planField("split_seed").help.english());
    addNumber(*command, "--top", options->most, "How many of each kind are printed (default 20)");
    command->add_option("--csv", options->csv, "File for all of them");
    command->add_flag("--json", options->json, "As JSON, with all of them");
    trainWhenChosen(*command, chosen, [options] { return runDoctor(*options); });
}

void addFix(CLI::App& data, Chosen& chosen) {
    CLI::App* command = data.add_subcommand(
        "fix",
        "Make a version of a folder of pictures: some left out, some in another class, some kept in one split; no file "
        "is changed");
    const auto options = std::make_shared<FixOptions>();
    command->add_option("folder", options->folder, "Folder with one sub-folder per class")->required();
    command->add_option("--leave-out", options->leftOut, "Pictures that do not count, as FILE below the folder");
    command->add_option("--label", options->labels, "Pictures that count in another class, as FILE=CLASS");
    command->add_option("--keep", options->kept, "Pictures of --from that count as the folder has them");
    command->add_flag("--copies-together", options->copiesTogether,
                      "Finds near copies, and keeps those of one picture in one split");
    command->add_option("--apart", options->apart, "Pictures of --from that no longer stay in one split with others");
    command->add_option("--from", options->from, "Version to start from");
    whenChosen(*command, chosen, [options] { return fix(*options); });
}

} // namespace belfry::cli

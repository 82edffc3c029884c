// `data list`, `show` and `check`: data sets as text or JSON.
#include "app/cli/data_reports.h"

#include "app/cli/formatting.h"
#include "core/base/error.h"
#include "core/base/joined.h"
#include "core/data/picture_size.h"
#include "core/data/stores.h"
#include "core/data/summary.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstdio>

namespace belfry::cli {
namespace {

using Json = nlohmann::json;

// In the order of the kinds.
constexpr std::array kKindNames{
    "empty classes",          "unreadable pictures", "labels out of range", "folder names that differ only in case",
    "ignored files",          "missing pictures",    "lines left out",      "groups in more than one split",
    "outside of the classes", "not opened",          "links not followed",  "one class only"};

const char* kindName(DataIssue::Kind kind) { return kKindNames.at(static_cast<std::size_t>(kind)); }

Json toJson(const std::vector<DataIssue>& issues) {
    Json json = Json::array();
    for (const DataIssue& issue : issues)
        json.push_back({{"kind", kindName(issue.kind)},
                        {"count", issue.count},
                        {"sentence", issue.sentence.english()},
                        {"files", issue.files}});
    return json;
}

void print(const std::vector<DataIssue>& issues) {
    for (const DataIssue& issue : issues)
        std::printf("%s: %s. %s\n", kindName(issue.kind), grouped(issue.count).c_str(),
                    issue.sentence.english().c_str());
}

std::string list(const std::vector<double>& values) {
    return joined(
        values, ", ", [](double value) { return fixed(value, 2); });
}

Json toJson(const DataSet& data, const DataSummary& summary) {
    Json json{{"name", data.name},
              {"title", data.title},
              {"folder", data.folder.string()},
              {"picture_size", pictureSizeText(data.shape)},
              {"classes", data.classes},
              {"mean", summary.mean},
              {"deviation", summary.deviation},
              {"train_in_test", summary.trainInTest},
              {"repeated", summary.repeated},
              {"disk_bytes", summary.diskBytes},
              {"origin", data.origin},
              {"licence", data.licence.english()},
              {"issues", toJson(summary.issues)}};
    for (std::size_t split = 0; split < kSplitNames.size(); ++split) {
        json[kSplitNames[split]] = summary.images(split);
        json[std::string(kSplitNames[split]) + "_per_class"] = summary.perClass[split];
    }
    return json;
}

void print(const DataSet& data, const DataSummary& summary) {
    std::printf("%s in %s\n", data.title.c_str(), data.folder.c_str());
    std::printf("pictures: %s, %s, %.1f MB on disk\n", pictureSizeText(data.shape).c_str(),
                counted(std::ssize(data.classes), "classes", "class").c_str(),
                static_cast<double>(summary.diskBytes) / 1e6);
    std::printf("mean %s, deviation %s of 255 (training images)\n", list(summary.mean).c_str(),
                list(summary.deviation).c_str());
    std::printf("%-20s %10s %10s %10s\n", "class", "train", "validation", "test");
    for (std::size_t c = 0; c < data.classes.size(); ++c)
        std::printf("%-20s %10s %10s %10s\n", oneLine(data.classes[c]).c_str(), grouped(summary.perClass[0][c]).c_str(),
                    grouped(summary.perClass[1][c]).c_str(), grouped(summary.perClass[2][c]).c_str());
    std::printf("%-20s %10s %10s %10s\n", "all", grouped(summary.images(0)).c_str(), grouped(summary.images(1)).c_str(),
                grouped(summary.images(2)).c_str());
    std::printf("test images that are also training or validation images: %s\n", grouped(summary.trainInTest).c_str());
    std::printf("training and validation images that repeat another: %s\n", grouped(summary.repeated).c_str());
    if (!data.origin.empty())
        std::printf("source: %s\nlicence: %s\n", data.origin.c_str(), data.licence.english().c_str());
    if (!data.remark.empty())
        std::printf("%s\n", data.remark.english().c_str());
    print(summary.issues);
}

} // namespace

int listData(const DataOptions& options, bool json) {
    Json sets = Json::array();
    for (const CatalogueEntry& entry : catalogue()) {
        std::string folder, problem;
        try {
            folder = openDataSet(entry.name, options)->folder.string();
        } catch (const Error& error) {
            problem = error.what();
        }
        if (json)
            sets.push_back({{"name", entry.name},
                            {"title", entry.title},
                            {"summary", entry.summary.english()},
                            {"classes", entry.classes},
                            {"folder", folder.empty() ? Json() : Json(folder)},
                            {"problem", problem.empty() ? Json() : Json(problem)}});
        else
            std::printf("%s  %s: %s\n    %s\n", entry.name.c_str(), entry.title.c_str(),
                        entry.summary.english().c_str(), (folder.empty() ? problem : folder).c_str());
    }
    if (json)
        printJson(sets, JsonLayout::Indented);
    return 0;
}

// Whole paths, as bytes: other programs take them.
int showDamaged(const std::string& name, const DataOptions& options) {
    const CheckReport report = checkDataSet(name, options);
    std::int64_t more = 0;
    for (const DataIssue& issue : report.issues) {
        if (issue.kind != DataIssue::Kind::UnreadableImage)
            continue;
        for (const std::string& file : issue.files)
            std::printf("%s\n", (report.folder / file).c_str());
        more += issue.count - std::ssize(issue.files);
    }
    if (more > 0)
        std::fprintf(stderr, "and %s more\n", grouped(more).c_str());
    return 0;
}

int showData(const std::string& name, const DataOptions& options, bool json) {
    const auto data = openDataSet(name, options);
    const DataSummary summary = summarise(*data);
    if (json)
        printJson(toJson(*data, summary), JsonLayout::Indented);
    else
        print(*data, summary);
    return 0;
}

int checkData(const std::string& name, const DataOptions& options, bool json) {
    const CheckReport report = checkDataSet(name, options);
    if (json) {
        printJson({{"name", report.name},
                   {"folder", report.folder.string()},
                   {"train", report.train},
                   {"validation", report.validation},
                   {"test", report.test},
                   {"train_per_class", report.trainPerClass},
                   {"official", report.official},
                   {"note", report.note},
                   {"issues", toJson(report.issues)}},
                  JsonLayout::Indented);
        return 0;
    }
    std::printf("%s in %s: %s training, %s validation, %s test images; %s\n", report.name.c_str(),
                report.folder.c_str(), grouped(report.train).c_str(), grouped(report.validation).c_str(),
                grouped(report.test).c_str(), report.official ? "equal to the published files" : "readable");
    std::printf("training images per class:");
    for (std::int64_t count : report.trainPerClass)
        std::printf(" %s", grouped(count).c_str());
    std::printf("\n");
    if (!report.note.empty())
        std::printf("%s\n", report.note.english().c_str());
    print(report.issues);
    return 0;
}

std::int64_t tellUnreadable(const DataSet& data, std::int64_t told) {
    std::vector<DataIssue> found = issues(data);
    std::erase_if(found, [](const DataIssue& issue) { return issue.kind != DataIssue::Kind::UnreadableImage; });
    std::int64_t count = 0;
    for (const DataIssue& issue : found)
        count += issue.count;
    if (count != told)
        for (const DataIssue& issue : found)
            std::fprintf(stderr, "%s\n", oneLine(issue.sentence.english()).c_str());
    return count;
}

} // namespace belfry::cli

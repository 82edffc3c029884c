#include "app/cli/doctor_report.h"

#include "app/cli/formatting.h"
#include "core/base/csv.h"
#include "core/base/files.h"
#include "core/data/stores.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace belfry::cli {
namespace {

using Json = nlohmann::json;

constexpr std::array kFaultNames{"empty", "dark", "bright", "blurred", "odd size"};

const char* faultName(PictureFault fault) { return kFaultNames.at(static_cast<std::size_t>(fault)); }

const ExaminedPicture& pictureOf(const DoctorText& text, std::size_t picture) { return text.report.pictures[picture]; }
std::string splitName(const ExaminedPicture& picture) {
    return kSplitNames.at(static_cast<std::size_t>(picture.split));
}
const std::string& className(const DoctorText& text, int label) {
    return text.data.classes[static_cast<std::size_t>(label)];
}

// "cat/1.jpg (test)", or "image 12 (test)" where it has no file.
std::string nameOf(const DoctorText& text, std::size_t index) {
    const ExaminedPicture& picture = pictureOf(text, index);
    const std::string name = picture.file.empty() ? "image " + std::to_string(picture.index) : oneLine(picture.file);
    return name + " (" + splitName(picture) + ")";
}

// A title with the number of entries, and the first ones.
template <typename Entry, typename Line>
void printEntries(const DoctorText& text, const char* title, const std::vector<Entry>& entries, const Line& line) {
    std::printf("\n%s: %s%s\n", title, grouped(std::ssize(entries)).c_str(),
                entries.size() > text.most ? ("; the first " + std::to_string(text.most) + ":").c_str() : "");
    for (std::size_t i = 0; i < std::min(entries.size(), text.most); ++i)
        std::printf("  %s\n", line(entries[i]).c_str());
}

std::string copiesLine(const DoctorText& text, const CopiedPictures& copies) {
    std::string line;
    for (const std::size_t picture : copies.pictures)
        line += (line.empty() ? "" : " = ") + nameOf(text, picture);
    if (copies.acrossSplits)
        line += ", across splits";
    return copies.acrossClasses ? line + ", across classes" : line;
}

// How much more probable: doubt is a logarithm.
std::string timesText(double doubt) {
    return doubt > std::log(1e6) ? "over 1,000,000" : grouped(std::max<std::int64_t>(std::llround(std::exp(doubt)), 1));
}

Json idOf(const DoctorText& text, std::size_t index) {
    const ExaminedPicture& picture = pictureOf(text, index);
    return {{"split", splitName(picture)},
            {"index", picture.index},
            {"file", picture.file},
            {"class", className(text, picture.label)}};
}

} // namespace

void printDoctorReport(const DoctorText& text) {
    const DoctorReport& report = text.report;
    std::printf("%s: %s, %s\n", text.data.title.c_str(),
                counted(std::ssize(report.pictures), "pictures", "picture").c_str(),
                counted(std::ssize(text.data.classes), "classes", "class").c_str());
    if (report.checkedLabels) {
        std::printf(
            "Heads on the features of %s are right about %s of pictures that they have not seen (features in %.1f "
            "s, labels checked in %.1f s).\n",
            text.backbone.c_str(), perCent(report.accuracy, 1).c_str(), report.featureSeconds, report.labelSeconds);
        printEntries(
            text, "Labels that are probably wrong", report.suspects,
            [&](const SuspectPicture& suspect) {
                const ExaminedPicture& picture = pictureOf(text, suspect.picture);
                return nameOf(text, suspect.picture) + ": " + oneLine(className(text, suspect.proposed)) +
                       " rather than " + oneLine(className(text, picture.label)) + ", " + timesText(suspect.doubt) +
                       " times as probable";
            });
        printEntries(text, "Classes that are hard to tell apart", report.confused, [&](const ConfusedClasses& pair) {
            return oneLine(className(text, pair.first)) + " and " + oneLine(className(text, pair.second)) + ": " +
                   perCent(pair.share, 0) + " of their pictures are taken for the other class";
        });
    } else {
        std::printf(
            "Labels were not checked: that needs a backbone. 'belfry-cli backbone fetch efficientnet-lite0' gets "
            "one.\n");
    }
    printEntries(
        text, "Near copies", report.copies, [&](const CopiedPictures& copies) { return copiesLine(text, copies); });
    printEntries(text, "Pictures that look wrong", report.faults, [&](const FaultyPicture& faulty) {
        return nameOf(text, faulty.picture) + ": " + faultName(faulty.fault);
    });
}

void printDoctorJson(const DoctorText& text) {
    const DoctorReport& report = text.report;
    Json suspects = Json::array(), copies = Json::array(), faults = Json::array(), confused = Json::array();
    for (const SuspectPicture& suspect : report.suspects) {
        Json entry = idOf(text, suspect.picture);
        entry["proposed"] = className(text, suspect.proposed);
        entry["doubt"] = suspect.doubt;
        suspects.push_back(std::move(entry));
    }
    for (const CopiedPictures& group : report.copies) {
        Json pictures = Json::array();
        for (const std::size_t picture : group.pictures)
            pictures.push_back(idOf(text, picture));
        copies.push_back({{"pictures", std::move(pictures)},
                          {"across_splits", group.acrossSplits},
                          {"across_classes", group.acrossClasses}});
    }
    for (const FaultyPicture& faulty : report.faults) {
        Json entry = idOf(text, faulty.picture);
        entry["fault"] = faultName(faulty.fault);
        faults.push_back(std::move(entry));
    }
    for (const ConfusedClasses& pair : report.confused)
        confused.push_back(
            {{"classes", {className(text, pair.first), className(text, pair.second)}}, {"share", pair.share}});
    printJson({{"pictures", report.pictures.size()},
               {"backbone", text.backbone},
               {"checked_labels", report.checkedLabels},
               {"accuracy", report.accuracy},
               {"feature_seconds", report.featureSeconds},
               {"label_seconds", report.labelSeconds},
               {"copy_seconds", report.copySeconds},
               {"label_suspects", std::move(suspects)},
               {"near_copies", std::move(copies)},
               {"faults", std::move(faults)},
               {"confused_classes", std::move(confused)}});
}

void writeDoctorTable(const DoctorText& text, const std::string& file) {
    std::string rows = "problem,split,file,index,class,proposed,doubt,group\n";
    const auto add = [&](const std::string& problem, std::size_t index, const std::string& rest) {
        const ExaminedPicture& picture = pictureOf(text, index);
        rows += problem + "," + splitName(picture) + "," + csvField(picture.file) + "," +
                std::to_string(picture.index) + "," + csvField(className(text, picture.label)) + "," + rest + "\n";
    };
    for (const SuspectPicture& suspect : text.report.suspects)
        add("label", suspect.picture,
            csvField(className(text, suspect.proposed)) + "," + fixed(suspect.doubt, 4) + ",");
    for (std::size_t group = 0; group < text.report.copies.size(); ++group)
        for (const std::size_t picture : text.report.copies[group].pictures)
            add("copy", picture, ",," + std::to_string(group));
    for (const FaultyPicture& faulty : text.report.faults)
        add(faultName(faulty.fault), faulty.picture, ",,");
    writeFileAtomically(file, std::string_view(rows));
}

} // namespace belfry::cli
